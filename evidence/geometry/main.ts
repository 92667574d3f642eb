/*
 * `npm run geometry`: how near our pictures come to pictures of the real email clients (ADR 28). Without arguments: all
 * facts, and its section of `docs/fidelity.md`; it exits with 1 when a family is below its wanted score. `--code CODE`,
 * `--email NAME`, both repeatable: only these, with every miss. `measure PICTURE …` makes a facts file. It needs no
 * stack: `tsx --conditions=source` with this file does the same with CHROMIUM_PATH and FONTCONFIG_FILE.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { replaceSection } from '../fidelity/sections'
import { report } from '@pas/testing/measure'
import { missesOf } from './compare'
import { openEmailDrawer } from './draw-emails'
import { readFacts, readLeftOut } from './facts'
import { wantedOfFamilies } from './families'
import { measureFacts, meanScore, type MeasuredFacts } from './measure-facts'
import { measurePicture, type MeasurePictureOptions } from './measure-picture'
import { writeSection } from './write-section'
import { benchFolder, publish } from '../bench-folder'
import { runToEnd } from '@pas/testing/run-to-end'

const stateFolder = path.join(benchFolder, 'geometry')
const picturesFolder = path.join(stateFolder, 'pictures')

/** Resolves to whether every family has its wanted score. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      code: { type: 'string', multiple: true },
      email: { type: 'string', multiple: true },
      pane: { type: 'string' },
      density: { type: 'string' },
      source: { type: 'string' },
      date: { type: 'string' },
      name: { type: 'string' },
      note: { type: 'string' },
      'taken-in': { type: 'string' },
      part: { type: 'boolean' },
      fluid: { type: 'boolean' },
      'other-font': { type: 'boolean' },
    },
  })
  const [command, picture] = positionals
  if (command !== 'measure' || picture === undefined) return compareWithFacts(values)
  await writeFactsOf(picture, values)
  return true
}

async function writeFactsOf(picture: string, options: MeasurePictureOptions): Promise<void> {
  // The unprivileged user as which `npm run geometry` runs this cannot write to the clone.
  const isWritable = process.env.PAS_STACK_JSON === undefined
  const file = await measurePicture(
    picture,
    options,
    isWritable ? undefined : path.join(stateFolder, 'facts'),
  )
  console.log(`${file}${isWritable ? '' : ': move it to geometry/facts'}`)
}

/**
 * All facts, or those of some codes or emails. Resolves to whether every family that was drawn has its wanted score.
 */
async function compareWithFacts({
  code,
  email: emails,
}: Pick<MeasurePictureOptions, 'code' | 'email'>): Promise<boolean> {
  const startedAt = performance.now()
  const codes = code?.map((one) => one.toUpperCase())
  const facts = readFacts().filter(
    ({ emailClient, email }) => (codes?.includes(emailClient) ?? true) && (emails?.includes(email) ?? true),
  )
  const isPartial = codes !== undefined || emails !== undefined
  const drawer = openEmailDrawer(stateFolder, picturesFolder)
  const { measured, notDrawn } = await measureFacts(facts, drawer, (one) => {
    printMisses(one, isPartial ? Infinity : 3)
  })
  const versions = drawer.versions()
  await drawer.close()
  for (const { name, emailClient } of notDrawn) console.log(`not drawn: ${name} as ${emailClient}`)
  console.log(`our pictures: ${picturesFolder}`)
  if (!isPartial) publishSection(measured, versions)
  const seconds = (performance.now() - startedAt) / 1000
  return reportFamilies(measured, { 'not drawn': notDrawn.length, seconds })
}

/** Returns whether all wanted scores are reached. */
function reportFamilies(measured: readonly MeasuredFacts[], figures: Record<string, number>): boolean {
  const families = Object.entries(wantedOfFamilies).flatMap(([family, wanted]) => {
    const ofFamily = measured.filter((one) => one.family === family)
    return ofFamily.length === 0 ? [] : [{ family, wanted, ratio: meanScore(ofFamily) }]
  })
  report(
    'geometry',
    { 'real pictures': measured.length, ...figures },
    Object.fromEntries(
      families.map(({ family, wanted, ratio }) => [family, { ratio, wanted: { atLeast: wanted } }]),
    ),
  )
  return families.every(({ ratio, wanted }) => ratio >= wanted)
}

function printMisses({ facts, comparison }: MeasuredFacts, most: number): void {
  const misses = missesOf(comparison)
  console.log(`${comparison.score.toFixed(3)} ${facts.emailClient} ${facts.email}/${facts.name}`)
  for (const { says } of misses.slice(0, most)) console.log(`        ${says}`)
  if (misses.length > most) console.log(`        and ${misses.length - most} more`)
}

/** Into BENCH_FOLDER, from which `npm run geometry` copies it to docs; nothing where that is not set. */
function publishSection(measured: readonly MeasuredFacts[], versions: readonly string[]): void {
  if (process.env.BENCH_FOLDER === undefined) return
  const known = path.join(__dirname, '../../docs/fidelity.md')
  const document = existsSync(known) ? readFileSync(known, 'utf8') : ''
  const section = writeSection({ measured, leftOut: readLeftOut(), versions, measuredAt: new Date() })
  publish('fidelity.md', replaceSection(document, 'geometry', section))
}

runToEnd(main)
