/*
 * `npm run bench -- scale`: what one installation carries, with workers that only simulate drawing, and what happens
 * when its parts die. `scale a`, `scale b,d`: some parts only.
 * (a) Captures a second, raised step by step until they wait for more than a second. (b) The same beside a long queue,
 * and beside idle workers. (c) With many rows: claims, inserts and redirects; then a day's retention. (d) Redis, Postgres
 * and half of the workers die. (e) Two installations behind one Caddy, of which one dies.
 * Every size has a variable (`scale/dose.ts`); SCALE_DOSE=small is for developing.
 */
import { report, type Measured } from '@pas/testing/measure'
import { runToEnd } from '@pas/testing/run-to-end'
import { measureBesides } from './scale/besides'
import { measureCells } from './scale/cells'
import { readDose, type Dose } from './scale/dose'
import { measureFaults } from './scale/faults'
import { findKnee } from './scale/find-knee'
import { openInstallation, type Installation } from './scale/installation'
import { measureRows } from './scale/rows'

const parts = ['a', 'b', 'c', 'd', 'e'] as const
type Part = (typeof parts)[number]

async function main(): Promise<void> {
  const wanted = readParts(process.argv[2])
  const dose = readDose(process.env)
  const installation = await openInstallation(process.env, dose)
  for (let index = 0; index < dose.workerProcesses; index++) await installation.startWorkers()
  const measured: Measured[] = []
  // Faults and rows come last: they change what the others measure.
  const knee = wanted.has('a') ? await findKnee(installation, dose, 'alone') : null
  if (knee) measured.push({ figures: knee.figures, ratios: {} })
  const rate = knee && knee.rate > 0 ? knee.rate : dose.firstRate
  const rest: Record<Exclude<Part, 'a'>, Measure> = {
    b: measureBesides,
    e: measureCells,
    d: measureFaults,
    c: measureRows,
  }
  for (const [part, measure] of Object.entries(rest) as [Part, Measure][]) {
    if (!wanted.has(part)) continue
    console.log(`part ${part}`)
    measured.push(await measure(installation, dose, rate))
  }
  await installation.close()
  report(
    'scale',
    Object.assign({}, ...measured.map(({ figures }) => figures)) as Measured['figures'],
    Object.assign({}, ...measured.map(({ ratios }) => ratios)) as Measured['ratios'],
  )
}

/** `rate`: captures a second that the installation carries, if part a has found it. */
type Measure = (installation: Installation, dose: Dose, rate: number) => Promise<Measured>

function readParts(text = parts.join(',')): Set<Part> {
  return new Set(
    text.split(',').map((name) => {
      const part = parts.find((one) => one === name)
      if (!part) throw new Error(`scale takes parts such as 'a' or 'b,d', and knows no '${name}'`)
      return part
    }),
  )
}

runToEnd(main)
