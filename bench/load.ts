/*
 * `npm run bench -- load`: two API processes and a worker that draws one capture at a time, under load from 500
 * accounts. (a) The capacity: new previews a second with two requests open at a time. (b) 60 % of the capacity for
 * three minutes, at even intervals, however long answers take. (c) 200 % of the capacity: what is too much is to be
 * refused at once, and what is accepted is to be as quick as in (b). Previews are of newsletters posted before, in
 * email clients that one engine draws. Ratios are to (b)'s own p50, so that a slow machine slows both sides.
 */
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { askAtRate, type Asked } from './ask-at-rate'
import { percentile, perSecond, report } from './measure'
import { watchMemory } from './memory'
import { buildNewsletter } from './newsletter'
import { startNewsletterWeb } from './newsletter-web'
import { openStack, stackVariable } from './stack'

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 500)
const steadySeconds = Number(process.env.BENCH_SECONDS ?? 180)
const overloadSeconds = Math.min(60, steadySeconds)
const measuredForCapacity = 60
const warmUps = 20

/** Email clients that chromium draws at a desktop's width. */
const codes = ['CHROMEGMAILNEW', 'CHROMEGOOGLEAPPS', 'CHROMEYAHOO', 'CHROMEOUTLOOKCOM', 'CHROMEOFFICE365']

async function main(): Promise<void> {
  const stack = openStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 5 })
  const web = await startNewsletterWeb()
  const html = await buildNewsletter(web.url)

  const guids: string[] = []
  await perSecond(accounts, 4, async (index) => {
    const deps = { db, clock: systemClock }
    const { id: accountId } = await createAccount(deps, { name: `Load ${index}` })
    const apiKey = await createApiKey(deps, { accountId })
    guids.push(await stack.postEmail({ html_text: html, subject: `The month in coffee ${index}` }, apiKey))
  })
  web.close()
  await db.$disconnect()
  console.log(`${accounts} accounts have an email each`)

  // Accounts take turns, and no preview is asked for twice: the second answer would be a finished capture.
  let asked = 0
  const nextPreview = (): { path: string } => {
    const [guid, code] = [guids[asked % guids.length], codes[Math.floor(asked / guids.length)]]
    if (!code)
      throw new Error('All previews have been asked for: raise BENCH_ACCOUNTS, or lower BENCH_SECONDS')
    asked++
    return { path: `/emails/${guid}/previews/${code}/full` }
  }
  const closed = (count: number): Promise<number> =>
    perSecond(count, 2, async () => {
      const { status } = await stack.ask(nextPreview().path)
      if (status !== 301) throw new Error(`a new preview was answered with ${status}`)
    })
  await closed(warmUps)
  const capacity = await closed(measuredForCapacity)
  console.log(`${capacity.toFixed(1)} new previews a second, two at a time`)

  const memory = watchMemory(stack.processes)
  const steady = await askAtRate(stack, 0.6 * capacity, steadySeconds, nextPreview)
  const grown = memory.stop()
  say('60 %', steady)
  const over = await askAtRate(stack, 2 * capacity, overloadSeconds, nextPreview)
  say('200 %', over)

  const times = (of: readonly Asked[], ...statuses: number[]): number[] =>
    of.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms)
  const [drawn, accepted, refused] = [times(steady, 301), times(over, 301), times(over, 429, 503)]
  const p50 = percentile(drawn, 50)
  report(
    'load',
    {
      'captures a second, 2 at a time': capacity,
      'at 60 %: requests': steady.length,
      'at 60 %: not answered with 301': steady.length - drawn.length,
      'at 60 %: p50 ms': p50,
      'at 60 %: p99 ms': percentile(drawn, 99),
      'at 200 %: requests': over.length,
      'at 200 %: accepted': accepted.length,
      'at 200 %: refused with 429 or 503': refused.length,
      'at 200 %: neither': over.length - accepted.length - refused.length,
      'at 200 %: accepted a second': accepted.length / overloadSeconds,
      'at 200 %: accepted p50 ms': percentile(accepted, 50),
      'at 200 %: accepted p99 ms': percentile(accepted, 99),
      'at 200 %: refused p99 ms': percentile(refused, 99),
      ...Object.fromEntries(
        Object.entries(grown).map(([name, { mib }]) => [`${name}, memory MiB at the end`, mib]),
      ),
    },
    {
      'p99 / p50 at 60 %': { ratio: percentile(drawn, 99) / p50, wanted: { atMost: 3 } },
      'failed at 60 %': { ratio: 1 - drawn.length / steady.length, wanted: { atMost: 0 } },
      'accepted p99 at 200 % / p50 at 60 %': { ratio: percentile(accepted, 99) / p50, wanted: { atMost: 3 } },
      'neither accepted nor refused at 200 %': {
        ratio: 1 - (accepted.length + refused.length) / over.length,
        wanted: { atMost: 0 },
      },
      'refusal p99 / p50 of a preview': { ratio: percentile(refused, 99) / p50, wanted: { below: 1 } },
      ...Object.fromEntries(
        Object.entries(grown).map(([name, { ratio }]) => [
          `memory of ${name}, last third / second third`,
          { ratio, wanted: { atMost: 1.1 } },
        ]),
      ),
    },
  )
  process.exit(0)
}

function say(name: string, asked: readonly Asked[]): void {
  const byStatus = new Map<number, number>()
  for (const { status } of asked) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  const counts = [...byStatus].map(([status, count]) => `${count} × ${status}`)
  console.log(`${name}: ${counts.join(', ')}`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
