/*
 * `npm run fidelity`: which features our emulations honour, against what caniemail says (ADR 15). Without
 * arguments: every code whose engine is here, 200 cells again over HTTP, each measured card beside our picture of the
 * card, and its section of `docs/fidelity.md`.
 * `--client CODE`, repeatable: prints each wrong cell of these. `--feature SLUG`: prints one feature's result, right or
 * wrong. With these options it needs no stack.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { EngineStartError } from '../../services/render-worker/src/engines/engine-start-error'
import { mergeReadings } from '../measure-card/card-table'
import { openPicture } from '../measure-card/picture'
import { readCard } from '../measure-card/read-card'
import { makeAssets } from './assets'
import { compareWithCard, readCards } from './cards'
import { startDrawer } from './drawer'
import { features } from './features'
import { measurableCodes, measureAll, measuredEngines, type MeasuredGroup } from './measure-all'
import {
  bareDocument,
  cellsToJudge,
  emailsOf,
  emulateFor,
  findVisibleFeatures,
  measureClient,
  type MeasuredEngine,
  type Measuring,
} from './measure-client'
import { sampleHttp } from './sample-http'
import { scoreOf } from './score'
import { replaceSection } from './sections'
import { emulateCard, serveCard } from './test-card'
import { describe, writeDocument } from './write-document'
import { report } from '@pas/testing/measure'
import { benchFolder, publish } from '../bench-folder'
import { runToEnd } from '@pas/testing/run-to-end'

const cellsOverHttp = 200
/** The share of a card's values that our picture has. */
const wantedOfCards = 0.9
const stateFolder = path.join(benchFolder, 'fidelity')

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { client: { type: 'string', multiple: true }, feature: { type: 'string' } },
  })
  const startedAt = performance.now()
  const assets = await makeAssets()
  const codes = values.client?.map((code) => code.toUpperCase())
  const engines = await openEngines(assets, codes)
  const measuring = { engines, assets }
  if (codes) for (const code of codes) await explain(measuring, code, values.feature)
  else await measureEverything(measuring, startedAt)
  for (const { drawer } of engines.values()) await drawer.close()
}

/** Those on this machine that these codes (or all) need. */
async function openEngines(
  assets: Measuring['assets'],
  codes: readonly string[] | undefined,
): Promise<Measuring['engines']> {
  const engines = new Map<string, MeasuredEngine>()
  for (const engine of measuredEngines) {
    if (codes && !codes.some((code) => findEmailClient(code)?.engine === engine)) continue
    try {
      const drawer = await startDrawer({
        engine,
        assets: [...assets, ...(readCards().length === 0 ? [] : (await serveCard()).assets)],
        frames: [bareDocument('').frame],
        stateFolder,
      })
      const visible = await findVisibleFeatures(drawer)
      const invisible = Object.keys(features).filter((slug) => !visible.has(slug))
      console.log(
        `${visible.size} features show in ${drawer.version}; these do not: ${invisible.join(' ') || 'none'}`,
      )
      engines.set(engine, { drawer, visible })
    } catch (error) {
      if (!(error instanceof EngineStartError)) throw error
      console.log(`not measured: ${error.message}`)
    }
  }
  return engines
}

/** Prints each wrong cell of a code, and writes the emails that show it, as sent and as emulated. */
async function explain(measuring: Measuring, code: string, feature: string | undefined): Promise<void> {
  const { engines, assets } = measuring
  const measurable = measurableCodes(new Set(engines.keys())).find(({ scored }) => scored.code === code)
  if (!measurable)
    throw new Error(
      `${code} cannot be measured: it has no cells in caniemail, no profile, or its engine is not on this machine`,
    )
  const { scored, emailClient } = measurable
  const { judgeable } = cellsToJudge(scored, engines.get(emailClient.engine)?.visible ?? new Set())
  const cells = new Map([...judgeable].filter(([slug]) => feature === undefined || slug === feature))
  const { judged } = await measureClient(measuring, emailClient, cells)
  const filesFolder = path.join(stateFolder, code)
  mkdirSync(filesFolder, { recursive: true })
  for (const cell of judged) {
    if ((cell.expected === 'y') === cell.isHonoured && feature === undefined) continue
    console.log(describe(cell))
    const { withFeature, withoutFeature } = emailsOf(cell.slug)
    for (const [name, html] of Object.entries({ with: withFeature, without: withoutFeature })) {
      const file = path.join(filesFolder, `${cell.slug}.${name}`)
      writeFileSync(`${file}.sent.html`, html)
      writeFileSync(`${file}.emulated.html`, emulateFor(emailClient, html, assets).html)
    }
  }
  console.log(`${code} ${lineOf(judged)}; wanted ${scored.wanted}; emails in ${filesFolder}`)
}

function lineOf(judged: MeasuredGroup['judged']): string {
  const { honoured, ignored, balancedRecall } = scoreOf(judged)
  return `honoured ${honoured.right}/${honoured.total}, ignored ${ignored.right}/${ignored.total}, balanced recall ${balancedRecall?.toFixed(3) ?? '-'}`
}

async function measureEverything(measuring: Measuring, startedAt: number): Promise<void> {
  const groups = await measureAll(measuring, ({ lead, judged }) => {
    console.log(`${lead.code} ${lineOf(judged)}`)
  })
  const { assets } = measuring
  const engines = [...measuring.engines.values()]
  const isWithStack = process.env.PAS_STACK_JSON !== undefined
  const { sampled, disagreements } = isWithStack
    ? await sampleHttp(groups, assets, cellsOverHttp)
    : { sampled: 0, disagreements: [] }
  for (const { code, cell, isHonouredOverHttp } of disagreements) {
    console.log(`${code} over HTTP ${isHonouredOverHttp ? 'honoured' : 'ignored'}: ${describe(cell)}`)
  }
  const agreed = sampled - disagreements.length
  const cards = await compareCards(measuring.engines)
  const seconds = (performance.now() - startedAt) / 1000
  if (isWithStack) {
    const run = {
      groups,
      engines: engines.map(({ drawer, visible }) => ({ version: drawer.version, visible })),
      measuredAt: new Date(),
      seconds,
      sampled,
      agreed,
    }
    const known = readFileSync(path.join(__dirname, '../../docs/fidelity.md'), 'utf8')
    publish('fidelity.md', replaceSection(known, 'features', writeDocument(run)))
  }
  report(
    'fidelity',
    {
      'features that a picture tells': Math.max(...engines.map(({ visible }) => visible.size)),
      'measured profiles': groups.length,
      'judged cells': groups.reduce((sum, { judged }) => sum + judged.length, 0),
      'pictures drawn': engines.reduce((sum, { drawer }) => sum + drawer.drawn, 0),
      'pictures remembered': engines.reduce((sum, { drawer }) => sum + drawer.remembered, 0),
      minutes: seconds / 60,
    },
    {
      ...Object.fromEntries(
        groups.map(({ lead, judged, wanted }) => [
          lead.code,
          { ratio: scoreOf(judged).balancedRecall ?? 0, wanted: { atLeast: wanted } },
        ]),
      ),
      ...Object.fromEntries(
        cards.map(({ name, share }) => [
          `card ${name}`,
          { ratio: share, wanted: { atLeast: wantedOfCards } },
        ]),
      ),
      ...(sampled === 0
        ? {}
        : { 'agreement over HTTP': { ratio: agreed / sampled, wanted: { atLeast: 1 } } }),
    },
  )
}

/** For each measured card whose engine is here; prints what differs. */
async function compareCards(engines: Measuring['engines']): Promise<{ name: string; share: number }[]> {
  const cards = readCards()
  const served = cards.length === 0 ? null : await serveCard()
  const compared = []
  for (const card of cards) {
    const emailClient = findEmailClient(card.emailClient)
    const drawer = emailClient && engines.get(emailClient.engine)?.drawer
    const documents = served && emailClient ? emulateCard(served, emailClient) : []
    if (!drawer || documents.length === 0) {
      console.log(`card of ${card.emailClient}: not compared, as its email client or engine is not here`)
      continue
    }
    const pictures = await Promise.all(documents.map((document) => drawer.png(document)))
    const read = await Promise.all(pictures.map(async (picture) => readCard(await openPicture(picture))))
    const { share, differences } = compareWithCard(card, mergeReadings(read.map(({ reading }) => reading)))
    const name = `${card.emailClient} ${card.version} ${card.date}`
    for (const difference of differences) console.log(`card of ${name}: ${difference}`)
    compared.push({ name, share })
  }
  return compared
}

runToEnd(main)
