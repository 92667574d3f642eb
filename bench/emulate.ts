/*
 * `npm run bench -- emulate [--client CODE] [time] [growth] [hostile] [clients]`: what emulating costs; all parts when
 * none is named. time: beside the libraries' parsing. growth, hostile: for ten times the size, of newsletters and of
 * hostile emails. clients: one email in every client through the stack, beside the engines alone. All but the last
 * count processor time.
 */
import { createHash } from 'node:crypto'
import { emailClients, emulatedLike, findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { documentText } from '@pas/email-clients/engine/document-text'
import { captureAllClients } from './emulate/capture-all-clients'
import { hostileEmails } from './emulate/hostile-emails'
import {
  emulateHtml,
  measureGrowth,
  timeOutsideCollector,
  timeWork,
  type Growth,
} from './emulate/measure-growth'
import { parseAndWrite } from './emulate/parse-and-write'
import { newsletterOf100Kb, repeatNewsletter } from './emulate/sized-newsletter'
import { percentile, report, type Wanted } from './measure'

const rounds = Number(process.env.BENCH_ROUNDS ?? 21)
const warmUps = 5
/** An email of ten times the size may take at most so many times longer. */
const growthWanted = 12
const hostileLength = 100_000
/** One email client of each family: the hostile emails take two minutes for each. */
const hostileClients =
  'CHROMEGMAILNEW CHROMEYAHOO CHROMEOUTLOOKCOM OL2016 ANDROIDSAMSUNG10 CHROMEGMXDE NOTES9'.split(' ')

const figures: Record<string, number> = {}
const ratios: Record<string, { ratio: number; wanted: Wanted }> = {}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const at = args.indexOf('--client')
  const [, code] = at < 0 ? [] : args.splice(at, 2)
  const clients =
    code === undefined ? distinctClients() : [findEmailClient(code)].filter((found) => found !== null)
  // Many profiles differ only in their frame's size, which does not change what emulating costs.
  const different = distinctBehaviours(clients)
  const isWanted = (part: string): boolean => args.length === 0 || args.includes(part)

  const newsletter = await newsletterOf100Kb()
  if (isWanted('time')) timeNewsletter(clients, newsletter)
  if (isWanted('growth')) {
    const times = (count: number): string => repeatNewsletter(newsletter, count)
    await growNewsletter(different, '100 KB to 1 MB', [times(1), times(10)])
    await growNewsletter(different, '500 KB to 5 MB', [times(5), times(50)])
  }
  if (isWanted('hostile'))
    await growHostileEmails(
      code === undefined ? clients.filter((each) => hostileClients.includes(each.code)) : clients,
    )
  if (isWanted('clients') && code === undefined) await captureClients()
  report('emulate', figures, ratios)
  process.exit(0)
}

/** The first client of each different profile. */
const distinctClients = (): EmailClient[] =>
  [
    ...new Map(
      emailClients.map((emailClient) => [emulatedLike(emailClient), emailClient] as const).reverse(),
    ).values(),
  ].reverse()

/** One client of each group whose documents and reported changes are the same for every hostile email. */
function distinctBehaviours(clients: readonly EmailClient[]): EmailClient[] {
  const emails = Object.values(hostileEmails).map((make) => make(2_000))
  const keyOf = (emailClient: EmailClient): string => {
    const hash = createHash('sha256')
    for (const email of emails) {
      const { document, changes } = emulateHtml(emailClient, email)
      hash.update(documentText(document)).update(JSON.stringify(changes))
    }
    return hash.digest('hex')
  }
  const byKey = new Map<string, EmailClient>()
  for (const emailClient of clients) {
    const key = keyOf(emailClient)
    if (!byKey.has(key)) byKey.set(key, emailClient)
  }
  return [...byKey.values()]
}

/**
 * Rounds of the libraries and of every profile alternate, so that a slow phase of the machine slows all of them alike.
 */
function timeNewsletter(clients: readonly EmailClient[], newsletter: string): void {
  figures['newsletter KB'] = newsletter.length / 1000
  const bare: number[] = []
  const ours = new Map(clients.map((emailClient) => [emailClient, [] as number[]]))
  for (let round = -warmUps; round < rounds; round++) {
    const bareMs = timeWork(() => parseAndWrite(newsletter))
    if (round >= 0) bare.push(bareMs)
    for (const [emailClient, times] of ours) {
      const ms = timeWork(() => emulateHtml(emailClient, newsletter))
      if (round >= 0) times.push(ms)
    }
  }
  const bareMs = percentile(bare, 50)
  figures['parse and write p50 ms'] = bareMs
  for (const [{ code }, times] of ours) {
    figures[`${code} p50 ms`] = percentile(times, 50)
    ratios[`${code} / parse and write, p50`] = {
      ratio: percentile(times, 50) / bareMs,
      wanted: { atMost: 3 },
    }
  }
}

/** Measures how many times longer the larger newsletter of `pair` takes, in each of `clients`. */
async function growNewsletter(
  clients: readonly EmailClient[],
  name: string,
  pair: readonly [string, string],
): Promise<void> {
  const options = { wanted: growthWanted, time: timeWork }
  figures[`parse and write, ${name}, times`] = (await measureGrowth(parseAndWrite, pair, options)).ratio
  for (const emailClient of clients) {
    const run = (html: string): unknown => emulateHtml(emailClient, html)
    const { smallMs, largeMs, ratio } = await measureGrowth(run, pair, options)
    console.log(
      `newsletter, ${name}, ${emailClient.code}: ${smallMs.toFixed(1)} to ${largeMs.toFixed(1)} ms, × ${ratio.toFixed(1)}`,
    )
    ratios[`${emailClient.code}, ${name}`] = { ratio, wanted: { atMost: growthWanted } }
  }
}

/**
 * Measures each hostile email in all `clients`, and reports the worst ratio. It leaves V8's garbage collection out,
 * which copies what is in use only when there is much of it, and would hide steps that pass over an email again and
 * again.
 */
async function growHostileEmails(clients: readonly EmailClient[]): Promise<void> {
  const options = { wanted: growthWanted, time: timeOutsideCollector }
  for (const [name, make] of Object.entries(hostileEmails)) {
    const pair = [make(hostileLength), make(10 * hostileLength)] as const
    const libraries = await unlessTooDeep(measureGrowth(parseAndWrite, pair, options))
    if (libraries) figures[`${name}, parse and write, times`] = libraries.ratio
    else console.log(`${name}: the libraries alone exceed the call stack`)
    const grown: (Growth & { code: string })[] = []
    for (const emailClient of clients) {
      const run = (html: string): unknown => emulateHtml(emailClient, html)
      grown.push({ code: emailClient.code, ...(await measureGrowth(run, pair, options)) })
    }
    const tooMuch = grown.filter(({ ratio }) => ratio > growthWanted)
    const slowest = grown.reduce((one, other) => (other.largeMs > one.largeMs ? other : one))
    for (const { code, smallMs, largeMs, ratio } of [...tooMuch, slowest])
      console.log(
        `${name}, ${code}: ${smallMs.toFixed(1)} to ${largeMs.toFixed(1)} ms, × ${ratio.toFixed(1)}`,
      )
    figures[`${name}, 1 MB, slowest ms`] = slowest.largeMs
    const ratio = Math.max(...grown.map((each) => each.ratio))
    ratios[`${name}, 100 KB to 1 MB, worst`] = { ratio, wanted: { atMost: growthWanted } }
  }
}

/** Resolves to null when the work throws a `RangeError`, as the libraries' own recursion does over a very deep tree. */
async function unlessTooDeep<Answer>(work: Promise<Answer>): Promise<Answer | null> {
  return work.catch((error: unknown) => {
    if (error instanceof RangeError) return null
    throw error
  })
}

/** Captures one email in every client that can be captured here, through the stack and by the engines alone. */
async function captureClients(): Promise<void> {
  const { clients, oursMs, bareOneByOneMs, bareTwoAtOnceMs } = await captureAllClients()
  figures['clients captured'] = clients
  figures['all clients, ours ms'] = oursMs
  figures['all clients, bare engines one by one ms'] = bareOneByOneMs
  figures['all clients, bare engines two at once ms'] = bareTwoAtOnceMs
  ratios['all clients, ours / bare engines one by one'] = {
    ratio: oursMs / bareOneByOneMs,
    wanted: { atMost: 1.3 },
  }
  ratios['all clients, ours / bare engines two at once'] = {
    ratio: oursMs / bareTwoAtOnceMs,
    wanted: { atMost: 1.3 },
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
