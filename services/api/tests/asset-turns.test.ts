import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { captureQueueName } from '@pas/captures/capture-job'
import { emailPrefix, frozenAssetsKey, unfetchedAssetsKey } from '@pas/emails/storage-keys'
import { frozenAssets } from '@pas/emails/frozen-email'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { Queue } from 'bullmq'
import { pngOf } from './asset-pictures'
import { postEmail, startApi, type TestApi } from './start-api'

const png = pngOf(10, 10)

/** A web server that keeps the responses of paths under `hold` in `held`, for the test to send. */
interface HoldingWeb extends SmallWeb {
  hold: string
  held: http.ServerResponse[]
}

async function startHoldingWeb(): Promise<HoldingWeb> {
  const state = { hold: '/held', held: [] as http.ServerResponse[] }
  const web = await startSmallWeb((req, res) => {
    if (req.url?.startsWith(state.hold)) state.held.push(res)
    else res.end(png)
  })
  return Object.assign(state, web)
}

async function as(api: TestApi, name: string): Promise<TestApi> {
  const deps = { db: api.db, clock: api.clock }
  const { id } = await createAccount(deps, { name })
  const apiKey = await createApiKey(deps, { accountId: id })
  return {
    ...api,
    headers: { ...api.headers, Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
  }
}

async function frozenPaths(api: TestApi, guid: string): Promise<string[]> {
  const stored = await api.storage.get(frozenAssetsKey(guid))
  const assets = stored ? frozenAssets.parse(JSON.parse(String(stored.body))) : []
  return assets.map(({ url }) => new URL(url).pathname)
}

describe('an email beside others with very many images', () => {
  it('gets its own image at once, and is complete', async () => {
    const web = await startHoldingWeb()
    const api = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
    try {
      // More than `maxAssets`, the most that are tried for an email.
      const images = Array.from({ length: 600 }, (_, n) => `<img src="${web.url}/held/${n}.png">`).join('')
      const heavy = Array.from({ length: 20 }, () => postEmail(api, { html_text: images }))
      await until(() => web.held.length >= 48)
      const guid = await postEmail(await as(api, 'Quiet'), { html_text: `<img src="${web.url}/a.png">` })
      expect(await frozenPaths(api, guid)).toEqual(['/a.png'])
      expect(await api.db.email.findUnique({ where: { id: guid } })).toMatchObject({ assetsDueAt: null })
      web.hold = '/none'
      for (const res of web.held) res.end(png)
      await Promise.all(heavy)
    } finally {
      await api.close()
      await web.close()
    }
  }, 60_000)
})

describe('an account whose emails hold as much in memory as they may', () => {
  it('gets no further assets fetched until memory is released, while another account does', async () => {
    const web = await startHoldingWeb()
    const styleSheets = await startSmallWeb((_req, res) => {
      res.setHeader('Content-Type', 'text/css').end('a{b:c}'.repeat(10_000))
    })
    const api = await startApi({
      assetAllow: `127.0.0.1:${web.port},127.0.0.1:${styleSheets.port}`,
      fetchLimits: { maxHeldBytesPerAccount: 100_000 },
    })
    try {
      const quiet = await as(api, 'Quiet')
      const postQuiet = () => postEmail(quiet, { html_text: `<img src="${web.url}/quiet.png">` })
      const styled = (name: string): string => `<link rel="stylesheet" href="${styleSheets.url}/${name}.css">`
      const first = postEmail(api, { html_text: `${styled('first')}<img src="${web.url}/held/a.png">` })
      await until(() => styleSheets.requests.length === 1 && web.held.length === 1)
      await postQuiet()
      const second = postEmail(api, { html_text: styled('second') })
      expect(await frozenPaths(api, await postQuiet())).toEqual(['/quiet.png'])
      expect(styleSheets.requests).toEqual(['GET /first.css'])
      for (const res of web.held) res.end(png)
      expect(await frozenPaths(api, await first)).toEqual(['/first.css', '/held/a.png'])
      expect(await frozenPaths(api, await second)).toEqual(['/second.css'])
    } finally {
      await api.close()
      await styleSheets.close()
      await web.close()
    }
  })
})

describe('an email some of whose images had no turn in time', () => {
  let web: HoldingWeb
  let api: TestApi
  let queue: Queue
  beforeAll(async () => {
    web = await startHoldingWeb()
    api = await startApi({
      assetAllow: `127.0.0.1:${web.port}`,
      fetchLimits: { maxConcurrent: 1, maxPerAccount: 1 },
      freezeBudgets: { wallMs: 2_000 },
    })
    queue = new Queue(captureQueueName('text'), { connection: api.redisConnection, prefix: api.redisPrefix })
    await api.pretendServed('text')
  })
  beforeEach(() => {
    place = new AbortController()
    Object.assign(web, { hold: '/held', held: [] })
    web.requests.length = 0
  })
  afterEach(async () => {
    place.abort()
    for (const res of web.held) res.end(png)
    await queue.obliterate({ force: true })
  })
  afterAll(async () => {
    await queue.close()
    await api.close()
    await web.close()
  })

  const rowOf = (guid: string) => api.db.email.findUniqueOrThrow({ where: { id: guid } })
  const isComplete = async (guid: string): Promise<boolean> => (await rowOf(guid)).assetsDueAt === null
  const waitingJobs = async (): Promise<number> => (await queue.getPrioritized()).length
  const html = (): string => `<img src="${web.url}/b.png">`
  const PLAINTEXT = { configurations: [{ client: 'PLAINTEXT' }] }
  const preview = (guid: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${api.url}/emails/${guid}/previews/PLAINTEXT/full`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-Proto': 'https' },
      ...(signal && { signal }),
    })

  /** Occupies the queue's only place with another account's email until `place` aborts. */
  let place: AbortController
  async function takeThePlace(): Promise<void> {
    const { signal } = place
    const held = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    await new Promise<void>((taken) => {
      const hold = (): Promise<void> => {
        taken()
        return held
      }
      void api.fetchQueue.open(0, 1).run(hold, new AbortController().signal)
    })
  }

  it('is answered, completed in the background, and not captured before that', async () => {
    await takeThePlace()
    const guid = await postEmail(api, { html_text: html(), ...PLAINTEXT })
    expect(await isComplete(guid)).toBe(false)
    expect(await frozenPaths(api, guid)).toEqual([])
    expect(await waitingJobs()).toBe(0)
    place.abort()
    await until(async () => (await waitingJobs()) === 1)
    expect(await frozenPaths(api, guid)).toEqual(['/b.png'])
    expect(await isComplete(guid)).toBe(true)
  })

  it('is completed before a requested or prefetched preview of it is captured', async () => {
    await takeThePlace()
    const [asked, prefetched] = [
      await postEmail(api, { html_text: html() }),
      await postEmail(api, { html_text: html() }),
    ]
    const hangUp = new AbortController()
    const answer = preview(asked, hangUp.signal).catch(() => null)
    const prefetch = await fetch(`${api.url}/emails/${prefetched}/previews/prefetch`, {
      method: 'POST',
      headers: { ...api.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(PLAINTEXT),
    })
    expect(prefetch.status).toBe(202)
    await until(() => api.captureWaiters.size === 1)
    expect(await waitingJobs()).toBe(0)
    place.abort()
    await until(async () => (await waitingJobs()) === 2)
    for (const guid of [asked, prefetched]) expect(await frozenPaths(api, guid)).toEqual(['/b.png'])
    hangUp.abort()
    await answer
  })

  /** An email whose process ended before it fetched the assets that it had listed for later. */
  async function leaveIncomplete(): Promise<string> {
    const guid = await postEmail(api, { html_text: 'x' })
    const unfetched = [{ url: `${web.url}/b.png`, depth: 1 }]
    await api.storage.put(
      unfetchedAssetsKey(guid),
      Buffer.from(JSON.stringify(unfetched)),
      'application/json',
    )
    await api.db.email.update({ where: { id: guid }, data: { assetsDueAt: api.clock.now() } })
    return guid
  }

  it('is completed once by several processes, also when the one that took the upload is gone', async () => {
    const guid = await leaveIncomplete()
    const others = [api.openCompletion(), api.openCompletion()]
    await Promise.all([...others, api.assetCompletion].map((each) => each.complete(guid)))
    expect(web.requests).toEqual(['GET /b.png'])
    expect(await frozenPaths(api, guid)).toEqual(['/b.png'])
    for (const each of others) await each.close()
  })

  it('is left to another process when one stops', async () => {
    const guid = await leaveIncomplete()
    web.hold = '/b'
    const stopping = api.openCompletion()
    const stopped = stopping.complete(guid)
    await until(() => web.held.length > 0)
    await Promise.all([stopping.close(), expect(stopped).rejects.toThrow('the process stops')])
    expect((await rowOf(guid)).assetsDueAt).toEqual(api.clock.now())
    web.hold = '/none'
    await api.assetCompletion.complete(guid)
    expect(await frozenPaths(api, guid)).toEqual(['/b.png'])
  })

  it('leaves no object when it is deleted meanwhile', async () => {
    const guid = await leaveIncomplete()
    web.hold = '/b'
    const completing = api.assetCompletion.complete(guid)
    await until(() => web.held.length > 0)
    const removed = await fetch(`${api.url}/emails/${guid}`, { method: 'DELETE', headers: api.headers })
    expect(removed.status).toBe(204)
    for (const res of web.held) res.end(png)
    await completing
    const keys: string[] = []
    for await (const { key } of api.storage.list(emailPrefix(guid))) keys.push(key)
    expect(keys).toEqual([])
  })

  it('is captured without the images that had no turn in two minutes', async () => {
    const guid = await leaveIncomplete()
    await takeThePlace()
    api.clock.advance(120_000)
    await api.assetCompletion.complete(guid)
    expect([await isComplete(guid), await frozenPaths(api, guid)]).toEqual([true, []])
  })

  it('counts as complete when it does not exist', async () => {
    await api.assetCompletion.complete(randomUUID())
  })
})
