/*
 * `npm run bench -- load`: two API processes and a worker that draws one capture at a time, under load from 500
 * accounts. (a) The capacity: new previews a second with two requests open at a time. (b) 60 % of the capacity for
 * three minutes, at even intervals, however long answers take. (c) 200 % of the capacity: what is too much is to be
 * refused at once, and what is accepted is to be as quick as in (b). Previews are of newsletters posted before, in
 * email clients that one engine draws. Ratios are to (b)'s own p50, so that a slow machine slows both sides.
 */
import { askAtRate, type Asked } from './ask-at-rate'
import { reportLoad } from './load/report-load'
import { watchMemory } from './memory'
import { openStack, stackVariable, type Stack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import { perSecond } from '@pas/testing/measure'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { buildNewsletter } from '../packages/email-clients/tests/real-templates/newsletter'
import { startNewsletterWeb } from './newsletter-web'

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 500)
const steadySeconds = Number(process.env.BENCH_SECONDS ?? 180)
const overloadSeconds = Math.min(60, steadySeconds)

async function main(): Promise<void> {
  const stack = openStack()
  const guids = await postEmails(stack, accounts)
  console.log(`${accounts} accounts have an email each`)
  const nextPreview = listPreviews(guids)
  const capacity = await measureCapacity(stack, nextPreview)
  console.log(`${capacity.toFixed(1)} new previews a second, two at a time`)

  const memory = watchMemory(stack.processes)
  const steady = await askAtRate(stack, 0.6 * capacity, steadySeconds, nextPreview)
  const grown = memory.stop()
  printStatuses('60 %', steady)
  const overload = await askAtRate(stack, 2 * capacity, overloadSeconds, nextPreview)
  printStatuses('200 %', overload)

  reportLoad({ capacity, steady, overload, overloadSeconds, grown })
}

function printStatuses(name: string, asked: readonly Asked[]): void {
  const byStatus = new Map<number, number>()
  for (const { status } of asked) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  const counts = [...byStatus].map(([status, count]) => `${count} × ${status}`)
  console.log(`${name}: ${counts.join(', ')}`)
}

/** Drawn by chromium at a desktop's width. */
const codes = ['CHROMEGMAILNEW', 'CHROMEGOOGLEAPPS', 'CHROMEYAHOO', 'CHROMEOUTLOOKCOM', 'CHROMEOFFICE365']

/**
 * Returns the path of another preview at each call, account by account, none twice: a second request would get a
 * finished capture. Throws when none is left.
 */
function listPreviews(guids: readonly string[]): () => { path: string } {
  let asked = 0
  return () => {
    const [guid, code] = [guids[asked % guids.length], codes[Math.floor(asked / guids.length)]]
    if (!code)
      throw new Error('All previews have been asked for: raise BENCH_ACCOUNTS, or lower BENCH_SECONDS')
    asked++
    return { path: `/emails/${guid}/previews/${code}/full` }
  }
}

const warmUps = 20
const measured = 60

/** New previews a second, two at a time. Rejects unless each is answered with 301. */
async function measureCapacity(
  stack: Pick<Stack, 'ask'>,
  nextPreview: () => { path: string },
): Promise<number> {
  const closedLoop = (count: number): Promise<number> =>
    perSecond(count, 2, async () => {
      const { status } = await stack.ask(nextPreview().path)
      if (status !== 301) throw new Error(`a new preview was answered with ${status}`)
    })
  await closedLoop(warmUps)
  return closedLoop(measured)
}

/** Resolves to the emails' guids. */
async function postEmails(stack: Pick<Stack, 'postEmail'>, accounts: number): Promise<string[]> {
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
  await web.close()
  await db.$disconnect()
  return guids
}

runToEnd(main)
