/*
 * `npm run bench -- events`: what it costs to learn what became of an email's previews. The list of 137 beside a bare
 * route with the same select; from a row's commit to the event at its reader; what 1,000 idle streams hold in memory.
 * And webhooks: what they add to the recording of a capture, the time from a capture's commit to the receiver, and how
 * fast a backlog drains.
 */
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase, type Database } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { readProcFile } from '@pas/testing/processes'
import { request } from 'undici'
import { compareWithBareRoute } from './capture/api-answers'
import { postWithCapturedPreviews } from './captured-previews'
import { openStream } from './events/open-stream'
import { measureWebhooks } from './events/webhooks'
import { percentile, report, type Wanted } from './measure'
import { openStack, stackVariable, type Stack } from './stack'

/** Previews of the email whose list is measured. */
const listed = 137
/** Captures whose events are timed, one after the other. */
const timed = 200
const idleStreams = 1_000
const streamsPerEmail = 20

const figures: Record<string, number> = {}
const ratios: Record<string, { ratio: number; wanted: Wanted }> = {}

async function main(): Promise<void> {
  const stack = openStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 4 })
  await compareList(stack, db)
  await timeEvents(stack)
  await weighIdleStreams(stack, db)
  const webhooks = await measureWebhooks(stack, db)
  Object.assign(figures, webhooks.figures)
  Object.assign(ratios, webhooks.ratios)
  report('events', figures, ratios)
  process.exit(0)
}

async function compareList(stack: Stack, db: Database): Promise<void> {
  const guid = await postWithCapturedPreviews(stack, db, listed)
  const { ours, bare } = await compareWithBareRoute(stack, ['previews', guid], async () => {
    const answer = await request(`${stack.instantUrl}/emails/${guid}/previews`, {
      dispatcher: stack.dispatcher,
    })
    if (answer.statusCode !== 200) throw new Error(`the list answered ${answer.statusCode}`)
    await answer.body.dump()
  })
  figures[`list of ${listed} p50 ms`] = percentile(ours, 50)
  figures['bare route p50 ms'] = percentile(bare, 50)
  ratios['list / bare route, p50'] = {
    ratio: percentile(ours, 50) / percentile(bare, 50),
    wanted: { atMost: 1.5 },
  }
}

/** The stack's worker captures plain text; the preview's `captured_at` is the clock of its commit. */
async function timeEvents(stack: Stack): Promise<void> {
  const times: number[] = []
  for (let turn = 0; turn < timed; turn++) {
    const guid = await stack.postEmail({ plain_text: `email ${turn}` })
    const stream = await openStream(stack, guid)
    await stream.next('snapshot')
    void stack.getPreview(guid, 'PLAINTEXT')
    const { at, data } = await stream.next('preview')
    times.push(at - Date.parse(String(data.captured_at)))
    stream.close()
  }
  figures['row committed to event, p50 ms'] = percentile(times, 50)
  figures['row committed to event, p95 ms'] = percentile(times, 95)
  ratios['row committed to event, p95 / 50 ms'] = { ratio: percentile(times, 95) / 50, wanted: { atMost: 1 } }
}

/** Memory of the API's process with idle streams, less its memory before; each email has 137 previews. */
async function weighIdleStreams(stack: Stack, db: Database): Promise<void> {
  const [pid] = stack.processes.api ?? []
  if (pid === undefined) throw new Error('the stack runs no API')
  const residentMib = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readProcFile(pid, 'status'))?.[1] ?? NaN) / 1024
  // Two accounts, because one alone may have half of the owners' 1,500 streams.
  const keys = [await addKey(db), await addKey(db)]
  const emails: { guid: string; authorization: string }[] = []
  for (let index = 0; index < idleStreams / streamsPerEmail; index++) {
    const apiKey = keys[index % keys.length] ?? ''
    const guid = await stack.postEmail({ plain_text: `idle ${index}` }, apiKey)
    emails.push({ guid, authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` })
  }
  // The first connections warm up what every later one shares.
  const warm = await Promise.all(
    emails.map(({ guid, authorization }) => openStream(stack, guid, authorization)),
  )
  await Promise.all(warm.map((stream) => stream.next('snapshot')))
  for (const stream of warm) stream.close()
  const before = residentMib()
  const streams = await Promise.all(
    emails.flatMap(({ guid, authorization }) =>
      Array.from({ length: streamsPerEmail }, () => openStream(stack, guid, authorization)),
    ),
  )
  await Promise.all(streams.map((stream) => stream.next('snapshot')))
  const grown = residentMib() - before
  for (const stream of streams) stream.close()
  figures[`${idleStreams} idle streams, MiB`] = grown
  ratios[`${idleStreams} idle streams, MiB / 40`] = { ratio: grown / 40, wanted: { atMost: 1 } }
}

/** An API key of a new account. */
async function addKey(db: Database): Promise<string> {
  const deps = { db, clock: systemClock }
  const { id: accountId } = await createAccount(deps, { name: 'bench' })
  return createApiKey(deps, { accountId })
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
