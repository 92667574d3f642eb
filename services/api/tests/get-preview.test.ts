import { pictureSizes } from '@pas/captures/picture-sizes'
import { createLogger } from '@pas/runtime/logger'
import http from 'node:http'
import { captureJobId, captureQueueName } from '@pas/captures/capture-job'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { Queue } from 'bullmq'
import { capturedColumns, failedColumns } from '@pas/testing/preview-columns'
import { until } from '@pas/testing/until'
import { createEngineStatus } from '../src/clients/engine-status'
import { getPreview } from '../src/previews/get-preview'
import { addPreview } from './add-preview'
import { imagesUrl, postEmail, startApi, type TestApi } from './start-api'

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

  it('redirects to the picture with 301, an empty body and an hour of cache at most', async () => {
    const { guid, token } = await addPreview(api, capturedColumns(api.clock.now()))
    for (const size of pictureSizes) {
      const response = await get(`/emails/${guid}/previews/PLAINTEXT/${size}`)
      expect(response.status).toBe(301)
      expect(response.headers.get('location')).toBe(`${imagesUrl}/captures/${token}/${size}.png`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      expect(response.headers.get('content-length')).toBe('0')
      expect(response.headers.get('connection')).not.toBe('close')
      expect(await response.text()).toBe('')
    }
  })

  it('gives the JSON form', async () => {
    const { guid, token } = await addPreview(api, capturedColumns(api.clock.now()))
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

  it('answers 503 for a preview whose engine this release does not have, and prefetch queues the others', async () => {
    const { guid } = await addPreview(api, { engine: 'gone' })
    const response = await get(`/emails/${guid}/previews/PLAINTEXT/full`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(await response.json()).toMatchObject({ description: expect.stringContaining("'gone'") as string })
    const prefetched = await get(`/emails/${guid}/previews/prefetch`, {
      method: 'POST',
      headers: { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' },
      body: JSON.stringify({ configurations: [{ client: 'PLAINTEXT' }, { client: 'LYNX' }] }),
    })
    expect(prefetched.status).toBe(202)
    const { id } = await api.db.preview.findFirstOrThrow({ where: { emailId: guid, engine: 'text' } })
    expect(await queue.getJob(captureJobId(id, 0))).toBeTruthy()
  })

  it('is woken by the row alone when the event is lost, and closes the connection whatever the status', async () => {
    const slow = await startApi({ longPollTimeoutMs: 20_000 })
    try {
      await slow.pretendServed('text')
      const guids = await Promise.all([1, 2, 3].map(() => postEmail(slow, { plain_text: 'x' })))
      const answers = guids.map((guid) =>
        fetch(`${slow.url}/emails/${guid}/previews/PLAINTEXT/full`, {
          redirect: 'manual',
          headers: { 'X-Forwarded-Proto': 'https' },
        }),
      )
      await until(() => slow.captureWaiters.size === 3)
      const [drawn, broken, removed] = guids.map((emailId) => ({ where: { emailId } }))
      await slow.db.preview.updateMany({ ...drawn, data: capturedColumns(slow.clock.now()) })
      await slow.db.preview.updateMany({ ...broken, data: failedColumns(slow.clock.now()) })
      await slow.db.preview.deleteMany(removed)
      const seen = (await Promise.all(answers)).map((answer) => [
        answer.status,
        answer.headers.get('connection'),
        answer.headers.get('cache-control'),
      ])
      expect(seen).toEqual([
        [301, 'close', 'public, max-age=3600'],
        [500, 'close', 'no-store'],
        [404, 'close', 'no-store'],
      ])
      expect(slow.captureWaiters.size).toBe(0)
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
    await until(() => api.captureWaiters.size === 1)
    request.destroy()
    await until(() => api.captureWaiters.size === 0)
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
      config: { longPollTimeoutMs: 1_000, queueWaitLimitMs: 60_000 },
      captureBudget: api.captureBudget,
      waitingPlaces: api.waitingPlaces,
      assetCompletion: api.assetCompletion,
      logger: createLogger('api'),
      limitsOfAccount: () =>
        Promise.resolve({
          emailsPerMinute: 100,
          capturesPerHour: 100,
          effectPicturesPerHour: 100,
          capturesWaiting: 100,
          emailBytesPerHour: 100,
          changesPerMinute: 100,
          checksPerMinute: 100,
        }),
    }
    const address = { emailGuid, emailClient, orientation: 'vertical', images: 'allowed' } as const
    const caller = { accountId: null, ip: undefined }
    const request = { caller, signal: AbortSignal.abort(), onWait: () => undefined }
    await expect(getPreview(deps, address, request)).rejects.toMatchObject({
      code: 'capture_timeout',
    })
    const { id } = await api.db.preview.findFirstOrThrow({ where: { emailId: emailGuid } })
    expect(await queue.getJob(captureJobId(id, 0))).toBeTruthy()
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
        drawn_by: ['test'],
        name: 'Plain Text',
        group: 'Desktop',
        platform: 'Text-only view',
        status: 'normal',
        orientation_options: ['vertical'],
        images_options: ['allowed'],
        pixel_ratio: 1,
        fidelity: 'emulated',
        engine: 'text',
        as_of: '1996-11',
        confidence: 'documented',
      })
      expect(configurations.IPHONE17DARK).toMatchObject({ as_of: '2023-09', confidence: 'assumed' })
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

  it('names a client that runs here with its running version', async () => {
    const api = await startApi()
    const namesOf = async (...codes: string[]): Promise<unknown[]> => {
      const response = await fetch(`${api.url}/clients/configurations`, {
        headers: { 'X-Forwarded-Proto': 'https' },
      })
      const configurations = (await response.json()) as Record<string, { name: string }>
      return codes.map((code) => configurations[code]?.name)
    }
    try {
      const codes = ['THUNDERBIRDLATEST', 'THUNDERBIRDDARK', 'ROUNDCUBE', 'CHROMEGMAILNEW'] as const
      expect(await namesOf(...codes)).toEqual(['Thunderbird', 'Thunderbird Dark', 'Roundcube', 'Gmail'])
      await api.pretendServed('thunderbird', 'Thunderbird/153.0.2')
      await api.pretendServed('roundcube', 'Roundcube/1.6.5')
      await api.pretendServed('chromium', 'HeadlessChrome/156.0.8078.79')
      expect(await namesOf(...codes)).toEqual([
        'Thunderbird 153',
        'Thunderbird 153 Dark',
        'Roundcube 1.6',
        'Gmail',
      ])
    } finally {
      await api.close()
    }
  })
})
