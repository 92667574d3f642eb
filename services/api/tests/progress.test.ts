import { EventEmitter } from 'node:events'
import http from 'node:http'
import type { previewListBody } from '@pas/api-contract/previews'
import type { Response as ExpressResponse } from 'express'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { revokeApiKey } from '@pas/accounts/revoke-api-key'
import { captureQueueName, rowIdOfJob } from '@pas/captures/capture-job'
import { recordPicture } from '@pas/captures/record-capture'
import { claimCapture } from '@pas/captures/claim-capture'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { addEmail } from '@pas/testing/add-email'
import { capturedColumns, failedColumns, pendingColumns } from '@pas/testing/preview-columns'
import { until } from '@pas/testing/until'
import { Queue } from 'bullmq'
import type { z } from 'zod'
import { addPreview } from './add-preview'
import { addAccount } from './post-json'
import { readEvents, type EventReader } from './read-events'
import { imagesUrl, postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
let queue: Queue
const readers: EventReader[] = []

beforeAll(async () => {
  api = await startApi({ longPollTimeoutMs: 10_000 })
  queue = new Queue(captureQueueName('text'), { connection: api.redisConnection, prefix: api.redisPrefix })
  await api.pretendServed('text')
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(async () => {
  await queue.close()
  await api.close()
})

const https = { 'X-Forwarded-Proto': 'https' }
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers: { ...https, ...headers } })
const list = async (guid: string, query = '', headers: Record<string, string> = {}) => {
  const response = await get(`/emails/${guid}/previews${query}`, headers)
  return { response, body: (await response.json()) as List }
}
const follow = async (
  guid: string,
  headers: Record<string, string> = {},
  { url }: Pick<TestApi, 'url'> = api,
): Promise<EventReader> => {
  const reader = await readEvents(`${url}/emails/${guid}/events`, headers)
  readers.push(reader)
  return reader
}
/** Headers of a caller without a credential, at this address. */
const from = (address: string): Record<string, string> => ({ ...https, 'X-Forwarded-For': address })
/** Starts a capture of PLAINTEXT, as a partner would ahead of time. */
const prefetch = (guid: string): Promise<Response> =>
  fetch(`${api.url}/emails/${guid}/previews/prefetch`, {
    method: 'POST',
    headers: { ...https, 'Content-Type': 'application/json' },
    body: JSON.stringify({ configurations: [{ client: 'PLAINTEXT' }] }),
  })

type List = z.output<typeof previewListBody>

const stranger = { accountId: null, ip: undefined, isRefused: () => Promise.resolve(false) }
const sha256 = new Uint8Array(32).fill(0xab)

/** Captures the email's only preview as a worker does. `isHeard`: its job ends too, which the queue's events tell. */
async function capture(guid: string, { isHeard }: { isHeard: boolean }): Promise<void> {
  const { id } = await api.db.preview.findFirstOrThrow({ where: { emailId: guid } })
  const claim = await claimCapture({ db: api.db, clock: api.clock, jobTimeoutMs: 30_000 }, id, false)
  if (!claim) throw new Error('the preview cannot be claimed')
  const facts = { width: 640, height: 1_200, truncated: false, drawnBy: '1', pictureSha256: sha256 }
  await recordPicture(api, claim, facts)
  if (isHeard)
    for (const job of await queue.getJobs()) if (rowIdOfJob(job.id ?? '') === id) await job.remove()
}

describe('GET /emails/{guid}/previews', () => {
  it('lists what became of each preview, in the order of GET /clients, without credentials', async () => {
    const { guid, token } = await addPreview(api, {
      ...capturedColumns(api.clock.now()),
      pictureSha256: sha256,
    })
    const { accountId } = api
    const row = {
      emailId: guid,
      accountId,
      orientation: 'vertical',
      images: 'allowed',
      requestedAt: api.clock.now(),
    } as const
    await api.db.preview.createMany({
      data: [
        {
          ...row,
          ...pendingColumns(),
          id: crypto.randomUUID(),
          emailClient: 'W3M',
          engine: 'text',
          imageToken: 'a',
        },
        {
          ...row,
          ...failedColumns(api.clock.now()),
          id: crypto.randomUUID(),
          emailClient: 'LYNX',
          engine: 'text',
          imageToken: 'b',
        },
      ],
    })
    const { response, body } = await list(guid)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const requested_at = api.clock.now().toISOString()
    const place = { orientation: 'vertical', images: 'allowed', requested_at }
    expect(body).toEqual({
      email_guid: guid,
      reference: null,
      complete: false,
      counts: { waiting: 1, captured: 1, failed: 1 },
      previews: [
        {
          ...place,
          client: 'LYNX',
          status: 'failed',
          failure: 'engine_crashed',
          description: expect.stringMatching(/\w .+\.$/) as string,
        },
        {
          ...place,
          drawn_by: '1',
          client: 'PLAINTEXT',
          status: 'captured',
          full_url: `${imagesUrl}/captures/${token}/full.png`,
          thumb_url: `${imagesUrl}/captures/${token}/thumb.png`,
          thumb450_url: `${imagesUrl}/captures/${token}/thumb450.png`,
          fidelity: 'emulated',
          engine: 'text',
          captured_at: requested_at,
          width: 640,
          height: 1200,
          truncated: false,
          picture_sha256: 'ab'.repeat(32),
        },
        { ...place, client: 'W3M', status: 'waiting' },
      ],
    })
    const narrowed = await list(guid, '?client=w3m&client=LYNX')
    expect(narrowed.body.previews.map(({ client }) => client)).toEqual(['LYNX', 'W3M'])
    expect(narrowed.body.counts).toEqual({ waiting: 1, captured: 0, failed: 1 })
  })

  it('starts no capture', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    expect((await list(guid)).body).toMatchObject({ complete: false, previews: [] })
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })

  it.each([
    { failure: 'engine_busy', text: /machine .+ too busy.+ nothing about the email/ },
    { failure: 'capture_timeout', text: /The email took longer/ },
  ])(
    'says why a preview failed ($failure), here and where its picture is asked for',
    async ({ failure, text }) => {
      const { guid } = await addPreview(api, failedColumns(api.clock.now(), failure))
      const [listed] = (await list(guid)).body.previews
      expect(listed).toMatchObject({ failure, description: expect.stringMatching(text) as string })
      const picture = await get(`/emails/${guid}/previews/PLAINTEXT/full`)
      expect(picture.status).toBe(500)
      const { code, description } = (await picture.json()) as Record<string, string>
      expect(code).toBe('capture_failed')
      expect(description).toContain(listed?.status === 'failed' && listed.description)
    },
  )

  it('leaves out previews that were captured 180 days ago', async () => {
    const old = new Date(api.clock.now().getTime() - previewLifetimeMs)
    const { guid } = await addPreview(api, capturedColumns(old))
    expect((await list(guid)).body.previews).toEqual([])
  })

  it('refuses unknown codes with 400 that names them, and unknown emails with 404', async () => {
    const { guid } = await addPreview(api, null)
    const { response, body } = await list(guid, '?client=PLAINTEXT&client=NOPE')
    expect([response.status, body]).toMatchObject([
      400,
      { description: expect.stringContaining("'NOPE'") as string },
    ])
    expect((await get('/emails/00000000-0000-4000-8000-000000000000/previews')).status).toBe(404)
    expect((await get('/emails/1/previews')).status).toBe(400)
    const many = await list(guid, `?${'client=PLAINTEXT&'.repeat(501)}`)
    expect(many.response.status).toBe(400)
  })

  it.each([true, false])('waits with Prefer: wait until nothing waits (event heard: %s)', async (isHeard) => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await prefetch(guid)
    const waiting = list(guid, '', { Prefer: 'respond-async, wait=30' })
    await until(() => api.emailWatchers.countListeners(guid) === 1)
    // A wait takes no place of an event stream.
    expect(api.eventStreams.size).toBe(0)
    await capture(guid, { isHeard })
    const { response, body } = await waiting
    expect(response.headers.get('preference-applied')).toBe('wait=30')
    expect(body).toMatchObject({ complete: true, counts: { waiting: 0, captured: 1 } })
    expect(api.emailWatchers.countListeners(guid)).toBe(0)
  })

  it('answers with what there is when the wait is over, and ignores a wait that is not valid', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await prefetch(guid)
    const late = await list(guid, '', { Prefer: 'wait=1' })
    expect(late.response.headers.get('preference-applied')).toBe('wait=1')
    expect(late.body).toMatchObject({ complete: false, counts: { waiting: 1 } })
    const ignored = await list(guid, '', { Prefer: 'wait=abc' })
    expect(ignored.response.headers.get('preference-applied')).toBeNull()
    const others = await list(guid, '?client=LYNX', { Prefer: 'wait=30' })
    expect(others.body).toMatchObject({ complete: false, previews: [] })
  })
})

describe('GET /emails/{guid}/events', () => {
  it('tells what is there, then what is added, what ends, and when all is complete', async () => {
    const guid = await postEmail(api, { plain_text: 'x', reference: 'campaign-17' })
    const reader = await follow(guid, api.headers)
    expect(reader.status).toBe(200)
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await reader.untilCount(1)
    await prefetch(guid)
    await reader.untilCount(2)
    await capture(guid, { isHeard: true })
    expect(await reader.untilCount(4)).toMatchObject([
      {
        name: 'snapshot',
        data: { email_guid: guid, reference: 'campaign-17', complete: false, previews: [] },
      },
      { name: 'added', data: { client: 'PLAINTEXT', status: 'waiting' } },
      { name: 'preview', data: { client: 'PLAINTEXT', status: 'captured', picture_sha256: 'ab'.repeat(32) } },
      { name: 'complete', data: { email_guid: guid, reference: 'campaign-17' } },
    ])
  })

  it('tells what ended without an event of the queue, from the rows', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await prefetch(guid)
    const [one, other] = await Promise.all([follow(guid), follow(guid)])
    await Promise.all([one.untilCount(1), other.untilCount(1)])
    await capture(guid, { isHeard: false })
    for (const reader of [one, other])
      expect((await reader.untilCount(3)).map(({ name }) => name)).toEqual([
        'snapshot',
        'preview',
        'complete',
      ])
  })

  it('begins with complete when nothing waits, and ends with gone when the email is deleted', async () => {
    const { guid } = await addPreview(api, capturedColumns(api.clock.now()))
    const reader = await follow(guid)
    await reader.untilCount(2)
    await fetch(`${api.url}/emails/${guid}`, { method: 'DELETE', headers: api.headers })
    expect((await reader.untilCount(3)).map(({ name }) => name)).toEqual(['snapshot', 'complete', 'gone'])
    await until(() => reader.isEnded())
    expect((await get(`/emails/${guid}/events`)).status).toBe(404)
  })

  it('gives all who follow one email each event with one read', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await prefetch(guid)
    const all = await Promise.all(Array.from({ length: 5 }, () => follow(guid)))
    await Promise.all(all.map((reader) => reader.untilCount(1)))
    await capture(guid, { isHeard: true })
    for (const reader of all)
      expect((await reader.untilCount(3)).map(({ name }) => name)).toEqual([
        'snapshot',
        'preview',
        'complete',
      ])
  })

  it('forgets a caller who hangs up before the stream begins', async () => {
    const { guid } = await addPreview(api, null)
    for (let count = 0; count < 40; count++) {
      const request = http.get(`${api.url}/emails/${guid}/events`, { agent: false, headers: https })
      request.on('error', () => undefined)
      request.once('socket', (socket) => {
        socket.once('connect', () => setTimeout(() => request.destroy(), count % 8))
      })
      await new Promise((resolve) => request.once('close', resolve))
    }
    await until(() => api.eventStreams.size === 0 && api.emailWatchers.countListeners(guid) === 0)
  })

  it('writes nothing to a stream that has ended and is not closed yet', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await prefetch(guid)
    const written: string[] = []
    const res = Object.assign(new EventEmitter(), {
      req: { method: 'GET', socket: {} },
      headersSent: false,
      writableEnded: false,
      writableLength: 0,
      locals: {},
      writeHead: () => (res.headersSent = true),
      write: (text: string) => written.push(text),
      end: () => (res.writableEnded = true),
      destroy: () => res.emit('close'),
    })
    const email = { id: guid, accountId: api.accountId, reference: null }
    const opened = api.eventStreams.open(res as unknown as ExpressResponse, stranger, email)
    await until(() => res.headersSent)
    res.end()
    await capture(guid, { isHeard: true })
    await until(async () => (await list(guid)).body.complete)
    const reader = await follow(guid)
    await reader.untilCount(2)
    expect(written).toHaveLength(1)
    res.destroy()
    await opened
  })

  it('ends after its time, with comment lines until then, also for a reader that does not take the end', async () => {
    const streamTimes = { maxStreamMs: 1_000, commentMs: 200, credentialCheckMs: 60_000 }
    const shortLived = await startApi({ streamTimes })
    try {
      const guid = await postEmail(shortLived, { plain_text: 'x' })
      const response = await fetch(`${shortLived.url}/emails/${guid}/events`, { headers: https })
      const stream = await response.text()
      expect(stream).toMatch(/^retry: 2000\n\nevent: snapshot\ndata: .*\n\n(:\n\n){1,5}$/)
      const stuck = Object.assign(new EventEmitter(), {
        req: { method: 'GET', socket: {} },
        headersSent: false,
        writableEnded: false,
        writableLength: 0,
        locals: {},
        writeHead: () => (stuck.headersSent = true),
        write: () => true,
        end: () => (stuck.writableEnded = true),
        destroy: () => stuck.emit('close'),
      })
      const email = { id: guid, accountId: shortLived.accountId, reference: null }
      await shortLived.eventStreams.open(stuck as unknown as ExpressResponse, stranger, email)
      expect([stuck.writableEnded, shortLived.eventStreams.size]).toEqual([true, 0])
    } finally {
      await shortLived.close()
    }
  })

  it('ends for the owner once the credential is no longer valid, and for nobody else', async () => {
    const streamTimes = { maxStreamMs: 600_000, commentMs: 50, credentialCheckMs: 50 }
    const watchful = await startApi({ streamTimes })
    try {
      const guid = await postEmail(watchful, { plain_text: 'x' })
      const key = await createApiKey(watchful, { accountId: watchful.accountId })
      const revoked = { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
      const [ended, kept, open] = [
        await follow(guid, revoked, watchful),
        await follow(guid, watchful.headers, watchful),
        await follow(guid, https, watchful),
      ]
      await revokeApiKey(watchful, key.slice(0, 18))
      await until(() => ended.isEnded())
      await follow(guid, https, watchful)
      expect([kept.isEnded(), open.isEnded(), watchful.eventStreams.size]).toEqual([false, false, 3])
    } finally {
      await watchful.close()
    }
  })

  it('refuses another media type with 406', async () => {
    const { guid } = await addPreview(api, null)
    expect((await get(`/emails/${guid}/events`, { Accept: 'application/json' })).status).toBe(406)
  })

  it('is open for the owner, however many streams callers without a credential hold', async () => {
    const { guid } = await addPreview(api, null)
    const refusal = async (headers: Record<string, string>): Promise<string> => {
      const refused = await get(`/emails/${guid}/events`, headers)
      const { description } = (await refused.json()) as { description: string }
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
      return description
    }
    for (const address of ['192.0.2.1', '2001:db8::1'])
      await Promise.all(Array.from({ length: 10 }, () => follow(guid, from(address))))
    const [perAddress, perEmail] = [
      'Callers without a credential may have 10 event streams open from one address',
      'Callers without a credential may have 20 event streams of one email open',
    ]
    expect(await refusal(from('192.0.2.1'))).toContain(perAddress)
    expect(await refusal(from('2001:db8::2'))).toContain(perAddress)
    expect(await refusal(from('192.0.2.2'))).toContain(perEmail)
    // Another account has no more right to this email than a caller without a credential.
    expect(await refusal({ ...from('192.0.2.2'), ...(await addAccount(api)) })).toContain(perEmail)

    const own = await Promise.all(Array.from({ length: 30 }, () => follow(guid, api.headers)))
    expect(own.map(({ status }) => status)).toEqual(Array(30).fill(200))
    readers.shift()?.close()
    await until(() => api.eventStreams.size === 49)
    expect((await follow(guid, from('192.0.2.1'))).status).toBe(200)
  })

  it('leaves places for the next account, among owners as among the emails that others follow', async () => {
    const small = await startApi({ streamLimits: { owners: 4, withoutCredential: 2 } })
    try {
      const other = await addAccount(small)
      const guid = await postEmail(small, { plain_text: 'x' })
      const ofOther = await postEmail({ ...small, headers: other }, { plain_text: 'x' })
      const statuses = async (
        of: string,
        headers: Record<string, string>,
        count: number,
      ): Promise<number[]> => {
        const opened: number[] = []
        while (opened.length < count) opened.push((await follow(of, headers, small)).status)
        return opened
      }
      expect(await statuses(guid, https, 2)).toEqual([200, 429])
      expect(await statuses(ofOther, https, 2)).toEqual([200, 429])
      expect(await statuses(guid, small.headers, 3)).toEqual([200, 200, 429])
      expect(await statuses(ofOther, other, 2)).toEqual([200, 429])
      for (const reader of readers.splice(0)) reader.close()
      await until(() => small.eventStreams.size === 0)
      expect(await statuses(guid, small.headers, 1)).toEqual([200])
    } finally {
      await small.close()
    }
  })
})

describe('a credential, where none is needed', () => {
  it('of the owner shows the account’s own name for the email, which nobody else is told', async () => {
    const guid = await postEmail(api, { plain_text: 'x', reference: 'campaign-17' })
    const another = await addAccount(api)
    for (const [headers, reference] of [
      [{}, null],
      [another, null],
      [api.headers, 'campaign-17'],
    ] as const) {
      expect((await list(guid, '', headers)).body.reference).toBe(reference)
      const reader = await follow(guid, headers)
      expect((await reader.untilCount(1))[0]?.data.reference).toBe(reference)
    }
    await prefetch(guid)
    await capture(guid, { isHeard: true })
    await fetch(`${api.url}/emails/${guid}`, { method: 'DELETE', headers: api.headers })
    for (const [index, reference] of [null, null, 'campaign-17'].entries()) {
      const reader = readers[index]
      await until(() => reader?.isEnded() === true)
      const told = reader?.events.filter(({ name }) => name === 'complete' || name === 'gone')
      expect(told?.map(({ name, data }) => [name, data.reference])).toEqual([
        ['complete', reference],
        ['gone', reference],
      ])
    }
  })

  it('is refused with 401 when it is not valid, and never taken for none', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const unknown = Buffer.from('key_unknown:').toString('base64')
    for (const Authorization of [`Basic ${unknown}`, 'Bearer nothing', 'Basic', 'Digest x', ''])
      for (const path of [
        '',
        '/PLAINTEXT',
        '/PLAINTEXT/full',
        '/PLAINTEXT/full?fallback=true',
        '/../events',
      ]) {
        const answer = await get(`/emails/${guid}/previews${path}`, { Authorization })
        expect([path, Authorization, answer.status]).toEqual([path, Authorization, 401])
      }
    const headers = { ...https, 'Content-Type': 'application/json', Authorization: 'Bearer nothing' }
    const url = `${api.url}/emails/${guid}/previews/prefetch`
    const body = JSON.stringify({ configurations: [{ client: 'PLAINTEXT' }] })
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401)
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })
})

describe('requests that wait', () => {
  it('wait for the owner, however many of callers without a credential wait; their captures go on', async () => {
    const waitLimits = { owners: 4, withoutCredential: 4, withoutCredentialPerAddress: 1 }
    const small = await startApi({ waitLimits })
    try {
      await small.pretendServed('text')
      const guid = await postEmail(small, { plain_text: 'x' })
      const path = `${small.url}/emails/${guid}/previews`
      const wait = (address: string, headers: Record<string, string>): Promise<Response> =>
        fetch(`${path}${address}`, { redirect: 'manual', headers: { Prefer: 'wait=30', ...headers } })
      const waiting = [wait('/PLAINTEXT/full', from('192.0.2.1'))]
      await until(() => small.waitingPlaces.size === 1)
      for (const refused of [
        await wait('', from('192.0.2.1')),
        await wait('/W3M/full', from('192.0.2.1')),
        await wait('/PLAINTEXT', from('192.0.2.1')),
      ]) {
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
        expect(((await refused.json()) as { description: string }).description).toContain(
          'Callers without a credential may have 1 waiting requests open from one address',
        )
      }
      waiting.push(wait('', from('192.0.2.2')))
      await until(() => small.waitingPlaces.size === 2)
      expect((await wait('', from('192.0.2.3'))).status).toBe(429)
      expect(await small.db.preview.count({ where: { emailId: guid } })).toBe(2)

      waiting.push(wait('/W3M/full', small.headers), wait('', small.headers))
      await until(() => small.waitingPlaces.size === 4)
      await small.db.preview.updateMany({ data: capturedColumns(small.clock.now()) })
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([301, 200, 301, 200])
      expect(small.waitingPlaces.size).toBe(0)
    } finally {
      await small.close()
    }
  })
})

describe('the emails that a process follows', () => {
  it('are read for accounts in turn, so that an account with hundreds of them does not hold up another', async () => {
    const add = (accountId: number) => addEmail(api.db, { accountId })
    const { id: otherId } = await createAccount(api, { name: 'Another' })
    const many = await Promise.all(Array.from({ length: 40 }, () => add(api.accountId)))
    const order: number[] = []
    const watch = (email: { id: string; accountId: number }): Promise<() => void> =>
      new Promise((resolve, reject) => {
        const leave = api.emailWatchers.watch(email, {
          snapshot: () => {
            order.push(email.accountId)
            resolve(leave)
          },
          changed: () => undefined,
          gone: reject,
          failed: reject,
          stopped: reject,
        })
      })
    const other = await add(otherId)
    const watching = [...many, other].map(watch)
    for (const leave of await Promise.all(watching)) leave()
    expect(order).toHaveLength(41)
    expect(order.indexOf(otherId)).toBeLessThan(6)
  })
})
