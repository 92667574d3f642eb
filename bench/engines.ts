/*
 * `npm run bench -- engines`: each engine as the worker runs it, beside the fewest calls that make the same picture
 * with it, alternating in one run; then 300 captures, two at a time, whose memory and failures are counted. Engines
 * that are not on this machine are named and left out; `--engine NAME`, repeatable, measures these only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Frame } from '@pas/email-clients/engine/emulated-document'
import { startAssetOrigin } from '../services/render-worker/src/asset-origin'
import type { Engine, EngineDocument } from '../services/render-worker/src/engines/engine'
import {
  servedEngineNames,
  startEngine,
  type ServedEngineName,
} from '../services/render-worker/src/engines/engine-registry'
import { EngineStartError } from '../services/render-worker/src/engines/engine-start-error'
import { residentBytes } from '../services/render-worker/src/engines/supervised/process-group'
import { SupervisedEngine } from '../services/render-worker/src/engines/supervised/supervised-engine'
import type { StartBareEngine } from './engines/bare-engine'
import { startBareChromium } from './engines/bare-chromium'
import { startBareFirefox } from './engines/bare-firefox'
import { startBareRoundcube } from './engines/bare-roundcube'
import { startBareText } from './engines/bare-text'
import { startBareThunderbird } from './engines/bare-thunderbird'
import { startBareWebkit } from './engines/bare-webkit'
import { rawMessage } from './engines/raw-message'
import { benchEngineContext } from './engine-context'
import { percentile, report, type Wanted } from './measure'
import { buildNewsletter } from './newsletter'
import { drawNewsletterImages } from './newsletter-web'

const warmUps = 4
const rounds = 24
const rowLength = 300
const atOnce = 2
const captureTimeoutMs = 20_000
const wanted: Wanted = { atMost: 1.3 }

const startBareByName: Record<ServedEngineName, StartBareEngine> = {
  chromium: startBareChromium,
  firefox: startBareFirefox,
  roundcube: startBareRoundcube,
  text: startBareText,
  thunderbird: startBareThunderbird,
  webkit: startBareWebkit,
}

const frame: Frame = { width: 800, height: 900, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }

type Ratios = Record<string, { ratio: number; wanted: Wanted }>

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engine: { type: 'string', multiple: true } } })
  const origin = await startAssetOrigin(() => undefined)
  const images = await drawNewsletterImages()
  origin.serve(
    [...images].map(([name, body]) => ({
      id: name.slice(1),
      contentType: 'image/jpeg',
      body: Promise.resolve(body),
    })),
  )
  const html = await buildNewsletter('http://assets.invalid')
  const figures: Record<string, number> = {}
  const ratios: Ratios = {}
  for (const name of servedEngineNames) {
    if (values.engine && !values.engine.includes(name)) continue
    const folder = mkdtempSync(path.join(tmpdir(), 'pas-bench-engine-'))
    try {
      const context = benchEngineContext(origin, atOnce)
      const engine = await startEngine(name, context)
      const { environment } = context
      const document = await documentFor(name, html)
      const bare = await startBareByName[name]({
        html,
        frame,
        proxyUrl: origin.proxyUrl,
        folder,
        environment,
      })
      const capture = () => engine.capture(document, AbortSignal.timeout(captureTimeoutMs))
      await compare(name, capture, () => bare.capture(), figures, ratios)
      await bare.close()
      await captureInARow(name, engine, capture, figures, ratios)
      await engine.close()
    } catch (error) {
      if (!(error instanceof EngineStartError)) throw error
      console.log(`left out: ${error.message}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  await origin.close()
  report('engines', figures, ratios)
}

async function documentFor(name: ServedEngineName, html: string): Promise<EngineDocument> {
  if (name === 'text') return { kind: 'browsed', browser: 'w3m', html, columns: 80 }
  if (name !== 'thunderbird' && name !== 'roundcube')
    return { kind: 'html', html, frame, captureSelector: null }
  return rawMessage(html, frame)
}

async function compare(
  name: string,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  figures: Record<string, number>,
  ratios: Ratios,
): Promise<void> {
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const [key, work] of [
      ['ours', ours],
      ['bare', bare],
    ] as const) {
      const startedAt = performance.now()
      await work()
      if (round >= warmUps) times[key].push(performance.now() - startedAt)
    }
  }
  for (const percent of [50, 95]) {
    const [oursMs, bareMs] = [percentile(times.ours, percent), percentile(times.bare, percent)]
    figures[`${name} p${percent} ours ms`] = oursMs
    figures[`${name} p${percent} bare ms`] = bareMs
    ratios[`${name} p${percent}`] = { ratio: oursMs / bareMs, wanted }
  }
}

/**
 * Captures `rowLength` times. Memory is the resident size of all the engine's processes (pages that they share count in
 * each), as a mean over the first and over the last tenth of the captures.
 */
async function captureInARow(
  name: string,
  engine: Engine,
  capture: () => Promise<unknown>,
  figures: Record<string, number>,
  ratios: Ratios,
): Promise<void> {
  const memory: number[] = []
  const seen = new Set<number>()
  let next = 0
  let failures = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next++ < rowLength) {
        await capture().catch((error: unknown) => {
          failures++
          console.log(`${name}: ${String(error)}`)
        })
        const groups = engine instanceof SupervisedEngine ? engine.processGroupIds : []
        for (const group of groups) seen.add(group)
        const sizes = await Promise.all(groups.map(residentBytes))
        memory.push(
          sizes.reduce(
            (sum, bytes) => sum + bytes,
            engine instanceof SupervisedEngine ? 0 : process.memoryUsage().rss,
          ),
        )
      }
    }),
  )
  const tenth = Math.floor(memory.length / 10)
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [first, last] = [mean(memory.slice(0, tenth)), mean(memory.slice(-tenth))]
  figures[`${name} MB in the first tenth of ${rowLength}`] = first / 2 ** 20
  figures[`${name} MB in the last tenth`] = last / 2 ** 20
  figures[`${name} process groups seen`] = seen.size
  ratios[`${name} memory, last tenth to first`] = { ratio: last / first, wanted: { atMost: 1.5 } }
  ratios[`${name} failures in ${rowLength}`] = { ratio: failures, wanted: { atMost: 0 } }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
