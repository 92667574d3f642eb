/*
 * `npm run bench -- capture`: how fast a new preview is, beside the browser alone drawing the same document; then many
 * email clients of one new email at once. `--captures N` (50): captures of each kind, one at a time. `--memory`: only
 * how the worker's memory grows from 100 captures to 1,000.
 */
import { parseArgs } from 'node:util'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase, type Database } from '@pas/db/database'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { systemClock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'
import { startAssetOrigin } from '../services/render-worker/src/asset-origin'
import { loadEmail, type LoadedEmail } from '../services/render-worker/src/load-email'
import { compareCreate, compareRedirect } from './capture/api-answers'
import { openFloor, type Floor } from './capture/floor'
import { openUsual } from './capture/usual'
import { percentile, perSecond, report, timeEach, type Wanted } from '@pas/testing/measure'
import { memoryOf } from './memory'
import { buildNewsletter } from '../packages/email-clients/tests/real-templates/newsletter'
import { startNewsletterWeb } from './newsletter-web'
import { readProcessorTime, sumOf, timeBetween, type ProcessorTime } from './processor-time'
import { openStack, stackVariable, type Stack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import { openStorage } from '@pas/storage/open-storage'
import { readStorageConfig } from '@pas/storage/storage-config'

const code = 'CHROMEGMAILNEW'
/** So that V8 has compiled what each capture runs. */
const warmUps = 40
const perRound = 10
const sets = [
  { size: 11, rounds: 5 },
  { size: 70, rounds: 2 },
]

type Figures = Record<string, number>
type Ratios = Record<string, { ratio: number; wanted: Wanted }>

interface Bench {
  stack: Stack
  db: Database
  storage: Storage
  html: string
  /** Resolves to the email's guid. By default with the demo account's key. */
  postNewsletter: (apiKey?: string) => Promise<string>
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { captures: { type: 'string', default: '50' }, memory: { type: 'boolean', default: false } },
  })
  const stack = openStack()
  const storage = openStackStorage()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 10 })
  const web = await startNewsletterWeb()
  const html = await buildNewsletter(web.url)
  const bench: Bench = {
    stack,
    db,
    storage,
    html,
    postNewsletter: (apiKey) => stack.postEmail({ html_text: html, subject: 'The month in coffee' }, apiKey),
  }
  if (values.memory) await benchMemory(bench)
  else await benchCaptures(bench, Number(values.captures))
  await db.$disconnect()
  await web.close()
}

/**
 * The same document by (a) one page used again and again, over the DevTools protocol; (b) Playwright as it is usually
 * written; (c) us, GET until the 301, for one account and then for many. Rounds alternate, so that noise slows all alike.
 */
async function benchCaptures(bench: Bench, captures: number): Promise<void> {
  const { stack, db, storage, html } = bench
  const email = await loadEmail(storage, await bench.postNewsletter(), 'allowed', AbortSignal.timeout(20_000))
  await Promise.all(email.assets.map(({ body }) => body))
  const document = documentIn(code, email)
  const assetOrigin = await startAssetOrigin(() => undefined)
  assetOrigin.serve(email.assets)
  const browserOptions = {
    executablePath: stackVariable('CHROMIUM_PATH'),
    proxyUrl: assetOrigin.proxyUrl,
    isSandboxed: true,
    environment: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? '',
    },
  }
  const floor = await openFloor(browserOptions, document)
  await floor.measure(document)
  const usual = await openUsual(browserOptions)

  const size = (png: Buffer): string =>
    `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)} px, ${Math.round(png.length / 1024)} KB`
  const drawn = [await floor.draw(document), await usual.draw(document)].map(size)
  console.log(
    `${html.length} characters of HTML, ${email.assets.length} images; floor draws ${drawn[0]}, as usual ${drawn[1]}`,
  )
  const own: string[] = []
  const others: string[] = []
  for (let index = 0; index < warmUps + captures * 2; index++) own.push(await bench.postNewsletter())
  for (let index = 0; index < captures; index++)
    others.push(await bench.postNewsletter(await newApiKey(db, `Capture ${index}`)))
  const capture = (guids: string[]): Promise<unknown> => stack.getPreview(guids.pop() ?? '', code)
  for (let index = 0; index < warmUps; index++) {
    await floor.draw(document)
    await usual.draw(document)
    await capture(own)
  }

  const kinds = {
    floor: { roots: { floor: [floor.pid] }, draw: () => floor.draw(document) },
    usual: { roots: { usual: usual.pids }, draw: () => usual.draw(document) },
    ours: { roots: stack.processes, draw: () => capture(own) },
    'ours, other accounts': { roots: stack.processes, draw: () => capture(others) },
  }
  const times = mapValues(kinds, () => [] as number[])
  const processorTimes = mapValues(kinds, () => [] as ProcessorTime[])
  const emulation: number[] = []
  for (let round = 0; round < captures / perRound; round++) {
    for (const name of Object.keys(kinds) as (keyof typeof kinds)[]) {
      const { roots, draw } = kinds[name]
      const before = readProcessorTime(roots)
      times[name].push(...(await timeEach(perRound, draw)))
      processorTimes[name].push(timeBetween(before, readProcessorTime(roots)))
    }
    emulation.push(...(await timeEach(perRound, () => Promise.resolve(documentIn(code, email)))))
  }
  const rates = await benchThroughput(floor, document, {
    rounds: captures / perRound,
    capture: () => capture(own),
  })
  const many = await benchSets(bench, floor, email)
  const created = await compareCreate(bench, html.replaceAll(/<img[^>]*>/g, ''))
  const redirects = await compareRedirect(bench, code)

  const p50 = (list: readonly number[]): number => percentile(list, 50)
  const perCapture = mapValues(processorTimes, (rounds) => mapValues(sumOf(rounds), (ms) => ms / captures))
  const wholeOfFloor = total(perCapture.floor)
  report(
    'capture',
    {
      ...Object.fromEntries(
        Object.entries(times).flatMap(([name, list]) => [
          [`${name} p50 ms`, p50(list)],
          [`${name} p95 ms`, percentile(list, 95)],
        ]),
      ),
      'of which emulation p50 ms': p50(emulation),
      'floor per second, 2 at a time': p50(rates.floor),
      'ours per second, 2 at a time': p50(rates.ours),
      ...Object.fromEntries(
        Object.entries(perCapture).flatMap(([name, byProcess]) =>
          Object.entries({ ...byProcess, 'all of it': total(byProcess) }).map(([kind, ms]) => [
            `processor ms a capture, ${name}, ${kind}`,
            ms,
          ]),
        ),
      ),
      'POST without images p50 ms': p50(created.ours),
      'insert and object write p50 ms': p50(created.bare),
      'captured 301 p50 ms': p50(redirects.ours),
      'bare route p50 ms': p50(redirects.bare),
      ...many.figures,
    },
    {
      'ours / floor, p50': { ratio: p50(times.ours) / p50(times.floor), wanted: { atMost: 1.2 } },
      'ours / floor, p50, each of another account': {
        ratio: p50(times['ours, other accounts']) / p50(times.floor),
        wanted: { atMost: 1.5 },
      },
      'ours / as usual, p50': { ratio: p50(times.ours) / p50(times.usual), wanted: { below: 1 } },
      'throughput, ours / floor': { ratio: p50(rates.ours) / p50(rates.floor), wanted: { atLeast: 0.9 } },
      'processor, worker / all of the floor': {
        ratio: (perCapture.ours['render-worker'] ?? 0) / wholeOfFloor,
        wanted: { atMost: 0.18 },
      },
      'processor, api / all of the floor': {
        ratio: (perCapture.ours.api ?? 0) / wholeOfFloor,
        wanted: { atMost: 0.058 },
      },
      ...many.ratios,
      'POST / insert and object write, p50': {
        ratio: p50(created.ours) / p50(created.bare),
        wanted: { atMost: 2 },
      },
      'captured 301 / bare route, p50': {
        ratio: p50(redirects.ours) / p50(redirects.bare),
        wanted: { atMost: 1.2 },
      },
    },
  )
  await floor.close()
  await usual.close()
  await assetOrigin.close()
}

async function benchThroughput(
  floor: Floor,
  document: HtmlDocument,
  { rounds, capture }: { rounds: number; capture: () => Promise<unknown> },
): Promise<{ floor: number[]; ours: number[] }> {
  const rates = { floor: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const ms = await floor.drawAll(Array.from({ length: perRound }, () => document))
    rates.floor.push((perRound * 1_000) / ms)
    rates.ours.push(await perSecond(perRound, 2, capture))
  }
  return rates
}

/**
 * Asks for many email clients of one new email at once: milliseconds until the first and the last 301, beside the floor
 * drawing the same documents.
 */
async function benchSets(
  { stack, postNewsletter }: Bench,
  floor: Floor,
  email: LoadedEmail,
): Promise<{ figures: Figures; ratios: Ratios }> {
  const figures: Figures = {}
  const ratios: Ratios = {}
  const popular = new Set(popularEmailClients)
  const drawnByChromium = emailClients.filter(({ engine }) => engine === 'chromium').map(({ code }) => code)
  const codes = [...drawnByChromium].sort(
    (one, other) => Number(popular.has(other)) - Number(popular.has(one)),
  )
  for (const { size, rounds } of sets) {
    const asked = codes.slice(0, size)
    const documents = asked.map((each) => documentIn(each, email))
    const distinct = [...new Map(documents.map((each) => [JSON.stringify(each), each])).values()]
    const byText = new Map(distinct.map((each) => [JSON.stringify(each), each]))
    const all = documents.map((each) => byText.get(JSON.stringify(each)) ?? each)
    for (const each of distinct) await floor.measure(each)
    const measured = {
      first: [] as number[],
      last: [] as number[],
      distinct: [] as number[],
      all: [] as number[],
    }
    const processor: ProcessorTime[] = []
    for (let round = 0; round < rounds; round++) {
      measured.distinct.push(await floor.drawAll(distinct))
      measured.all.push(await floor.drawAll(all))
      const guid = await postNewsletter()
      const before = readProcessorTime(stack.processes)
      const startedAt = performance.now()
      const ended = await Promise.all(
        asked.map(async (each) => {
          await stack.getPreview(guid, each)
          return performance.now() - startedAt
        }),
      )
      processor.push(timeBetween(before, readProcessorTime(stack.processes)))
      measured.first.push(Math.min(...ended))
      measured.last.push(Math.max(...ended))
    }
    const mean = (list: readonly number[]): number => list.reduce((sum, ms) => sum + ms, 0) / list.length
    const name = `${size} clients at once`
    Object.assign(figures, {
      [`${name}: distinct documents`]: distinct.length,
      [`${name}: first 301 ms`]: mean(measured.first),
      [`${name}: last 301 ms`]: mean(measured.last),
      [`${name}: floor, distinct documents ms`]: mean(measured.distinct),
      [`${name}: floor, all ms`]: mean(measured.all),
      ...Object.fromEntries(
        Object.entries(sumOf(processor)).map(([kind, ms]) => [`${name}: processor ms, ${kind}`, ms / rounds]),
      ),
    })
    if (size === 11)
      ratios[`${name}: last 301 / floor, distinct documents`] = {
        ratio: mean(measured.last) / mean(measured.distinct),
        wanted: { atMost: 1.3 },
      }
    else
      ratios[`${name}: last 301 / floor, all`] = {
        ratio: mean(measured.last) / mean(measured.all),
        wanted: { atMost: 0.65 },
      }
  }
  return { figures, ratios }
}

async function benchMemory({ stack, db, postNewsletter }: Bench): Promise<void> {
  const pids = stack.processes['render-worker'] ?? []
  const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => newApiKey(db, `Memory ${index}`)))
  const readings: Figures = {}
  for (let captures = 0; captures < 1_000; captures += 100) {
    await perSecond(100, 2, async (index) => {
      await stack.getPreview(await postNewsletter(keys[index % keys.length]), code)
    })
    readings[`worker and browser MiB after ${captures + 100}`] = memoryOf(pids) / 2 ** 20
    console.log(captures + 100)
  }
  const [first = NaN, last = NaN] = [100, 1_000].map((n) => readings[`worker and browser MiB after ${n}`])
  report('capture --memory', readings, {
    'memory after 1,000 captures / after 100': { ratio: last / first, wanted: { atMost: 1.1 } },
  })
}

async function newApiKey(db: Database, name: string): Promise<string> {
  const deps = { db, clock: systemClock }
  const { id: accountId } = await createAccount(deps, { name })
  return createApiKey(deps, { accountId })
}

function documentIn(emailClientCode: string, email: LoadedEmail): HtmlDocument {
  const emailClient = findEmailClient(emailClientCode)
  if (!emailClient) throw new Error(`${emailClientCode} is not in the catalogue`)
  const { document } = emulate(emailClient, email.content, {
    orientation: 'vertical',
    images: 'allowed',
    assetUrl: (url) => email.assetUrls.get(url) ?? null,
  })
  if (document.kind !== 'html') throw new Error(`${emailClientCode} has no HTML to draw`)
  return document
}

const total = (byProcess: ProcessorTime): number => Object.values(byProcess).reduce((sum, ms) => sum + ms, 0)

const mapValues = <Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  to: (value: From) => To,
): Record<Key, To> =>
  Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, to(value)])) as Record<Key, To>

/** The caller closes it. */
const openStackStorage = (): Storage => openStorage(readStorageConfig(process.env))

runToEnd(main)
