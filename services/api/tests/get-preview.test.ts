import http from 'node:http'
import { randomBytes, randomUUID } from 'node:crypto'
import { captureJobId, captureQueueName } from '@pas/capture-queue/capture-queue'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { Queue } from 'bullmq'
import { createEngineStatus } from '../src/clients/engine-status'
import { getPreview } from '../src/previews/get-preview'
import { imagesUrl, postEmail, startApi, type TestApi } from './start-api'

const day = 24 * 3600 * 1000

describe('GET /emails/{guid}/previews/{code}', () => {
  let api: TestApi
  let queue: Queue

  beforeAll(async () => {
    api = await startApi({ longPollTimeoutMs: 1_500 })
    queue = new Queue(captureQueueName('text'), { connection: api.redisConnection, prefix: api.redisPrefix })
    await api.pretendServed('text')
  })
  afterAll(async () => {
    await queue.close()
    await api.close()
  })

  const get = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.url}${path}`, { redirect: 'manual', headers: { 'X-Forwarded-Proto': 'https' }, ...init })

  /** A preview in whatever state, as a worker leaves it. */
  async function createPreview(
    row: Record<string, unknown> = {},
  ): Promise<{ guid: string; token: string; id: string }> {
    const guid = await postEmail(api, { plain_text: 'x' })
    const token = randomBytes(24).toString('base64url')
    const id = randomUUID()
    await api.db.preview.create({
      data: {
        id,
        emailId: guid,
        accountId: api.accountId,
        emailClient: 'PLAINTEXT',
        orientation: 'vertical',
        images: 'allowed',
        engine: 'text',
        imageToken: token,
        requestedAt: api.clock.now(),
        ...row,
      },
    })
    return { guid, token, id }
  }
  const captured = (capturedAt: Date): Record<string, unknown> => ({
    status: 'captured',
    attempt: 1,
    capturedAt,
    width: 640,
    height: 1200,
    truncated: false,
  })

  it('redirects to the picture with 301, an empty body and an hour of cache at most', async () => {
    const { guid, token } = await createPreview(captured(api.clock.now()))
    for (const size of ['full', 'thumb', 'thumb450']) {
      const response = await get(`/emails/${guid}/previews/PLAINTEXT/${size}`)
      expect(response.status).toBe(301)
      expect(response.headers.get('location')).toBe(`${imagesUrl}/captures/${token}/${size}.png`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      expect(response.headers.get('content-length')).toBe('0')
      expect(response.headers.get('connection')).not.toBe('close')
      expect(await response.text()).toBe('')
    }
  })

  it('takes a lower-case code and a bare question mark', async () => {
    const { guid } = await createPreview(captured(api.clock.now()))
    expect((await get(`/emails/${guid.toUpperCase()}/previews/plaintext/full?`)).status).toBe(301)
  })

  it('gives the JSON form', async () => {
    const { guid, token } = await createPreview(captured(api.clock.now()))
    const response = await get(`/emails/${guid}/previews/PLAINTEXT`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      full_url: `${imagesUrl}/captures/${token}/full.png`,
      thumb_url: `${imagesUrl}/captures/${token}/thumb.png`,
      thumb450_url: `${imagesUrl}/captures/${token}/thumb450.png`,
      fidelity: 'emulated',
      engine: 'text',
      captured_at: api.clock.now().toISOString(),
      width: 640,
      height: 1200,
      truncated: false,
    })
  })

  it('answers 404 from 180 days after the capture on, and caches never past it', async () => {
    const { guid } = await createPreview(captured(new Date(api.clock.now().getTime() - 180 * day + 60_000)))
    expect((await get(`/emails/${guid}/previews/PLAINTEXT/full`)).headers.get('cache-control')).toBe(
      'public, max-age=60',
    )
    const gone = await createPreview(captured(new Date(api.clock.now().getTime() - 180 * day)))
    expect((await get(`/emails/${gone.guid}/previews/PLAINTEXT/full`)).status).toBe(404)
  })

  it('answers 404 to a new preview of an email that is unknown or 48 hours old, and makes no row', async () => {
    expect((await get(`/emails/${randomUUID()}/previews/PLAINTEXT/full`)).status).toBe(404)
    const guid = await postEmail(api, { plain_text: 'x' })
    await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
    const response = await get(`/emails/${guid}/previews/PLAINTEXT/full`)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })

  it('answers 400 and names what is wrong', async () => {
    const { guid } = await createPreview()
    const wrong: [string, RegExp][] = [
      [`/emails/not-a-guid/previews/PLAINTEXT/full`, /email_guid/],
      [`/emails/${guid}/previews/NOSUCH/full`, /NOSUCH.*GET \/clients/],
      [`/emails/${guid}/previews/PLAINTEXT/full?images=blocked`, /images "blocked".*allowed.*configurations/],
      [`/emails/${guid}/previews/PLAINTEXT/full?orientation=horizontal`, /orientation/],
      [`/emails/${guid}/previews/PLAINTEXT/full?images=allowed&images=allowed`, /images/],
    ]
    for (const [path, description] of wrong) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 400])
      expect(((await response.json()) as { description: string }).description).toMatch(description)
    }
    expect((await get(`/emails/${guid}/previews/%E0%A4%A/full`)).status).toBe(400)
    expect((await get(`/emails/${guid}/previews/PLAINTEXT/huge`)).status).toBe(404)
  })

  it('answers a failed capture with 500 at once', async () => {
    const { guid } = await createPreview({ status: 'failed', attempt: 3, failure: 'engine_crashed' })
    const response = await get(`/emails/${guid}/previews/PLAINTEXT/full`)
    expect(response.status).toBe(500)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('answers 503 with Retry-After when no worker serves the engine', async () => {
    const guid = await postEmail(api, { html_text: 'x' })
    const response = await get(`/emails/${guid}/previews/CHROMEGMAILNEW/full`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })

  it('answers 504 when the capture does not end in time, and a later request joins the same capture', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    expect((await get(`/emails/${guid}/previews/PLAINTEXT/full`)).status).toBe(504)
    expect((await get(`/emails/${guid}/previews/PLAINTEXT/full`)).status).toBe(504)
    const previews = await api.db.preview.findMany({ where: { emailId: guid } })
    expect(previews).toHaveLength(1)
    const jobs = await queue.getJobs()
    expect(
      jobs.filter((job) => (job.data as { previewId: string }).previewId === previews[0]?.id),
    ).toHaveLength(1)
  })

  it('is woken by the row alone when the ring is lost', async () => {
    const slow = await startApi({ longPollTimeoutMs: 20_000 })
    try {
      await slow.pretendServed('text')
      const guid = await postEmail(slow, { plain_text: 'x' })
      const answer = fetch(`${slow.url}/emails/${guid}/previews/PLAINTEXT/full`, {
        redirect: 'manual',
        headers: { 'X-Forwarded-Proto': 'https' },
      })
      await until(() => slow.captureWaiters.waitedFor().length === 1)
      await slow.db.preview.updateMany({ where: { emailId: guid }, data: captured(slow.clock.now()) })
      const response = await answer
      expect(response.status).toBe(301)
      expect(response.headers.get('connection')).toBe('close')
      expect(slow.captureWaiters.waitedFor()).toEqual([])
    } finally {
      await slow.close()
    }
  })

  it('stops waiting when the caller hangs up, and leaves the capture in the queue', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const request = http.get(`${api.url}/emails/${guid}/previews/PLAINTEXT/full`, {
      headers: { 'X-Forwarded-Proto': 'https' },
    })
    request.on('error', () => undefined)
    await until(() => api.captureWaiters.waitedFor().length === 1)
    request.destroy()
    await until(() => api.captureWaiters.waitedFor().length === 0)
    expect(await api.db.preview.count({ where: { emailId: guid, status: 'pending' } })).toBe(1)
  })

  it('leaves the capture in the queue also when the caller has hung up before the wait begins', async () => {
    const emailClient = findEmailClient('PLAINTEXT')
    if (!emailClient) throw new Error('PLAINTEXT is not offered')
    const emailGuid = await postEmail(api, { plain_text: 'x' })
    const deps = {
      db: api.db,
      clock: api.clock,
      captureQueues: new Map([['text', queue]]),
      captureWaiters: api.captureWaiters,
      engineStatus: createEngineStatus({
        redisConnection: api.redisConnection,
        prefix: api.redisPrefix,
        clock: api.clock,
      }),
      longPollTimeoutMs: 1_000,
      accountRates: api.accountRates,
      limits: { capturesWaiting: 100 },
    }
    const address = { emailGuid, emailClient, orientation: 'vertical', images: 'allowed' } as const
    const request = { signal: AbortSignal.abort(), onWait: () => undefined }
    await expect(getPreview(deps, address, request)).rejects.toMatchObject({
      code: 'capture_timeout',
    })
    const { id } = await api.db.preview.findFirstOrThrow({ where: { emailId: emailGuid } })
    expect(await queue.getJob(captureJobId(id, 0))).toBeTruthy()
  })

  it('never starts a capture for HEAD: captured as GET, otherwise 404', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const missing = await get(`/emails/${guid}/previews/PLAINTEXT/full`, { method: 'HEAD' })
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
    const { guid: capturedGuid } = await createPreview(captured(api.clock.now()))
    expect((await get(`/emails/${capturedGuid}/previews/PLAINTEXT/full`, { method: 'HEAD' })).status).toBe(
      301,
    )
  })
})

describe('GET /clients', () => {
  it('lists the codes, sorted, and each code’s live status', async () => {
    const api = await startApi()
    try {
      const headers = { 'X-Forwarded-Proto': 'https' }
      const codes = (await (await fetch(`${api.url}/clients`, { headers })).json()) as string[]
      expect(codes).toEqual([...codes].sort())
      expect(codes).toEqual(expect.arrayContaining(['CHROMEGMAILNEW', 'PLAINTEXT']))

      await api.pretendServed('text')
      const response = await fetch(`${api.url}/clients/configurations`, { headers })
      const configurations = (await response.json()) as Record<string, Record<string, unknown>>
      expect(Object.keys(configurations)).toEqual(codes)
      expect(configurations.PLAINTEXT).toEqual({
        name: 'Plain Text',
        group: 'Desktop',
        platform: 'Text-only view',
        status: 'normal',
        orientation_options: ['vertical'],
        images_options: ['allowed'],
        fidelity: 'emulated',
        engine: 'text',
      })
      expect(configurations.CHROMEGMAILNEW).toMatchObject({
        status: 'unavailable',
        status_reason: expect.stringMatching(/chromium/) as string,
      })

      api.clock.advance(60_000)
      const later = (await (
        await fetch(`${api.url}/clients/configurations`, { headers })
      ).json()) as typeof configurations
      expect(later.PLAINTEXT?.status).toBe('unavailable')
    } finally {
      await api.close()
    }
  })
})

/** Waits for a state that this process itself changes. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5))
}
