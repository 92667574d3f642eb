import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@pas/db/database'
import { emailClients } from '@pas/email-clients/catalogue'
import { addEmail } from '@pas/testing/add-email'
import { until } from '@pas/testing/until'
import { request } from 'undici'
import { percentile, type Measured } from '../measure'
import { getPostedEmail } from '../posted-email'
import type { Stack } from '../stack'

/** Captures that are recorded with and without an endpoint, in turns. */
const recorded = 1_000
/** Captures a second, and for how many seconds, whose messages are timed. */
const rate = { perSecond: 50, seconds: 20 }
const backlog = 10_000

/** A receiver on loopback that answers at once, and notes when each message came, by its id. */
async function startReceiver() {
  const cameAt = new Map<string, number>()
  const server = http.createServer((req, res) => {
    cameAt.set(String(req.headers['webhook-id']), Date.now())
    req.resume().on('end', () => res.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    cameAt,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Measures webhooks. Captures are recorded in the rows as a worker does it, without an event of the queue. */
export async function measureWebhooks(stack: Stack, db: Database): Promise<Measured> {
  const guid = await stack.postEmail({ plain_text: 'x' })
  // An endpoint gets messages only about emails of the application that made it.
  const { accountId, oauthApplicationId } = await getPostedEmail(db, guid)
  const owner = { accountId, oauthApplicationId }
  const measured: Measured = { figures: {}, ratios: {} }
  await compareRecording(db, measured)
  await timeMessages(stack, db, owner, measured)
  await drainBacklog(stack, db, measured)
  return measured
}

/** The account and application of the emails. */
interface Owner {
  accountId: number
  oauthApplicationId: number | null
}

/** Adds emails with a hundred previews each that are being captured; resolves to the previews' ids. */
async function addCapturing(db: Database, owner: Owner, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count)
    ids.push(
      ...(await addEmailWithCapturing(db, owner, emailClients.slice(0, Math.min(100, count - ids.length)))),
    )
  return ids
}

async function addEmailWithCapturing(
  db: Database,
  owner: Owner,
  clients: readonly { code: string }[],
): Promise<string[]> {
  const at = new Date()
  const later = new Date(at.getTime() + 3_600_000)
  const { id: emailId } = await addEmail(db, { ...owner, createdAt: at, expiresAt: later })
  const ids = clients.map(() => randomUUID())
  await db.preview.createMany({
    data: clients.map(({ code }, index) => ({
      id: ids[index] ?? '',
      emailId,
      accountId: owner.accountId,
      emailClient: code,
      engine: 'text',
      orientation: 'vertical' as const,
      images: 'allowed' as const,
      imageToken: randomBytes(24).toString('base64url'),
      requestedAt: at,
      status: 'capturing' as const,
      attempt: 1,
      deadlineAt: later,
    })),
  })
  return ids
}

const recordCapture = (db: Database, id: string): Promise<unknown> =>
  db.preview.updateMany({
    where: { id, attempt: 1, status: 'capturing' },
    data: {
      status: 'captured',
      capturedAt: new Date(),
      deadlineAt: null,
      width: 640,
      height: 1_200,
      truncated: false,
      engineVersion: '1',
      pictureSha256: new Uint8Array(32),
      failure: null,
      failedAt: null,
    },
  })

/** The time that an endpoint, and the trigger without one, add to the statement that records a capture. */
async function compareRecording(db: Database, { figures, ratios }: Measured): Promise<void> {
  const account = () => db.account.create({ data: { name: 'bench', createdAt: new Date() } })
  const others = { none: await account(), endpoint: await account() }
  await db.webhook.create({
    data: {
      id: randomUUID(),
      accountId: others.endpoint.id,
      // Nothing listens there; the endpoint is paused.
      url: 'http://127.0.0.1:1/',
      eventTypes: ['email.previews_finished', 'preview.captured', 'preview.failed'],
      secret: new Uint8Array(randomBytes(32)),
      pausedUntil: new Date(Date.now() + 3_600_000),
      createdAt: new Date(),
    },
  })
  const times: Record<'bare' | 'none' | 'endpoint', number[]> = { bare: [], none: [], endpoint: [] }
  const kinds = ['bare', 'none', 'endpoint'] as const
  const ids = new Map<(typeof kinds)[number], string[]>()
  for (const kind of kinds)
    ids.set(
      kind,
      await addCapturing(
        db,
        { accountId: (kind === 'endpoint' ? others.endpoint : others.none).id, oauthApplicationId: null },
        recorded,
      ),
    )
  const toggle = (isOn: boolean): Promise<unknown> =>
    db.$executeRawUnsafe(
      `ALTER TABLE previews ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER previews_add_webhook_messages`,
    )
  // In turns of a hundred, so that each kind has the same share of what else happens on the machine.
  for (let start = 0; start < recorded; start += 100) {
    for (const kind of kinds) {
      await toggle(kind !== 'bare')
      for (const id of (ids.get(kind) ?? []).slice(start, start + 100)) {
        const startedAt = performance.now()
        await recordCapture(db, id)
        times[kind].push(performance.now() - startedAt)
      }
    }
  }
  await toggle(true)
  await db.webhook.deleteMany({ where: { accountId: others.endpoint.id } })
  const [bare, none, endpoint] = kinds.map((kind) => percentile(times[kind], 50)) as [number, number, number]
  figures['recording without the trigger, p50 ms'] = bare
  figures['the trigger adds without an endpoint, ms'] = none - bare
  figures['an endpoint adds, ms'] = endpoint - bare
  ratios['an endpoint adds / 0.2 ms'] = { ratio: (endpoint - bare) / 0.2, wanted: { atMost: 1 } }
}

async function addEndpoint(stack: Stack, url: string, eventTypes: string[]): Promise<string> {
  const answer = await request(`${stack.instantUrl}/webhooks`, {
    method: 'POST',
    dispatcher: stack.dispatcher,
    headers: { authorization: stack.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ url, event_types: eventTypes }),
  })
  const body = (await answer.body.json()) as { webhook_id: string }
  if (answer.statusCode !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(body)}`)
  return body.webhook_id
}

async function timeMessages(
  stack: Stack,
  db: Database,
  owner: Owner,
  { figures, ratios }: Measured,
): Promise<void> {
  const receiver = await startReceiver()
  const webhookId = await addEndpoint(stack, receiver.url, ['preview.captured'])
  const ids = await addCapturing(db, owner, rate.perSecond * rate.seconds)
  const committedAt = new Map<string, number>()
  const startedAt = performance.now()
  await Promise.all(
    ids.map(async (id, index) => {
      await delay(Math.max(0, (index * 1000) / rate.perSecond - (performance.now() - startedAt)))
      await recordCapture(db, id)
      committedAt.set(id, Date.now())
    }),
  )
  await until('every message is delivered', async () => {
    const left = await db.webhookDelivery.count({ where: { webhookId, status: 'pending' } })
    return [left === 0, left]
  })
  receiver.close()
  if (receiver.cameAt.size < ids.length)
    throw new Error(`The receiver got ${receiver.cameAt.size} of ${ids.length} messages.`)
  const rows = await db.webhookDelivery.findMany({ where: { webhookId } })
  const times = rows.flatMap(({ id, facts }) => {
    const { preview } = facts as { preview: { id: string } }
    const came = receiver.cameAt.get(`msg_${id.replaceAll('-', '')}`)
    const committed = committedAt.get(preview.id)
    return came !== undefined && committed !== undefined ? [came - committed] : []
  })
  figures['capture committed to receiver, p50 ms'] = percentile(times, 50)
  figures['capture committed to receiver, p95 ms'] = percentile(times, 95)
  ratios['capture committed to receiver, p95 / 1 s'] = {
    ratio: percentile(times, 95) / 1_000,
    wanted: { atMost: 1 },
  }
}

async function drainBacklog(stack: Stack, db: Database, { figures, ratios }: Measured): Promise<void> {
  const receiver = await startReceiver()
  const webhookId = await addEndpoint(stack, receiver.url, ['preview.captured'])
  const at = new Date()
  const later = new Date(at.getTime() + 3_600_000)
  await db.webhookDelivery.createMany({
    data: Array.from({ length: backlog }, () => ({
      id: randomUUID(),
      webhookId,
      type: 'webhook.test',
      facts: {},
      nextAttemptAt: at,
      createdAt: at,
      expiresAt: later,
    })),
  })
  const startedAt = performance.now()
  await until(
    'the backlog is drained',
    () => [receiver.cameAt.size >= backlog, receiver.cameAt.size],
    10 * 60_000,
  )
  const perSecond = (backlog * 1000) / (performance.now() - startedAt)
  receiver.close()
  figures[`messages of a backlog of ${backlog} a second`] = perSecond
  ratios['messages of a backlog a second / 200'] = { ratio: perSecond / 200, wanted: { atLeast: 1 } }
}
