import { randomUUID } from 'node:crypto'
import net, { type Socket } from 'node:net'
import { setAccountLimits } from '@pas/accounts/account-limits'
import { capturePayload, captureQueueName } from '@pas/captures/capture-job'
import { unfetchedAssetsKey } from '@pas/emails/storage-keys'
import { capturedColumns, capturingColumns, failedColumns } from '@pas/testing/preview-columns'
import { testVariable } from '@pas/testing/test-environment'
import { sendRegardless } from '@pas/testing/send-regardless'
import { startSmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { Worker } from 'bullmq'
import { pngOf } from './asset-pictures'
import { addAccount, postJson, type JsonAnswer } from './post-json'
import { startApi, type TestApi } from './start-api'

const plainText = [{ client: 'PLAINTEXT' }]
const gmailTwice = [{ client: 'GMAILNEW' }, { client: 'GMAILNEW', images: 'blocked' }]
const googleAppsTwice = [{ client: 'GOOGLEAPPS' }, { client: 'GOOGLEAPPS', images: 'blocked' }]
/** Drawn by webkit, which no worker serves unless a test says so. */
const mailTwice = [{ client: 'APPMAIL16' }, { client: 'APPMAIL16', images: 'blocked' }]
const mailAgain = [{ client: 'APPMAIL15' }, { client: 'APPMAIL15', images: 'blocked' }]

const postEmail = (
  api: TestApi,
  configurations?: unknown,
  headers: Record<string, string> = api.headers,
): Promise<JsonAnswer> => postJson(api, '/emails', { html_text: 'x', configurations }, headers)

const https = { 'X-Forwarded-Proto': 'https' }

const at = (address: string, headers: Record<string, string> = https): Record<string, string> => ({
  ...headers,
  'X-Forwarded-For': address,
})

const prefetch = (
  api: TestApi,
  { body }: JsonAnswer,
  configurations: unknown,
  headers: Record<string, string> = https,
): Promise<JsonAnswer> =>
  postJson(api, `/emails/${String(body.email_guid)}/previews/prefetch`, { configurations }, headers)

const getPreview = (
  api: TestApi,
  { body }: JsonAnswer,
  code = 'PLAINTEXT',
  headers: Record<string, string> = https,
): Promise<Response> =>
  fetch(`${api.url}/emails/${String(body.email_guid)}/previews/${code}/full`, {
    redirect: 'manual',
    headers,
  })

/** The limit and what remains of it by the response's headers; null where a header is missing. */
function standingOf({ headers }: { headers: Headers }): { limit: string | null; remaining: string | null } {
  return { limit: headers.get('x-ratelimit-limit'), remaining: headers.get('x-ratelimit-remaining') }
}

/** Seconds until the account may have more: by X-RateLimit-Reset, and by Retry-After, which refusals have. */
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
    await api.pretendServed('chromium')
    await work(api)
  } finally {
    await api.close()
  }
}

describe('CHANGES_PER_MINUTE', () => {
  it('refuses an account that makes and revokes links, changes webhooks or names emails without end, and no other', () =>
    withApi({ limits: { changesPerMinute: 3 } }, async (api) => {
      const guid = String((await postEmail(api)).body.email_guid)
      const count = () =>
        api.db.auditEvent.count({
          where: { OR: [{ action: { startsWith: 'share.' } }, { action: { startsWith: 'webhook.' } }] },
        })
      const change = (path: string, method = 'POST', headers = api.headers): Promise<Response> =>
        fetch(`${api.url}${path}`, {
          method,
          headers: { ...headers, 'Content-Type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        })
      const made = await postJson(api, `/emails/${guid}/shares`, {}, api.headers)
      expect([made.status, standingOf(made)]).toEqual([201, { limit: '3', remaining: '2' }])
      expect(made.headers.get('ratelimit-policy')).toBe('"changes";q=3;w=60')
      const shareId = String(made.body.share_id)
      expect((await change(`/shares/${shareId}`, 'DELETE')).status).toBe(204)
      expect((await change('/webhooks')).status).toBe(400)

      const before = await count()
      const id = randomUUID()
      for (const [path, method] of [
        [`/emails/${guid}/shares`, 'POST'],
        [`/shares/${shareId}`, 'DELETE'],
        ['/webhooks', 'POST'],
        [`/emails/${guid}`, 'PATCH'],
        [`/webhooks/${id}`, 'PATCH'],
        [`/webhooks/${id}`, 'DELETE'],
        [`/webhooks/${id}/rotate-secret`, 'POST'],
        [`/webhooks/${id}/test`, 'POST'],
        [`/webhooks/${id}/deliveries/msg_${id.replaceAll('-', '')}/redeliver`, 'POST'],
      ] as const) {
        const refused = await change(path, method)
        expect([path, method, refused.status]).toEqual([path, method, 429])
        expect(standingOf(refused)).toEqual({ limit: '3', remaining: '0' })
        expect(secondsLeft(api, refused).retryAfter).toBeGreaterThan(0)
      }
      expect(await count()).toBe(before)
      // Reading is not limited, and neither is another account.
      expect((await fetch(`${api.url}/shares`, { headers: api.headers })).status).toBe(200)
      expect((await change('/webhooks', 'POST', await addAccount(api))).status).toBe(400)
    }))
})

describe('EMAILS_PER_MINUTE', () => {
  it('refuses further emails with 429 and stores nothing; every authenticated response has the rate limit state', () =>
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
      // draft-ietf-httpapi-ratelimit-headers says the same in structured fields.
      expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
        Array(5).fill('"emails";q=3;w=60'),
      )
      expect(answers.map(({ headers }) => headers.get('ratelimit')?.replace(/t=\d+$/, 't='))).toEqual(
        [2, 1, 0, 0, 0].map((left) => `"emails";r=${left};t=`),
      )
      for (const answer of answers) {
        const [, seconds] = /t=(\d+)$/.exec(answer.headers.get('ratelimit') ?? '') ?? []
        expect(Math.abs(Number(seconds) - secondsLeft(api, answer).reset)).toBeLessThanOrEqual(1)
        const { reset, retryAfter } = secondsLeft(api, answer)
        expect(reset).toBeGreaterThan(0)
        expect(reset).toBeLessThanOrEqual(61)
        expect(answer.headers.has('retry-after')).toBe(answer.status === 429)
        if (answer.status === 429) expect(Math.abs(reset - retryAfter)).toBeLessThanOrEqual(1)
      }
      expect(answers[3]?.body.description).toMatch(/3 emails a minute.*try again in \d+ seconds/)
      expect(await api.db.email.count()).toBe(1)
      // The refusal comes although no byte of the body was sent.
      const head = [
        'POST /v1/emails HTTP/1.1',
        'X-Forwarded-Proto: https',
        `Authorization: ${api.headers.Authorization}`,
        'Content-Type: application/json',
      ]
      const port = Number(new URL(api.url).port)
      const { answer } = await sendRegardless(port, head, { maxBytes: 0, waits: true })
      expect(answer.status).toBe(429)
    }))

  it('counts a request that is repeated with its Idempotency-Key, and a refusal leaves the key as it is', () =>
    withApi({ limits: { emailsPerMinute: 2 } }, async (api) => {
      const headers = { ...api.headers, 'Idempotency-Key': '"a key"' }
      const answers = [
        await postEmail(api, undefined, headers),
        await postEmail(api, undefined, headers),
        await postEmail(api, undefined, headers),
      ]
      expect(answers.map((answer) => [answer.status, standingOf(answer).remaining])).toEqual([
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ])
      await api.redisConnection.del(await api.redisOfAdmin.keys(`${api.redisPrefix}:rate:emails:*`))
      expect((await postEmail(api, undefined, headers)).body).toEqual(answers[0]?.body)
      expect(await api.db.email.count()).toBe(1)
    }))

  it('counts each account separately, and no request without credentials', () =>
    withApi({ limits: { emailsPerMinute: 1 } }, async (api) => {
      expect((await postEmail(api)).status).toBe(200)
      const unknown = await postJson(api, '/emails', { html_text: 'x' })
      expect([unknown.status, standingOf(unknown)]).toEqual([401, { limit: null, remaining: null }])
      expect((await postEmail(api, undefined, await addAccount(api))).status).toBe(200)
      expect((await postEmail(api)).status).toBe(429)
    }))

  it('lets exactly the limit through when requests come at once, and again when the minute is over', () =>
    withApi({ limits: { emailsPerMinute: 20 } }, async (api) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => postEmail(api)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
      expect(await api.db.email.count()).toBe(20)
      // The window is a key that expires in Redis.
      const [key = ''] = await api.redisOfAdmin.keys(`${api.redisPrefix}:rate:emails:*`)
      await api.redisConnection.pexpire(key, 1)
      await until(async () => (await api.redisConnection.exists(key)) === 0)
      expect(standingOf(await postEmail(api))).toEqual({ limit: '20', remaining: '19' })
    }))
})

describe('EMAIL_BYTES_PER_HOUR', () => {
  const asset = pngOf(10, 10, 20_000)
  const limits = { emailBytesPerHour: asset.length }

  /** The account's bytes of this hour, as the API counts them in Redis. */
  const countOf = async (api: TestApi): Promise<number> =>
    Number(await api.redisOfAdmin.get(`${api.redisPrefix}:rate:bytes:${api.accountId}`))

  /** Gives the work an API, and a URL of the outside web with an asset as large as `limits`. */
  async function withAsset(work: (api: TestApi, url: string) => Promise<void>): Promise<void> {
    const web = await startSmallWeb((_req, res) => void res.end(asset))
    try {
      const assetAllow = `127.0.0.1:${web.port}`
      await withApi({ limits, assetAllow }, (api) => work(api, `${web.url}/a.png`))
    } finally {
      await web.close()
    }
  }

  it('refuses an account whose emails and assets took all bytes of its hour, before its body, and no other account', () =>
    withAsset(async (api, url) => {
      const post = (html: string, headers = api.headers) =>
        postJson(api, '/emails', { html_text: html }, headers)
      const first = await post('x'.repeat(1_000))
      expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"emails";q=1000000;w=60'])
      const content = await countOf(api)
      expect(content).toBeGreaterThan(1_000)
      expect(content).toBeLessThan(2_000)
      expect((await post(`<img src="${url}">`)).status).toBe(200)
      expect(await countOf(api)).toBeGreaterThan(content + asset.length)

      const withKey = { ...api.headers, 'Idempotency-Key': '"a key"' }
      const refused = await post('x', withKey)
      expect([refused.status, standingOf(refused)]).toEqual([
        429,
        { limit: String(asset.length), remaining: '0' },
      ])
      expect(refused.headers.get('ratelimit-policy')).toBe('"bytes";q=20000;qu="content-bytes";w=3600')
      const { reset, retryAfter } = secondsLeft(api, refused)
      expect(retryAfter).toBeGreaterThan(3_590)
      expect(Math.abs(reset - retryAfter)).toBeLessThanOrEqual(1)
      expect(refused.body.description).toMatch(
        /^This account may store 20000 bytes of emails an hour and has done so; try again in \d+ seconds\.$/,
      )
      expect(await api.db.email.count()).toBe(2)
      const head = [
        'POST /v1/emails HTTP/1.1',
        'X-Forwarded-Proto: https',
        `Authorization: ${api.headers.Authorization}`,
        'Content-Type: application/json',
      ]
      const port = Number(new URL(api.url).port)
      expect((await sendRegardless(port, head, { maxBytes: 0, waits: true })).answer.status).toBe(429)

      expect((await post('x', await addAccount(api))).status).toBe(200)
      // The refusal has left the key as it was: in the next hour the request makes its email.
      await api.redisOfAdmin.del(`${api.redisPrefix}:rate:bytes:${api.accountId}`)
      expect((await post('x', withKey)).status).toBe(200)
      expect(await api.db.email.count()).toBe(4)
    }))

  it('counts a body that is refused once it is read, so that an account cannot have any number of them read', () =>
    withAsset(async (api) => {
      expect(
        (await postJson(api, '/emails', { html_text: 1, plain_text: 'x'.repeat(12_000) }, api.headers))
          .status,
      ).toBe(400)
      await until(async () => (await countOf(api)) > 12_000)
      expect(
        (await postJson(api, '/emails', { html_text: 1, plain_text: 'x'.repeat(12_000) }, api.headers))
          .status,
      ).toBe(400)
      await until(async () => (await countOf(api)) > 24_000)
      expect((await postEmail(api)).status).toBe(429)
    }))

  it('counts assets that are fetched after the answer', () =>
    withAsset(async (api, url) => {
      const guid = String((await postEmail(api)).body.email_guid)
      const before = await countOf(api)
      const unfetched = Buffer.from(JSON.stringify([{ url, depth: 1, where: null }]))
      await api.storage.put(unfetchedAssetsKey(guid), unfetched, 'application/json')
      await api.db.email.update({ where: { id: guid }, data: { assetsDueAt: api.clock.now() } })
      await api.assetCompletion.complete(guid)
      expect((await postEmail(api)).status).toBe(429)
      expect(await countOf(api)).toBeGreaterThan(before + asset.length)
    }))
})

describe('the limits of one account', () => {
  it('apply in place of the installation’s, to that account alone, and are followed within ten seconds', () =>
    withApi({ limits: { emailsPerMinute: 3 } }, async (api) => {
      await setAccountLimits(api, api.accountId, { emailsPerMinute: 2 })
      expect(standingOf(await postEmail(api))).toEqual({ limit: '2', remaining: '1' })
      expect(standingOf(await postEmail(api, undefined, await addAccount(api)))).toEqual({
        limit: '3',
        remaining: '2',
      })
      await setAccountLimits(api, api.accountId, { emailsPerMinute: 1 })
      api.clock.advance(9_999)
      expect(standingOf(await postEmail(api))).toEqual({ limit: '2', remaining: '0' })
      api.clock.advance(1)
      const refused = await postEmail(api)
      expect([refused.status, standingOf(refused)]).toEqual([429, { limit: '1', remaining: '0' }])
      await setAccountLimits(api, api.accountId, { emailsPerMinute: null })
      api.clock.advance(10_000)
      expect(standingOf(await postEmail(api)).limit).toBe('3')
    }))

  it('hold for bytes an hour, too', () =>
    withApi({}, async (api) => {
      await setAccountLimits(api, api.accountId, { emailBytesPerHour: 1 })
      expect((await postEmail(api)).status).toBe(200)
      const refused = await postEmail(api)
      expect([refused.status, standingOf(refused)]).toEqual([429, { limit: '1', remaining: '0' }])
      // More than an integer of 32 bits.
      await setAccountLimits(api, api.accountId, { emailBytesPerHour: 2 ** 40 })
      api.clock.advance(10_000)
      expect((await postEmail(api)).status).toBe(200)
    }))

  it('hold for captures an hour and captures that wait, too', () =>
    withApi({ limits: { capturesPerHour: 100, capturesWaiting: 100 } }, async (api) => {
      await setAccountLimits(api, api.accountId, { capturesPerHour: 3, capturesWaiting: 1 })
      const waiting = await postEmail(api, gmailTwice)
      expect([waiting.status, standingOf(waiting).limit]).toEqual([429, '1'])
      await setAccountLimits(api, api.accountId, { capturesWaiting: 100 })
      api.clock.advance(10_000)
      expect((await postEmail(api, gmailTwice)).status).toBe(200)
      const hourly = await postEmail(api, gmailTwice)
      expect([hourly.status, standingOf(hourly)]).toEqual([429, { limit: '3', remaining: '1' }])
      expect((await postEmail(api, gmailTwice, await addAccount(api))).status).toBe(200)
    }))
})

describe('CAPTURES_PER_HOUR', () => {
  it('refuses further captures with 429 and stores nothing, and lets requests join existing captures', () =>
    withApi({ limits: { capturesPerHour: 4 }, longPollTimeoutMs: 300 }, async (api) => {
      const first = await postEmail(api, [...plainText, ...plainText])
      const second = await postEmail(api)
      const tooMany = await postEmail(api, [...plainText, ...gmailTwice, { client: 'GOOGLEAPPS' }])
      expect([tooMany.status, standingOf(tooMany)]).toEqual([429, { limit: '4', remaining: '3' }])
      expect(await api.db.email.count()).toBe(2)

      expect((await prefetch(api, second, gmailTwice.slice(1), api.headers)).status).toBe(202)
      expect((await prefetch(api, second, gmailTwice, api.headers)).status).toBe(202)
      expect((await postEmail(api, plainText)).status).toBe(200)
      const refused = [
        await prefetch(api, second, [...gmailTwice, ...plainText], api.headers),
        await getPreview(api, second, 'PLAINTEXT', api.headers),
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

      expect((await prefetch(api, second, gmailTwice, api.headers)).status).toBe(202)
      expect((await prefetch(api, first, plainText)).status).toBe(202)
      expect((await getPreview(api, first)).status).toBe(504)
      expect((await postEmail(api)).status).toBe(200)
      expect((await postEmail(api, plainText, await addAccount(api))).status).toBe(200)
    }))

  it('counts a capture once, however many requests for it come at once', () =>
    withApi({ limits: { capturesPerHour: 2 } }, async (api) => {
      const email = await postEmail(api)
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => prefetch(api, email, plainText, api.headers)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(202))
      expect((await postEmail(api, plainText)).status).toBe(200)
      expect((await postEmail(api, plainText)).status).toBe(429)
    }))

  it('leaves the account all of it, whatever callers without a credential request: they have as many, an address a quarter', () =>
    withApi({ limits: { capturesPerHour: 8 } }, async (api) => {
      const email = await postEmail(api)
      const rest = [
        'CHROMEGMAILNEW',
        'CHROMEGOOGLEAPPS',
        'GMAILNEW',
        'GOOGLEAPPS',
        'PLAINTEXT',
        'LYNX',
        'W3M',
      ]
      const next = (): unknown[] => rest.splice(0, 1).map((client) => ({ client }))
      // All at once, for six different previews.
      const address = await Promise.all(
        Array.from({ length: 6 }, () => prefetch(api, email, next(), at('192.0.2.1'))),
      )
      const refused = address.filter(({ status }) => status === 429)
      expect(address.filter(({ status }) => status === 202)).toHaveLength(2)
      for (const { headers, body } of refused) {
        expect(headers.get('ratelimit-policy')).toBe('"captures-of-address";q=2;w=3600')
        expect(body.description).toMatch(
          /^Callers without a credential may have 2 captures of this account made an hour from one address; try again in 36\d\d seconds\.$/,
        )
      }
      const others = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '192.0.2.2', '192.0.2.3']
      const made: number[] = []
      for (const other of others)
        made.push((await prefetch(api, await postEmail(api), gmailTwice, at(other))).status)
      // The second address is in the first one's /64, and with the last one the budget of them all is used up.
      expect(made).toEqual([202, 429, 202, 202, 429])
      const another = await postEmail(api)
      const exhausted = await prefetch(api, another, gmailTwice, at('192.0.2.4', await addAccount(api)))
      expect([exhausted.status, exhausted.headers.get('ratelimit-policy')]).toEqual([
        429,
        '"captures-without-credential";q=8;w=3600',
      ])
      expect(exhausted.body.description).toMatch(
        /^Callers without a credential may have 8 captures of this account made an hour; try again/,
      )
      // Only addresses that had captures made have a count, which ends with its hour.
      const counts = await api.redisOfAdmin.keys(`${api.redisPrefix}:rate:captures-of-address:*`)
      expect(counts).toHaveLength(4)
      for (const count of counts) expect(await api.redisOfAdmin.ttl(count)).toBeGreaterThan(0)

      expect((await prefetch(api, another, [...gmailTwice, ...googleAppsTwice], api.headers)).status).toBe(
        202,
      )
      expect((await postEmail(api, [...gmailTwice, ...googleAppsTwice])).status).toBe(200)
      const own = await postEmail(api, plainText)
      expect([own.status, own.headers.get('ratelimit-policy')]).toEqual([429, '"captures";q=8;w=3600'])
      expect(own.body.description).toMatch(/^This account may have 8 captures made an hour; try again/)
    }))
})

describe('CAPTURES_WAITING', () => {
  it('refuses further captures for an engine with 429 and stores nothing, and lets requests join waiting captures', () =>
    withApi({ limits: { capturesWaiting: 3 }, longPollTimeoutMs: 300 }, async (api) => {
      const first = await postEmail(api, [gmailTwice[0], gmailTwice[0], gmailTwice[0]])
      const refused = await postEmail(api, [...plainText, ...gmailTwice, ...googleAppsTwice])
      expect([refused.status, standingOf(refused)]).toEqual([429, { limit: '3', remaining: '2' }])
      const { reset, retryAfter } = secondsLeft(api, refused)
      expect([Math.floor(reset), retryAfter]).toEqual([10, 10])
      expect([refused.headers.get('ratelimit-policy'), refused.headers.get('ratelimit')]).toEqual([
        '"captures-waiting";q=3;qu="concurrent-requests"',
        '"captures-waiting";r=2;t=10',
      ])
      expect(refused.body.description).toMatch(/3 captures waiting for the engine 'chromium', and 1 are/)
      expect([await api.db.email.count(), await api.db.preview.count()]).toEqual([1, 1])

      expect((await postEmail(api, gmailTwice)).status).toBe(200)
      expect((await postEmail(api, gmailTwice.slice(1))).status).toBe(429)
      expect((await postEmail(api, plainText)).status).toBe(200)
      expect((await getPreview(api, first, 'GMAILNEW')).status).toBe(504)
      expect((await prefetch(api, first, gmailTwice.slice(0, 1))).status).toBe(202)
      expect((await postEmail(api, gmailTwice, await addAccount(api))).status).toBe(200)
    }))

  it('counts running captures, and not those that are captured or failed', () =>
    withApi({ limits: { capturesWaiting: 2 } }, async (api) => {
      const { body } = await postEmail(api, gmailTwice)
      const previews = { emailId: String(body.email_guid) }
      const one = gmailTwice.slice(1)
      await api.db.preview.updateMany({
        where: previews,
        data: capturingColumns(new Date(Date.now() + 30_000)),
      })
      expect((await postEmail(api, one)).status).toBe(429)
      await api.db.preview.updateMany({
        where: { ...previews, images: 'allowed' },
        data: capturedColumns(api.clock.now()),
      })
      expect((await postEmail(api, one)).status).toBe(200)
      expect((await postEmail(api, one)).status).toBe(429)
      await api.db.preview.updateMany({ where: previews, data: failedColumns(api.clock.now()) })
      expect((await postEmail(api, one)).status).toBe(200)
    }))

  it('leaves the account all of it, whatever callers without a credential request at once: they have half as many', () =>
    withApi({ limits: { capturesWaiting: 4 }, longPollTimeoutMs: 300 }, async (api) => {
      const emails: JsonAnswer[] = []
      while (emails.length < 10) emails.push(await postEmail(api))
      await Promise.all(
        emails.flatMap((email, index) =>
          gmailTwice.map((one, last) => prefetch(api, email, [one], at(`192.0.2.${2 * index + last}`))),
        ),
      )
      expect((await postEmail(api, [...gmailTwice, ...googleAppsTwice])).status).toBe(200)
      const refused = await postEmail(api, gmailTwice)
      expect([refused.status, standingOf(refused)]).toEqual([429, { limit: '4', remaining: '0' }])

      const email = await postEmail(api)
      const stranger = at('192.0.2.100')
      for (const answer of [
        await prefetch(api, email, gmailTwice, stranger),
        await getPreview(api, email, 'GMAILNEW', stranger),
      ])
        expect([answer.status, standingOf(answer)]).toEqual([429, { limit: '2', remaining: '0' }])
    }))

  it('leaves callers without a credential their half, whatever the account requests', () =>
    withApi({ limits: { capturesWaiting: 4 }, longPollTimeoutMs: 300 }, async (api) => {
      const email = await postEmail(api, [...gmailTwice, ...googleAppsTwice])
      const other = await postEmail(api)
      expect((await prefetch(api, other, gmailTwice.slice(1), at('192.0.2.1'))).status).toBe(202)
      expect((await getPreview(api, other, 'GMAILNEW')).status).toBe(504)
      const refused = await prefetch(api, email, [{ client: 'CHROMEGMAILNEW' }], at('192.0.2.2'))
      expect([refused.status, standingOf(refused)]).toEqual([429, { limit: '2', remaining: '0' }])
      expect(refused.body.description).toMatch(
        /without a credential may have 2 captures of this account waiting for the engine 'chromium', and 2 are/,
      )
    }))

  it('gives one address a quarter of what callers without a credential may have waiting, and leaves the rest to others', () =>
    withApi({ limits: { capturesWaiting: 16 } }, async (api) => {
      const first = await postEmail(api)
      const emails = [first]
      while (emails.length < 10) emails.push(await postEmail(api))
      // At the same moment, for ten different previews.
      const made = await Promise.all(
        emails.map((email) => prefetch(api, email, gmailTwice.slice(1), at('192.0.2.1'))),
      )
      expect(made.filter(({ status }) => status === 202)).toHaveLength(2)
      for (const { status, headers, body } of made.filter((answer) => answer.status !== 202)) {
        expect([status, standingOf({ headers })]).toEqual([429, { limit: '2', remaining: '0' }])
        expect(headers.get('ratelimit-policy')).toBe('"captures-waiting";q=2;qu="concurrent-requests"')
        expect(body.description).toMatch(
          /^Callers without a credential may have 2 captures of this account waiting for the engine 'chromium' from one address, and 2 are;/,
        )
      }
      // Another engine has places of its own.
      expect((await prefetch(api, first, plainText, at('192.0.2.1'))).status).toBe(202)

      const statuses: number[] = []
      for (const address of ['2001:db8::1', '2001:db8::2', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
        statuses.push((await prefetch(api, await postEmail(api), gmailTwice, at(address))).status)
      // The second address is in the first one's /64, and with the last one the half of them all is used up.
      expect(statuses).toEqual([202, 429, 202, 202, 429])
      expect((await postEmail(api, [...gmailTwice, ...googleAppsTwice])).status).toBe(200)

      // Once they are drawn, the address has its part again.
      await api.db.preview.updateMany({ data: capturedColumns(api.clock.now()) })
      const again = await prefetch(api, first, [{ client: 'GOOGLEAPPS' }], at('192.0.2.1'))
      expect(again.status).toBe(202)
    }))
})

describe('an engine that no worker serves', () => {
  const waitingForWebkit = ({ db }: TestApi): Promise<number> =>
    db.preview.count({ where: { engine: 'webkit' } })

  it('does not stop other engines: their previews are made on request and in advance while its limit is reached', () =>
    withApi({ limits: { capturesWaiting: 2 } }, async (api) => {
      const worker = startDrawing(api, 'text')
      try {
        const full = await postEmail(api, mailTwice)
        expect((await prefetch(api, full, mailAgain.slice(1))).status).toBe(202)
        expect(await waitingForWebkit(api)).toBe(3)

        const inAdvance = await postEmail(api, plainText)
        expect(inAdvance.status).toBe(200)
        expect((await getPreview(api, inAdvance)).status).toBe(301)
        expect((await getPreview(api, full)).status).toBe(301)
        const prefetched = await postEmail(api)
        expect((await prefetch(api, prefetched, plainText)).status).toBe(202)
        expect((await getPreview(api, prefetched)).status).toBe(301)
      } finally {
        await worker.close()
      }
    }))

  it('makes no list fail that names it: its previews beyond the limit are left out, the others are made', () =>
    withApi({ limits: { capturesWaiting: 2, capturesPerHour: 8 } }, async (api) => {
      expect((await postEmail(api, mailTwice)).status).toBe(200)
      const posted = await postEmail(api, [...mailAgain, ...plainText])
      const defaults = { orientation: 'vertical', images: 'allowed' }
      expect([posted.status, posted.body.configurations]).toEqual([
        200,
        [
          { ...mailAgain[0], ...defaults },
          { ...defaults, ...mailAgain[1] },
          { ...plainText[0], ...defaults },
        ],
      ])
      expect((await prefetch(api, posted, mailTwice.slice(1))).status).toBe(202)
      expect((await prefetch(api, posted, [...mailAgain, ...plainText, ...gmailTwice.slice(1)])).status).toBe(
        202,
      )
      expect((await postEmail(api, mailTwice)).status).toBe(200)
      const made = await api.db.preview.groupBy({ by: ['engine'], _count: true, orderBy: { engine: 'asc' } })
      expect(made.map(({ engine, _count }) => [engine, _count])).toEqual([
        ['chromium', 1],
        ['text', 1],
        ['webkit', 3],
      ])
      expect((await getPreview(api, posted, 'APPMAIL14')).status).toBe(503)

      await api.pretendServed('webkit')
      const refused = await postEmail(api, [...mailAgain, ...plainText])
      expect([refused.status, standingOf(refused)]).toEqual([429, { limit: '2', remaining: '0' }])
      expect(refused.body.description).toMatch(/for the engine 'webkit'/)
    }))
})

/** A worker that makes every preview of this engine `captured` at once, until it is closed. */
function startDrawing({ db, clock, redisPrefix }: TestApi, engine: string): Worker {
  return new Worker(
    captureQueueName(engine),
    async ({ data }) => {
      const { previewId: id } = capturePayload.parse(data)
      await db.preview.update({ where: { id }, data: capturedColumns(clock.now()) })
    },
    {
      connection: { url: testVariable('TEST_REDIS_URL'), maxRetriesPerRequest: null },
      prefix: redisPrefix,
    },
  )
}

describe('a Redis that no longer answers', () => {
  it('limits nothing and delays no request: an email is posted', async () => {
    const redis = await startMutableRedis()
    try {
      await withApi({ redisUrl: redis.url, limits: { emailsPerMinute: 1 } }, async (api) => {
        expect(standingOf(await postEmail(api)).remaining).toBe('0')
        expect((await postEmail(api)).status).toBe(429)
        redis.mute()
        // Redis says nothing until the answer is there.
        const answer = await postEmail(api, plainText)
        expect([answer.status, standingOf(answer)]).toEqual([200, { limit: null, remaining: null }])
        expect(await api.db.preview.count({ where: { status: 'pending' } })).toBe(1)
        redis.unmute()
      })
    } finally {
      redis.close()
    }
  })
})

/** The tests' Redis behind a relay that, while muted, keeps its connections open and forwards nothing. */
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
  // Only the host and port change; the password stays.
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
