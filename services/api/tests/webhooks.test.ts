import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import type { deliveryListBody } from '@pas/api-contract/webhooks'
import { claimCapture } from '@pas/captures/claim-capture'
import { recordFailure, recordPicture } from '@pas/captures/record-capture'
import { addTestMessage } from '@pas/webhooks/deliveries'
import { startConnectionCounter } from '@pas/testing/connection-counter'
import { until } from '@pas/testing/until'
import { Webhook } from 'standardwebhooks'
import type { z } from 'zod'
import { insertPreview } from './add-preview'
import { connectApplication } from './connect-application'
import { isGenuine, type ReceivedMessage } from './is-genuine'
import { postEmail, startApi, type TestApi } from './start-api'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const all = ['email.previews_finished', 'preview.captured', 'preview.failed']

let api: TestApi
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  api = await startApi({ webhookAllow: '127.0.0.1/32', webhookTimeoutMs: 10_000 })
})
afterAll(async () => {
  await api.close()
  await receiver.close()
})

interface Answer {
  status: number
  location?: string
  body: Record<string, unknown> & {
    webhook_id: string
    secret: string
    description: string
    message_id: string
    deliveries: Delivery[]
    next?: string
  }
}
type Delivery = z.output<typeof deliveryListBody>['deliveries'][number]

/** A request with an account's API key. */
async function ask(owner: TestApi, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { ...owner.headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    ...(response.headers.has('location') && { location: response.headers.get('location') ?? '' }),
    body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
  }
}

const headersOf = (apiKey: string): Record<string, string> => ({
  ...api.headers,
  Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
})

/** The API as the owner of a new account calls it. */
async function newOwner(): Promise<TestApi> {
  const { id: accountId } = await createAccount(api, { name: 'Another' })
  return { ...api, accountId, headers: headersOf(await createApiKey(api, { accountId })) }
}

/** The API as an application of an account calls it, with the application's own key. */
async function newApplication(owner: TestApi): Promise<TestApi> {
  const { accountId } = owner
  const callbackUris = ['https://partner.example.com/']
  const { clientId } = await createOauthApplication(api, { accountId, name: 'Partner', callbackUris })
  return { ...owner, headers: headersOf(await createApiKey(api, { accountId, clientId })) }
}

let paths = 0
/** Makes an endpoint for a path of the receiver that no other test uses. */
async function addWebhook(
  owner: TestApi,
  eventTypes: string[] = all,
): Promise<{ id: string; secret: string; path: string }> {
  const path = `/${paths++}`
  const { status, location, body } = await ask(owner, 'POST', '/webhooks', {
    url: `${receiver.url}${path}`,
    event_types: eventTypes,
  })
  expect([status, location]).toEqual([201, `https://api.test/v1/webhooks/${body.webhook_id}`])
  return { id: body.webhook_id, secret: body.secret, path }
}

/** Posts an email with these previews, none of which is captured yet. */
async function postWithPreviews(
  owner: TestApi,
  codes: readonly string[],
  email: Record<string, string> = {},
): Promise<{ guid: string; previewIds: string[] }> {
  const guid = await postEmail(owner, { plain_text: 'x', ...email })
  const previewIds: string[] = []
  for (const emailClient of codes) previewIds.push((await insertPreview(owner, guid, { emailClient })).id)
  return { guid, previewIds }
}

/** Records that a preview is captured, or failed for good, as a worker does. */
async function end(previewId: string | undefined, how: 'captured' | 'failed' = 'captured'): Promise<void> {
  const claim = await claimCapture({ ...api, jobTimeoutMs: 30_000 }, previewId ?? '', false)
  if (!claim) throw new Error('the preview cannot be claimed')
  const pictureSha256 = new Uint8Array(32).fill(0xab)
  const facts = { width: 640, height: 1_200, truncated: false, drawnBy: '1', pictureSha256 }
  if (how === 'captured') await recordPicture(api, claim, facts)
  else await recordFailure(api, claim, 'unsupported_document')
  api.webhookOutbox.wake()
}

const deliveriesOf = async (owner: TestApi, id: string, query = ''): Promise<Delivery[]> =>
  (await ask(owner, 'GET', `/webhooks/${id}/deliveries${query}`)).body.deliveries

/** Resolves to an endpoint's newest delivery when it has so many attempts. */
async function untilAttempts(owner: TestApi, id: string, count: number): Promise<Delivery> {
  const found: Delivery[] = []
  await until(`the message has ${count} attempts`, async () => {
    const [delivery] = await deliveriesOf(owner, id)
    if (delivery?.attempts.length === count) found.push(delivery)
    return [found.length > 0, delivery]
  })
  const [delivery] = found
  if (!delivery) throw new Error('there is no such message')
  return delivery
}

const untilSent = (webhookId: string): Promise<void> =>
  until(
    'nothing waits for the endpoint',
    async () => (await api.db.webhookDelivery.count({ where: { webhookId, status: 'pending' } })) === 0,
  )

const dataOf = ({ body }: ReceivedMessage): Record<string, unknown> =>
  (JSON.parse(body) as { data: Record<string, unknown> }).data

describe('a message', () => {
  it('comes once when nothing of an email waits any more, and verifiers accept it', async () => {
    const owner = await newOwner()
    const { secret, path } = await addWebhook(owner, ['email.previews_finished'])
    const email = { reference: 'campaign-17', end_user_id: 'customer-7' }
    const { guid, previewIds } = await postWithPreviews(owner, ['PLAINTEXT', 'W3M'], email)
    await end(previewIds[0])
    await end(previewIds[1], 'failed')
    const [message] = await receiver.untilCount(path, 1)
    if (!message) throw new Error('no message came')
    expect(JSON.parse(message.body)).toEqual({
      type: 'email.previews_finished',
      timestamp: api.clock.now().toISOString(),
      data: { email_guid: guid, ...email, counts: { waiting: 0, captured: 1, failed: 1 } },
    })
    expect(message.headers['content-type']).toBe('application/json')
    expect(message.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(isGenuine(secret, message, api.clock.now())).toBe(true)
    const library = new Webhook(secret)
    const headers = message.headers as Record<string, string>
    expect(library.verify(message.body, headers)).toEqual(JSON.parse(message.body))
    // Neither verifier may accept this.
    const tampered = { ...message, body: message.body.replace('"failed":1', '"failed":0') }
    const old = { ...message, headers: { ...headers, 'webhook-timestamp': '1614265330' } }
    const otherSecret = `whsec_${Buffer.alloc(32).toString('base64')}`
    for (const wrong of [tampered, old]) {
      expect(isGenuine(secret, wrong, api.clock.now())).toBe(false)
      expect(() => library.verify(wrong.body, wrong.headers as Record<string, string>)).toThrow()
    }
    expect(isGenuine(otherSecret, message, api.clock.now())).toBe(false)
    expect(() => new Webhook(otherSecret).verify(message.body, headers)).toThrow()
    // Another preview is requested later.
    const { id } = await insertPreview(owner, guid, { emailClient: 'LYNX' })
    await end(id)
    const [, second] = await receiver.untilCount(path, 2)
    expect(second && dataOf(second)).toMatchObject({ counts: { waiting: 0, captured: 2, failed: 1 } })
    expect(receiver.at(path)).toHaveLength(2)
  })

  it('about a preview has its entry of the list, and the list’s reference', async () => {
    const owner = await newOwner()
    const { path } = await addWebhook(owner, ['preview.captured', 'preview.failed'])
    const { guid, previewIds } = await postWithPreviews(owner, ['PLAINTEXT', 'W3M'], { reference: 'r' })
    await end(previewIds[0])
    await receiver.untilCount(path, 1)
    await end(previewIds[1], 'failed')
    const messages = await receiver.untilCount(path, 2)
    const { body } = await ask(owner, 'GET', `/emails/${guid}/previews`)
    const ofEmail = { email_guid: guid, reference: 'r', end_user_id: null }
    expect(messages.map((message) => JSON.parse(message.body) as unknown)).toMatchObject(
      (body.previews as { status: string }[]).map((preview) => ({
        type: `preview.${preview.status}`,
        data: { ...ofEmail, preview },
      })),
    )
  })

  it('has 4 KB at most, whatever a caller sends', async () => {
    const owner = await newOwner()
    const { path } = await addWebhook(owner)
    const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT'], {
      reference: '😀'.repeat(64),
      end_user_id: '\u0001'.repeat(64),
    })
    await end(previewIds[0])
    for (const { body } of await receiver.untilCount(path, 2))
      expect(Buffer.byteLength(body)).toBeLessThan(4_096)
  })

  it('comes to every endpoint that wants it, and with an application’s only about its emails', async () => {
    const owner = await newOwner()
    const application = await newApplication(owner)
    const ofAccount = await addWebhook(owner, ['preview.captured'])
    const ofApplication = await addWebhook(application, ['preview.captured'])
    const ofFailures = await addWebhook(owner, ['preview.failed'])
    const direct = await postWithPreviews(owner, ['PLAINTEXT'])
    const through = await postWithPreviews(application, ['PLAINTEXT'])
    await end(direct.previewIds[0])
    await end(through.previewIds[0])
    const [one, other] = await receiver.untilCount(ofAccount.path, 2)
    expect([one, other].map((message) => message && dataOf(message).email_guid).sort()).toEqual(
      [direct.guid, through.guid].sort(),
    )
    const [only] = await receiver.untilCount(ofApplication.path, 1)
    expect(only && dataOf(only).email_guid).toBe(through.guid)
    expect(receiver.at(ofApplication.path)).toHaveLength(1)
    expect(receiver.at(ofFailures.path)).toHaveLength(0)
  })

  it('has two signatures for 24 hours after a rotation, the new one first', async () => {
    const owner = await newOwner()
    const { id, secret, path } = await addWebhook(owner)
    const { status, body } = await ask(owner, 'POST', `/webhooks/${id}/rotate-secret`)
    expect([status, body.previous_secret_signs_until]).toEqual([
      200,
      new Date(api.clock.now().getTime() + dayMs).toISOString(),
    ])
    await ask(owner, 'POST', `/webhooks/${id}/test`)
    const [during] = await receiver.untilCount(path, 1)
    if (!during) throw new Error('no message came')
    for (const one of [secret, body.secret]) {
      expect(isGenuine(one, during, api.clock.now())).toBe(true)
      new Webhook(one).verify(during.body, during.headers as Record<string, string>)
    }
    const [first] = String(during.headers['webhook-signature']).split(' ')
    const withFirst = { ...during, headers: { ...during.headers, 'webhook-signature': first } }
    expect(isGenuine(body.secret, withFirst, api.clock.now())).toBe(true)
    api.clock.advance(dayMs)
    await untilAttempts(owner, id, 1)
    await ask(owner, 'POST', `/webhooks/${id}/test`)
    const [, after] = await receiver.untilCount(path, 2)
    expect(after && isGenuine(body.secret, after, api.clock.now())).toBe(true)
    expect(after && isGenuine(secret, after, api.clock.now())).toBe(false)
  })
})

describe('a receiver', () => {
  /** Makes an endpoint that gives this answer, and a message for it. */
  async function sendTo(
    answer: (req: IncomingMessage, res: ServerResponse) => void,
  ): Promise<{ owner: TestApi; id: string; path: string; secret: string }> {
    const owner = await newOwner()
    const { id, path, secret } = await addWebhook(owner)
    receiver.answers.set(path, answer)
    await ask(owner, 'POST', `/webhooks/${id}/test`)
    return { owner, id, path, secret }
  }

  it('that is down for an hour gets each message afterwards, with the same id, on the schedule', async () => {
    let isDown = true
    const { owner, id, path, secret } = await sendTo((_req, res) => {
      if (isDown) res.destroy()
      else res.writeHead(200).end('thanks')
    })
    const begin = api.clock.now().getTime()
    const delays = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs]
    for (const [failures, delayMs] of delays.entries()) {
      const { next_attempt_at, status, attempts } = await untilAttempts(owner, id, failures + 1)
      expect([status, attempts.at(-1)]).toMatchObject(['pending', { status_code: null, error: 'connection' }])
      const waits = Date.parse(next_attempt_at ?? '') - api.clock.now().getTime()
      expect(waits).toBeGreaterThanOrEqual(0.9 * delayMs)
      expect(waits).toBeLessThanOrEqual(1.1 * delayMs)
      api.clock.advance(waits - 1)
      isDown = api.clock.now().getTime() - begin < hourMs
      api.clock.advance(1)
      api.webhookOutbox.wake()
    }
    const { status, next_attempt_at, attempts } = await untilAttempts(owner, id, 5)
    expect([status, next_attempt_at]).toEqual(['delivered', null])
    expect(attempts.at(-1)).toMatchObject({ status_code: 200, error: null, answer: 'thanks' })
    const messages = receiver.at(path)
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1)
    const last = messages.at(-1)
    expect(last && isGenuine(secret, last, api.clock.now())).toBe(true)
  })

  it('gets ten attempts over some 76 hours, then the message has failed, and can be sent again', async () => {
    let status = 500
    const { owner, id } = await sendTo((_req, res) => res.writeHead(status).end('no'))
    const begin = api.clock.now().getTime()
    for (let attempt = 1; attempt < 10; attempt++) {
      const { next_attempt_at } = await untilAttempts(owner, id, attempt)
      api.clock.set(new Date(next_attempt_at ?? ''))
      api.webhookOutbox.wake()
    }
    const failed = await untilAttempts(owner, id, 10)
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null })
    const hours = (api.clock.now().getTime() - begin) / hourMs
    expect(hours).toBeGreaterThan(0.9 * 75.5)
    expect(hours).toBeLessThan(1.1 * 75.7)
    expect(await deliveriesOf(owner, id, '?status=failed')).toHaveLength(1)
    status = 200
    const again = await ask(owner, 'POST', `/webhooks/${id}/deliveries/${failed.message_id}/redeliver`)
    expect(again).toMatchObject({ status: 202, body: { message_id: failed.message_id } })
    expect(await untilAttempts(owner, id, 11)).toMatchObject({ status: 'delivered' })
    expect((await ask(owner, 'GET', `/webhooks/${id}`)).body.failing_since).toBeNull()
  })

  it('that fails for five days is disabled, with an audit row, and gets what waits when it is enabled', async () => {
    let status = 500
    const { owner, id } = await sendTo((_req, res) => res.writeHead(status).end())
    await untilAttempts(owner, id, 1)
    for (let day = 1; day <= 5; day++) {
      api.clock.advance(dayMs)
      await ask(owner, 'POST', `/webhooks/${id}/test`)
      api.webhookOutbox.wake()
      await untilAttempts(owner, id, day + 1)
    }
    await until('it is disabled', async () => {
      const { body } = await ask(owner, 'GET', `/webhooks/${id}`)
      return [body.status === 'disabled' && body.disabled_reason === 'failing', body]
    })
    expect(
      await api.db.auditEvent.findFirst({ where: { action: 'webhook.disable', target: `webhook:${id}` } }),
    ).toMatchObject({
      actor: 'service:api',
      details: { account_id: owner.accountId, reason: 'failing' },
    })
    const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT'])
    await end(previewIds[0])
    expect(await deliveriesOf(owner, id)).toHaveLength(1)
    status = 200
    expect((await ask(owner, 'PATCH', `/webhooks/${id}`, { status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
    })
    api.clock.advance(dayMs + 3 * hourMs)
    api.webhookOutbox.wake()
    expect(await untilAttempts(owner, id, 7)).toMatchObject({ status: 'delivered' })
  })

  it('to which nothing was sent for a week is not disabled by its first failure', async () => {
    const { owner, id } = await sendTo((_req, res) => res.writeHead(500).end())
    await untilAttempts(owner, id, 1)
    await api.db.webhookDelivery.deleteMany({ where: { webhookId: id } })
    api.clock.advance(7 * dayMs)
    await ask(owner, 'POST', `/webhooks/${id}/test`)
    await untilAttempts(owner, id, 1)
    expect((await ask(owner, 'GET', `/webhooks/${id}`)).body).toMatchObject({
      status: 'enabled',
      failing_since: api.clock.now().toISOString(),
    })
  })

  it('that answers 410 is disabled at once, and nothing more is kept for it', async () => {
    const { owner, id } = await sendTo((_req, res) => res.writeHead(410).end())
    expect(await untilAttempts(owner, id, 1)).toMatchObject({ status: 'failed', next_attempt_at: null })
    await until('it is disabled', async () => {
      const { body } = await ask(owner, 'GET', `/webhooks/${id}`)
      return [body.disabled_reason === 'gone', body]
    })
    const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT'])
    await end(previewIds[0])
    const [{ message_id } = { message_id: '' }, ...more] = await deliveriesOf(owner, id)
    expect(more).toEqual([])
    for (const path of ['test', `deliveries/${message_id}/redeliver`])
      expect((await ask(owner, 'POST', `/webhooks/${id}/${path}`)).status).toBe(409)
  })

  it.each([301, 302, 303, 307, 308])('that redirects (%d) to loopback is not followed', async (status) => {
    const internal = await startConnectionCounter()
    const { owner, id } = await sendTo((_req, res) =>
      res.writeHead(status, { Location: `http://127.0.0.1:${internal.port}/` }).end(),
    )
    expect(await untilAttempts(owner, id, 1)).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: status, error: null }],
    })
    expect(internal.connections).toBe(0)
    await internal.close()
  })

  it('that sends 100 MB is read to 512 characters', async () => {
    let sentBytes = 0
    let isCut = false
    const { owner, id } = await sendTo((_req, res) => {
      const piece = Buffer.from('é'.repeat(32 * 1024))
      res.writeHead(200)
      res.on('close', () => (isCut = true))
      const send = (): void => {
        while (!isCut && sentBytes < 100e6) {
          sentBytes += piece.length
          if (!res.write(piece)) {
            res.once('drain', send)
            return
          }
        }
        res.end()
      }
      send()
    })
    const { status, attempts } = await untilAttempts(owner, id, 1)
    expect([status, attempts[0]?.answer]).toEqual(['delivered', 'é'.repeat(512)])
    await until('the connection is closed', () => isCut)
    expect(sentBytes).toBeLessThan(10e6)
  })

  it('whose answer holds what Postgres cannot store is listed without that', async () => {
    const { owner, id } = await sendTo((_req, res) => res.writeHead(500).end('a\0b\ud800'))
    expect((await untilAttempts(owner, id, 1)).attempts[0]?.answer).toBe('ab\ufffd')
  })

  it('gets nothing before its Retry-After', async () => {
    let status = 503
    const { owner, id, path } = await sendTo((_req, res) =>
      res.writeHead(status, { 'Retry-After': '600' }).end(),
    )
    const { next_attempt_at } = await untilAttempts(owner, id, 1)
    expect(next_attempt_at).toBe(new Date(api.clock.now().getTime() + 600 * secondMs).toISOString())
    const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT'])
    await end(previewIds[0])
    // A message for another endpoint, added later, has arrived: without Retry-After this one would have, too.
    const other = await sendTo((_req, res) => res.writeHead(200).end())
    await untilAttempts(other.owner, other.id, 1)
    expect(receiver.at(path)).toHaveLength(1)
    status = 200
    api.clock.advance(600 * secondMs)
    api.webhookOutbox.wake()
    await receiver.untilCount(path, 4)
  })

  it('that hangs gets four requests at a time and delays no other', async () => {
    const owner = await newOwner()
    const hanging = await addWebhook(owner, ['preview.captured'])
    let open = 0
    let most = 0
    receiver.answers.set(hanging.path, (_req, res) => {
      most = Math.max(most, ++open)
      res.on('close', () => open--)
    })
    const { previewIds } = await postWithPreviews(owner, [
      'PLAINTEXT',
      'W3M',
      'LYNX',
      'OL2016',
      'GMAILNEW',
      'APPMAIL26',
    ])
    for (const previewId of previewIds) await end(previewId)
    await receiver.untilCount(hanging.path, 4)
    const other = await newOwner()
    const quick = await addWebhook(other)
    await ask(other, 'POST', `/webhooks/${quick.id}/test`)
    await receiver.untilCount(quick.path, 1)
    await until('an attempt was given up', async () => {
      const deliveries = await deliveriesOf(owner, hanging.id)
      return [deliveries.some(({ attempts }) => attempts[0]?.error === 'too_slow'), deliveries]
    })
    expect(most).toBe(4)
    // While it fails it gets one at a time.
    receiver.answers.delete(hanging.path)
  })

  it('of each of two accounts, ten that hang, have sixteen places and do not delay a third account', async () => {
    const other = await newOwner()
    const { id, path } = await addWebhook(other)
    const held: ServerResponse[] = []
    let hasEnded = false
    const hold = (_req: IncomingMessage, res: ServerResponse): void => {
      held.push(res)
      res.on('close', () => (hasEnded = true))
    }
    const owners = [await newOwner(), await newOwner()]
    for (const owner of owners) {
      for (let count = 0; count < 10; count++)
        receiver.answers.set((await addWebhook(owner, ['preview.captured'])).path, hold)
      const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT', 'W3M', 'LYNX', 'OL2016'])
      for (const previewId of previewIds) await end(previewId)
    }
    await until('both accounts have all of their places', () => [held.length === 2 * 16, held.length])
    await ask(other, 'POST', `/webhooks/${id}/test`)
    await receiver.untilCount(path, 1)
    expect([hasEnded, held.length]).toEqual([false, 2 * 16])
    receiver.answers.clear()
    for (const res of held) res.writeHead(204).end()
  })

  it('of a disabled account gets nothing until the account is enabled', async () => {
    const owner = await newOwner()
    const { path } = await addWebhook(owner, ['preview.captured'])
    const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT'])
    await setAccountDisabled(api, owner.accountId, true)
    await end(previewIds[0])
    const other = await newOwner()
    const { id } = await addWebhook(other)
    await ask(other, 'POST', `/webhooks/${id}/test`)
    await untilAttempts(other, id, 1)
    expect(receiver.at(path)).toHaveLength(0)
    await setAccountDisabled(api, owner.accountId, false)
    api.webhookOutbox.wake()
    await receiver.untilCount(path, 1)
  })

  it('whose user, application or that one’s account is disabled gets nothing until it is enabled', async () => {
    const { userId, oauthApplicationId, partnerId, headers } = await connectApplication(api)
    const maker = { ...api, headers }
    const { id, path } = await addWebhook(maker)
    expect(await api.db.webhook.findUniqueOrThrow({ where: { id } })).toMatchObject({
      ...{ userId, oauthApplicationId, accountId: api.accountId },
    })
    let sent = 0
    for (const [table, disabledId] of [
      ['users', userId],
      ['oauth_applications', oauthApplicationId],
      ['accounts', partnerId],
    ] as const) {
      const disable = (disabledAt: Date | null) =>
        api.db.$executeRawUnsafe(`UPDATE ${table} SET disabled_at = $1 WHERE id = $2`, disabledAt, disabledId)
      await ask(maker, 'POST', `/webhooks/${id}/test`)
      await receiver.untilCount(path, ++sent)
      await untilSent(id)
      await disable(api.clock.now())
      // The account's own key may still ask for a message.
      expect((await ask(api, 'POST', `/webhooks/${id}/test`)).status).toBe(409)
      await addTestMessage(api, id)
      const other = await newOwner()
      const quick = await addWebhook(other)
      await ask(other, 'POST', `/webhooks/${quick.id}/test`)
      await untilAttempts(other, quick.id, 1)
      expect(receiver.at(path)).toHaveLength(sent)
      await disable(null)
      api.webhookOutbox.wake()
      await receiver.untilCount(path, ++sent)
      await untilSent(id)
    }
  })
})

describe('an account’s webhooks', () => {
  it('are made, listed, changed and deleted, with an audit row for each change and the secret once', async () => {
    const owner = await newOwner()
    const url = `${receiver.url}/path-with-a-secret`
    const created = await ask(owner, 'POST', '/webhooks', {
      url,
      event_types: ['preview.failed', 'preview.failed'],
      description: 'Ours',
    })
    const { secret, ...webhook } = created.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      webhook_id: expect.any(String) as string,
      url,
      event_types: ['preview.failed'],
      description: 'Ours',
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      created_at: api.clock.now().toISOString(),
    })
    const id = webhook.webhook_id
    expect(await ask(owner, 'GET', '/webhooks')).toEqual({ status: 200, body: { webhooks: [webhook] } })
    const changes = { event_types: all, description: null, status: 'disabled' }
    const changed = { ...webhook, ...changes, disabled_reason: 'owner' }
    expect(await ask(owner, 'PATCH', `/webhooks/${id}`, changes)).toEqual({ status: 200, body: changed })
    expect((await ask(owner, 'GET', `/webhooks/${id.toUpperCase()}`)).body).toEqual(changed)
    expect((await ask(owner, 'DELETE', `/webhooks/${id}`)).status).toBe(204)
    expect((await ask(owner, 'GET', `/webhooks/${id}`)).status).toBe(404)
    const trail = await api.db.auditEvent.findMany({
      where: { target: `webhook:${id}` },
      orderBy: { id: 'asc' },
    })
    expect(trail.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.change', 'webhook.delete'])
    expect(JSON.stringify(trail.map(({ details }) => details))).not.toMatch(/path-with-a-secret|whsec_/)
    for (const { actor, details } of trail)
      expect([actor, details]).toMatchObject([
        expect.stringMatching(/^api_key:/),
        { account_id: owner.accountId },
      ])
  })

  it('are ten at most, also when they are made at once', async () => {
    const owner = await newOwner()
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        ask(owner, 'POST', '/webhooks', { url: receiver.url, event_types: all }),
      ),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      409,
      409,
    ])
    expect(made.find(({ status }) => status === 409)?.body.description).toMatch(/has 10 webhooks/)
  })

  it.each([
    ['http://partner.example.com/', /begin it with https/],
    ['ftp://partner.example.com/', /begin it with https/],
    ['partner.example.com', /begin it with https/],
    ['https://user:secret@partner.example.com/', /user information/],
    ['https://partner.example.com/#x', /fragment/],
    ['https://10.0.0.1/', /not public/],
    ['https://[::1]/', /not public/],
    ['https://169.254.169.254/latest/meta-data', /not public/],
    ['https://0x7f.1/', /browsers read as '127.0.0.1'/],
    ['https://partner.example.com:6379/', null],
    ['https://partner.example.com:22/', /port/],
    ['https://partner.example.com/\0', /character/],
    [`https://partner.example.com/${'x'.repeat(2_000)}`, /too long/],
  ])('refuse the URL %s by naming the rule that it breaks', async (url, rule) => {
    const { status, body } = await ask(api, 'POST', '/webhooks', { url, event_types: all })
    if (rule === null) {
      expect(status).toBe(201)
      await ask(api, 'DELETE', `/webhooks/${body.webhook_id}`)
      return
    }
    expect([status, body.description]).toEqual([400, expect.stringMatching(/^url: The URL /)])
    expect(body.description).toMatch(rule)
    expect(body.errors).toEqual([
      { field: 'url', message: expect.stringMatching(rule) as string, code: 'invalid' },
    ])
  })

  it.each([
    [{}, /url: .*event_types: /],
    [{ url: 'https://a.example/', event_types: [] }, /event_types: must name one/],
    [{ url: 'https://a.example/', event_types: ['webhook.test'] }, /event_types.0: must be one of/],
    [{ url: 'https://a.example/', event_types: all, description: 'a\nb' }, /description: /],
    [{ url: 'https://a.example/', event_types: all, description: 'x'.repeat(513) }, /description: /],
    [[], /JSON object/],
  ])('refuse the body %j and name the member', async (body, why) => {
    const answer = await ask(api, 'POST', '/webhooks', body)
    expect([answer.status, answer.body.description]).toEqual([400, expect.stringMatching(why)])
  })

  it('are 404 for other accounts and other applications, in every row', async () => {
    const owner = await newOwner()
    const application = await newApplication(owner)
    const { id } = await addWebhook(application)
    await ask(application, 'POST', `/webhooks/${id}/test`)
    const { message_id } = await untilAttempts(application, id, 1)
    const requests = [
      ['GET', ''],
      ['PATCH', '', { status: 'disabled' }],
      ['PATCH', '', { url: 'https://10.0.0.1/' }],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${message_id}/redeliver`],
    ] as const
    for (const stranger of [await newOwner(), await newApplication(owner)]) {
      expect((await ask(stranger, 'GET', '/webhooks')).body).toEqual({ webhooks: [] })
      for (const [method, path, body] of requests)
        expect([method, path, (await ask(stranger, method, `/webhooks/${id}${path}`, body)).status]).toEqual([
          method,
          path,
          404,
        ])
    }
    expect((await ask(application, 'GET', `/webhooks/${id}`)).body.status).toBe('enabled')
    // The account's own key manages them all.
    expect((await ask(owner, 'GET', `/webhooks/${id}`)).status).toBe(200)
  })

  it('need credentials, and a well-formed id', async () => {
    const stranger = { ...api, headers: { 'X-Forwarded-Proto': 'https' } }
    expect((await ask(stranger, 'GET', '/webhooks')).status).toBe(401)
    const fieldsOf = ({ status, body }: Answer): unknown[] => [
      status,
      (body.errors as { field: string }[]).map(({ field }) => field),
    ]
    expect(fieldsOf(await ask(api, 'GET', '/webhooks/x'))).toEqual([400, ['webhook_id']])
    expect(
      fieldsOf(await ask(api, 'POST', `/webhooks/${crypto.randomUUID()}/deliveries/x/redeliver`)),
    ).toEqual([400, ['message_id']])
    expect((await ask(api, 'PUT', '/webhooks')).status).toBe(405)
  })

  it('have their deliveries listed page by page, each once', async () => {
    const owner = await newOwner()
    const { id } = await addWebhook(owner, ['preview.captured'])
    const { previewIds } = await postWithPreviews(owner, ['PLAINTEXT', 'W3M', 'LYNX', 'OL2016', 'GMAILNEW'])
    for (const previewId of previewIds) await end(previewId)
    const seen: string[] = []
    let next: string | undefined = ''
    do {
      const cursor: string = next && `&before=${next}`
      const { body }: Answer = await ask(owner, 'GET', `/webhooks/${id}/deliveries?limit=2${cursor}`)
      seen.push(...body.deliveries.map(({ message_id }) => message_id))
      next = body.next
    } while (next !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
    const other = await addWebhook(owner)
    const { body } = await ask(owner, 'GET', `/webhooks/${id}/deliveries?limit=1`)
    expect((await ask(owner, 'GET', `/webhooks/${other.id}/deliveries?before=${body.next}`)).status).toBe(400)
    for (const query of ['limit=0', 'limit=101', 'status=x', 'before=x'])
      expect((await ask(owner, 'GET', `/webhooks/${id}/deliveries?${query}`)).status).toBe(400)
  })

  it('lose their deliveries about an email that is deleted', async () => {
    const owner = await newOwner()
    const { id, path } = await addWebhook(owner)
    const { guid, previewIds } = await postWithPreviews(owner, ['PLAINTEXT'], { reference: 'private' })
    await end(previewIds[0])
    await receiver.untilCount(path, 2)
    await until('both are recorded', async () => {
      const deliveries = await deliveriesOf(owner, id, '?status=delivered')
      return [deliveries.length === 2, deliveries]
    })
    await ask(owner, 'DELETE', `/emails/${guid}`)
    expect(await deliveriesOf(owner, id)).toEqual([])
  })

  it('add one test message at a time', async () => {
    const owner = await newOwner()
    const { id, path } = await addWebhook(owner)
    receiver.answers.set(path, (_req, res) => res.writeHead(500).end())
    const first = await ask(owner, 'POST', `/webhooks/${id}/test`)
    const second = await ask(owner, 'POST', `/webhooks/${id}/test`)
    expect(second.body.message_id).toBe(first.body.message_id)
    await untilAttempts(owner, id, 1)
    expect(await deliveriesOf(owner, id)).toHaveLength(1)
  })
})
