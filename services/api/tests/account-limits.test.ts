import net, { type Socket } from 'node:net'
import { testVariable } from '@pas/testing/test-environment'
import { addAccount, postJson, type JsonAnswer } from './post-json'
import { startApi, type TestApi } from './start-api'

const plainText = [{ client: 'PLAINTEXT' }]
const gmailTwice = [{ client: 'GMAILNEW' }, { client: 'GMAILNEW', images: 'blocked' }]

const postEmail = (
  api: TestApi,
  configurations?: unknown,
  headers: Record<string, string> = api.headers,
): Promise<JsonAnswer> => postJson(api, '/emails', { html_text: 'x', configurations }, headers)

const prefetch = (api: TestApi, { body }: JsonAnswer, configurations: unknown): Promise<JsonAnswer> =>
  postJson(api, `/emails/${String(body.email_guid)}/previews/prefetch`, { configurations })

const getPreview = (api: TestApi, { body }: JsonAnswer): Promise<Response> =>
  fetch(`${api.url}/emails/${String(body.email_guid)}/previews/PLAINTEXT/full`, {
    redirect: 'manual',
    headers: { 'X-Forwarded-Proto': 'https' },
  })

/** What the headers say of the limit and what remains of it; null where they say nothing. */
function standingOf({ headers }: { headers: Headers }): { limit: string | null; remaining: string | null } {
  return { limit: headers.get('x-ratelimit-limit'), remaining: headers.get('x-ratelimit-remaining') }
}

/** How long until more can be had: by the reset, in Unix seconds, and by Retry-After, which a refusal has. */
function secondsLeft(api: TestApi, { headers }: { headers: Headers }): { reset: number; retryAfter: number } {
  const now = api.clock.now().getTime() / 1000
  return {
    reset: Number(headers.get('x-ratelimit-reset')) - now,
    retryAfter: Number(headers.get('retry-after')),
  }
}

async function withApi(
  options: Parameters<typeof startApi>[0],
  work: (api: TestApi) => Promise<void>,
): Promise<void> {
  const api = await startApi(options)
  try {
    await api.pretendServed('text')
    await work(api)
  } finally {
    await api.close()
  }
}

describe('EMAILS_PER_MINUTE', () => {
  it('refuses with 429 what is beyond it, and stores nothing; every authenticated answer says where the account stands', () =>
    withApi({ limits: { emailsPerMinute: 3 } }, async (api) => {
      const form = { ...api.headers, 'Content-Type': 'application/x-www-form-urlencoded' }
      const answers = [
        await postEmail(api),
        await postJson(api, '/emails', '{', api.headers),
        await postJson(api, '/emails', 'html_text=x', form),
        await postEmail(api),
        await postJson(api, '/emails', '{', api.headers),
      ]
      expect(answers.map((answer) => [answer.status, standingOf(answer)])).toEqual([
        [200, { limit: '3', remaining: '2' }],
        [400, { limit: '3', remaining: '1' }],
        [415, { limit: '3', remaining: '0' }],
        [429, { limit: '3', remaining: '0' }],
        [429, { limit: '3', remaining: '0' }],
      ])
      for (const answer of answers) {
        const { reset, retryAfter } = secondsLeft(api, answer)
        expect(reset).toBeGreaterThan(0)
        expect(reset).toBeLessThanOrEqual(61)
        expect(answer.headers.has('retry-after')).toBe(answer.status === 429)
        if (answer.status === 429) expect(Math.abs(reset - retryAfter)).toBeLessThanOrEqual(1)
      }
      expect(answers[3]?.body.description).toMatch(/3 emails a minute.*try again in \d+ seconds/)
      expect(await api.db.email.count()).toBe(1)
    }))

  it('counts for each account alone, and nobody without credentials', () =>
    withApi({ limits: { emailsPerMinute: 1 } }, async (api) => {
      expect((await postEmail(api)).status).toBe(200)
      const unknown = await postJson(api, '/emails', { html_text: 'x' })
      expect([unknown.status, standingOf(unknown)]).toEqual([401, { limit: null, remaining: null }])
      expect((await postEmail(api, undefined, await addAccount(api))).status).toBe(200)
      expect((await postEmail(api)).status).toBe(429)
    }))

  it('lets exactly so many through that come at once, and again when the minute is over', () =>
    withApi({ limits: { emailsPerMinute: 20 } }, async (api) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => postEmail(api)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
      expect(await api.db.email.count()).toBe(20)
      // The window is a key that Redis forgets by itself.
      const [key = ''] = await api.redisConnection.keys(`${api.redisPrefix}:rate:emails:*`)
      await api.redisConnection.pexpire(key, 1)
      while ((await api.redisConnection.exists(key)) === 1);
      expect(standingOf(await postEmail(api))).toEqual({ limit: '20', remaining: '19' })
    }))
})

describe('CAPTURES_PER_HOUR', () => {
  it('refuses with 429 the captures beyond it and stores nothing, and lets everybody join what is there', () =>
    withApi({ limits: { capturesPerHour: 4 }, longPollTimeoutMs: 300 }, async (api) => {
      const first = await postEmail(api, [...plainText, ...plainText])
      const second = await postEmail(api)
      const tooMany = await postEmail(api, [...plainText, ...gmailTwice, { client: 'GOOGLEAPPS' }])
      expect([tooMany.status, standingOf(tooMany)]).toEqual([429, { limit: '4', remaining: '3' }])
      expect(await api.db.email.count()).toBe(2)

      expect((await prefetch(api, second, gmailTwice.slice(1))).status).toBe(202)
      expect((await prefetch(api, second, gmailTwice)).status).toBe(202)
      expect((await postEmail(api, plainText)).status).toBe(200)
      const refused = [
        await prefetch(api, second, [...gmailTwice, ...plainText]),
        await getPreview(api, second),
        await postEmail(api, plainText),
      ]
      for (const answer of refused) {
        expect([answer.status, standingOf(answer)]).toEqual([429, { limit: '4', remaining: '0' }])
        const { reset, retryAfter } = secondsLeft(api, answer)
        expect(reset).toBeGreaterThan(3_590)
        expect(reset).toBeLessThanOrEqual(3_601)
        expect(Math.abs(reset - retryAfter)).toBeLessThanOrEqual(1)
      }
      expect(await api.db.preview.count()).toBe(4)

      expect((await prefetch(api, second, gmailTwice)).status).toBe(202)
      expect((await prefetch(api, first, plainText)).status).toBe(202)
      expect((await getPreview(api, first)).status).toBe(504)
      expect((await postEmail(api)).status).toBe(200)
      expect((await postEmail(api, plainText, await addAccount(api))).status).toBe(200)
    }))

  it('counts a capture once, however many ask for it at once', () =>
    withApi({ limits: { capturesPerHour: 2 } }, async (api) => {
      const email = await postEmail(api)
      const answers = await Promise.all(Array.from({ length: 30 }, () => prefetch(api, email, plainText)))
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(202))
      expect((await postEmail(api, plainText)).status).toBe(200)
      expect((await postEmail(api, plainText)).status).toBe(429)
    }))
})

describe('CAPTURES_WAITING', () => {
  it('refuses with 429 what would wait beyond it and stores nothing, and lets everybody join what waits', () =>
    withApi({ limits: { capturesWaiting: 2 }, longPollTimeoutMs: 300 }, async (api) => {
      const first = await postEmail(api, [...plainText, ...plainText, ...plainText])
      const second = await postEmail(api)
      const refused = [
        await postEmail(api, gmailTwice),
        await prefetch(api, second, gmailTwice),
        await prefetch(api, first, [...plainText, ...gmailTwice]),
      ]
      for (const answer of refused) {
        expect([answer.status, standingOf(answer)]).toEqual([429, { limit: '2', remaining: '1' }])
        const { reset, retryAfter } = secondsLeft(api, answer)
        expect([Math.floor(reset), retryAfter]).toEqual([10, 10])
        expect(answer.body.description).toMatch(/2 captures waiting, and 1 are/)
      }
      expect([await api.db.email.count(), await api.db.preview.count()]).toEqual([2, 1])

      expect((await prefetch(api, second, gmailTwice.slice(1))).status).toBe(202)
      expect((await getPreview(api, second)).status).toBe(429)
      expect((await getPreview(api, first)).status).toBe(504)
      expect((await prefetch(api, first, plainText)).status).toBe(202)
      expect((await postEmail(api, gmailTwice, await addAccount(api))).status).toBe(200)
    }))

  it('counts what is being captured, and no more what is captured or has failed', () =>
    withApi({ limits: { capturesWaiting: 2 } }, async (api) => {
      const { body } = await postEmail(api, gmailTwice)
      const previews = { emailId: String(body.email_guid) }
      await api.db.preview.updateMany({ where: previews, data: { status: 'capturing', attempt: 1 } })
      expect((await postEmail(api, plainText)).status).toBe(429)
      await api.db.preview.updateMany({
        where: { ...previews, images: 'allowed' },
        data: { status: 'captured', capturedAt: api.clock.now() },
      })
      expect((await postEmail(api, plainText)).status).toBe(200)
      expect((await postEmail(api, plainText)).status).toBe(429)
      await api.db.preview.updateMany({ where: previews, data: { status: 'failed' } })
      expect((await postEmail(api, plainText)).status).toBe(200)
    }))
})

describe('a Redis that no longer answers', () => {
  it('limits nothing and holds nobody up: an email is posted all the same', async () => {
    const redis = await startMutableRedis()
    try {
      await withApi({ redisUrl: redis.url, limits: { emailsPerMinute: 1 } }, async (api) => {
        expect(standingOf(await postEmail(api)).remaining).toBe('0')
        expect((await postEmail(api)).status).toBe(429)
        redis.mute()
        const before = performance.now()
        const answer = await postEmail(api, plainText)
        expect([answer.status, standingOf(answer)]).toEqual([200, { limit: null, remaining: null }])
        expect(performance.now() - before).toBeLessThan(4_000)
        expect(await api.db.preview.count({ where: { status: 'pending' } })).toBe(1)
        redis.unmute()
      })
    } finally {
      redis.close()
    }
  })
})

/** The tests' Redis behind a relay that can keep its connections open and pass nothing on. */
async function startMutableRedis(): Promise<{
  url: string
  mute(): void
  unmute(): void
  close(): void
}> {
  const redisUrl = new URL(testVariable('TEST_REDIS_URL'))
  const { hostname, port } = new URL(redisUrl)
  const sockets = new Set<Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Its password stays.
  redisUrl.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return {
    url: redisUrl.toString(),
    mute: () => sockets.forEach((socket) => socket.pause()),
    unmute: () => sockets.forEach((socket) => socket.resume()),
    close: () => {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    },
  }
}
