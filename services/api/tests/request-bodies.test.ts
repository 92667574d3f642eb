import { once } from 'node:events'
import http from 'node:http'
import { createApiKey } from '@pas/accounts/create-api-key'
import { revokeApiKey } from '@pas/accounts/revoke-api-key'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { gzipSync } from 'node:zlib'
import { isLongRun } from '@pas/testing/long-run'
import { processorMsOf } from '@pas/testing/processor-time'
import { sendRegardless } from '@pas/testing/send-regardless'
import { startSmallWeb } from '@pas/testing/small-web'
import { stopTime } from '@pas/testing/stop-time'
import { until } from '@pas/testing/until'
import { addAccount, postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

const mebibyte = 1024 * 1024
const secure = { 'X-Forwarded-Proto': 'https' }
const unknownEmail = '/emails/5a7b1f0e-9f0c-4d8e-8f5d-0c1d2e3f4a5b/previews/prefetch'

/** `head`, `part` as often as fits, and `tail`: nearly 10 MiB. */
function tenMebibytes(head: string, part: string, tail: string): Buffer {
  const count = Math.floor((10 * mebibyte - head.length - tail.length) / part.length)
  return Buffer.from(head + part.repeat(count).replace(/,$/, '') + tail)
}
/** 10 KB of gzip that inflate to 10 MiB with millions of configurations. */
const bomb = gzipSync(tenMebibytes('{"configurations":[', '{},', ']}'))

describe('a request body', () => {
  let api: TestApi

  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const post = async (path: string, body: Buffer, headers: Record<string, string>): Promise<number> => {
    const type = { 'Content-Type': 'application/json' }
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { ...type, ...headers },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }
  const portOf = ({ url }: TestApi): number => Number(new URL(url).port)
  const headOf = (path: string, headers: Record<string, string>): string[] => [
    `POST /v1${path} HTTP/1.1`,
    ...Object.entries({ ...headers, 'Content-Type': 'application/json' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ]

  it('without credentials for an unknown email costs as much as an empty one', async () => {
    const count = isLongRun ? 100 : 20
    const many = (body: Buffer, headers: Record<string, string>) => (): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, () => post(unknownEmail, body, headers)))
    await many(Buffer.from('{}'), secure)()
    const plainMs = await processorMsOf(many(Buffer.from('{}'), secure))
    const gzip = { ...secure, 'Content-Encoding': 'gzip' }
    const bombMs = await processorMsOf(async () =>
      expect(await many(bomb, gzip)()).toEqual(Array(count).fill(404)),
    )
    // Inflating and parsing one such body takes a second.
    expect(bombMs).toBeLessThan(5 * plainMs + 500)
    expect(await post('/emails/no-guid/previews/prefetch', bomb, gzip)).toBe(400)
  })

  it('without credentials for an existing email must be small, uncompressed, and name few configurations', async () => {
    const path = `/emails/${await postEmail(api, { plain_text: 'x' })}/previews/prefetch`
    const small = '{"configurations":[{"client":"PLAINTEXT"}]}'
    const zipped = gzipSync(small)
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])
      expect([encoding, await post(path, zipped, { ...secure, 'Content-Encoding': encoding })]).toEqual([
        encoding,
        415,
      ])
    const identity = { ...secure, 'Content-Encoding': 'identity' }
    expect(await post(path, Buffer.from(small), identity)).toBe(202)
    const filled = (length: number): Buffer => Buffer.from(small + ' '.repeat(length - small.length))
    expect(await post(path, filled(64 * 1024), secure)).toBe(202)
    expect(await post(path, filled(64 * 1024 + 1), secure)).toBe(413)
    const configurations = (count: number): Promise<{ body: Record<string, unknown> }> =>
      postJson(api, path, { configurations: Array(count).fill({ client: 'NONE' }) })
    expect((await configurations(500)).body.description).toMatch(
      /^configurations.0: There is no email client/,
    )
    expect((await configurations(501)).body.description).toBe('configurations: must have at most 500 entries')
    expect((await postJson(api, path, `[${'0,'.repeat(20_000)}0]`)).body.description).toMatch(
      /more than 10000 values/,
    )
  })

  it('is limited in its values and not in the characters inside strings, wherever these end', async () => {
    const marks = ',:[{'.repeat(10_000)
    for (const text of [marks, `"${marks}"`, `\\${marks}`, `\\"${marks}\\`, `${marks}\\\\"\n`])
      expect(await post('/emails', Buffer.from(JSON.stringify({ plain_text: text })), api.headers)).toBe(200)
    // Here the string ends before the values begin.
    const values = Buffer.from(`{"plain_text":"\\\\","a":[${'0,'.repeat(20_000)}0]}`)
    expect(await post('/emails', values, api.headers)).toBe(400)
  })

  it('without a valid credential is answered before it is sent, and cut off', async () => {
    const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    const revoked = await createApiKey(api, { accountId: api.accountId })
    await revokeApiKey(api, revoked)
    const disabled = (await addAccount(api)).Authorization ?? ''
    const { accountId } = await api.db.apiKey.findFirstOrThrow({ orderBy: { id: 'desc' } })
    await setAccountDisabled(api, accountId, true)
    const refused: [string | null, number][] = [
      [null, 401],
      ['Bearer x', 401],
      ['Digest x', 401],
      [basic('unknown'), 401],
      [basic(revoked), 401],
      [disabled, 403],
    ]
    const answers = refused.map(async ([authorization, status]) => {
      const head = headOf('/emails', {
        ...secure,
        ...(authorization !== null && { Authorization: authorization }),
      })
      const { answer, sentBytes } = await sendRegardless(portOf(api), head, {
        maxBytes: 64 * mebibyte,
        waits: true,
      })
      expect([authorization, answer.status]).toEqual([authorization, status])
      expect(answer.text).toMatch(/\r\nConnection: close\r\n/i)
      expect(sentBytes).toBeLessThan(32 * mebibyte)
    })
    await Promise.all(answers)
  })

  it('that is too large is cut off as soon as that is certain, whatever it inflates to', async () => {
    const endless = { maxBytes: 64 * mebibyte, waits: false }
    const chunked = await sendRegardless(portOf(api), headOf('/emails', api.headers), endless)
    expect(chunked.answer.status).toBe(413)
    expect(chunked.sentBytes).toBeLessThan(48 * mebibyte)

    const gzip = { ...api.headers, 'Content-Encoding': 'gzip' }
    expect(await post('/emails', gzipSync(Buffer.alloc(11 * mebibyte, 'x')), gzip)).toBe(413)
    // Inflates to nothing, and is itself longer than a body may be.
    const empty = gzipSync('')
    expect(await post('/emails', Buffer.alloc(11 * mebibyte, empty), gzip)).toBe(413)
    expect(await post('/emails', gzipSync('{"plain_text":"x"}'), gzip)).toBe(200)
    expect(await post('/emails', Buffer.from('{"plain_text":"x"}'), gzip)).toBe(400)
  })

  it('of ten million characters costs no more when it has a million values', async () => {
    const html = tenMebibytes('{"html_text":"', 'x', '"}')
    const values = [
      tenMebibytes('{"plain_text":"x","a":[', '{},', ']}'),
      tenMebibytes('{"plain_text":"x","configurations":[', '{},', ']}'),
      tenMebibytes('{"plain_text":"x","a":', '[', ''),
      Buffer.from(`{"plain_text":"x",${Array.from({ length: 800_000 }, (_, n) => `"${n}_":0`).join()}}`),
    ]
    await post('/emails', html, api.headers)
    const textMs = await processorMsOf(() => post('/emails', html, api.headers))
    for (const body of values) {
      let status = 0
      const valuesMs = await processorMsOf(async () => (status = await post('/emails', body, api.headers)))
      expect(status).toBe(400)
      expect(valuesMs).toBeLessThan(2 * textMs)
    }
  })
})

describe('bodies in flight', () => {
  /** A request whose body is sent in parts. */
  interface Upload {
    send(part: string | Buffer): void
    end(part: string | Buffer): void
    hangUp(): void
    /** Resolves when the server asks for the body (100 Continue); the server counts the body from then on. */
    asked: Promise<unknown>
    answer: Promise<{ status: number; headers: http.IncomingHttpHeaders }>
  }

  function begin(api: TestApi, headers: Record<string, string | number>): Upload {
    const options = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      agent: false,
    }
    const request = http.request(`${api.url}/emails`, options)
    request.flushHeaders()
    const answer = new Promise<Awaited<Upload['answer']>>((resolve, reject) => {
      request.on('response', (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
      })
      request.on('error', reject)
    })
    const asked = once(request, 'continue')
    for (const promise of [answer, asked]) promise.catch(() => undefined)
    return {
      send: (part) => void request.write(part),
      end: (part) => void request.end(part),
      hangUp: () => request.destroy(),
      asked,
      answer,
    }
  }

  const limits = { maxBytes: 3 * mebibyte, maxBytesPerOwner: 2 * mebibyte }
  let api: TestApi
  let other: Record<string, string>
  let third: Record<string, string>

  beforeAll(async () => {
    api = await startApi({ inFlightLimits: { ...limits, maxWaiting: 0 } })
    other = await addAccount(api)
    third = await addAccount(api)
  })
  afterAll(() => api.close())

  const json = `{"plain_text":"${'x'.repeat(mebibyte - 17)}"}`
  const almostAll = json.slice(0, -100)
  const rest = json.slice(-100)
  const announce = (headers: Record<string, string>, to = api): Upload =>
    begin(to, { ...headers, 'Content-Length': mebibyte, Expect: '100-continue' })
  async function announced(headers: Record<string, string>, to = api): Promise<Upload> {
    const upload = announce(headers, to)
    await upload.asked
    return upload
  }
  /** Begins an upload of 1 MiB whose last bytes do not come yet. */
  async function unfinished(headers: Record<string, string>, to = api): Promise<Upload> {
    const upload = await announced(headers, to)
    upload.send(almostAll)
    return upload
  }
  const small = (headers: Record<string, string>) => postJson(api, '/emails', { plain_text: 'x' }, headers)
  const large = (headers: Record<string, string>) => postJson(api, '/emails', json, headers)
  async function untilIs(status: number, ask: () => Promise<{ status: number }>): Promise<void> {
    await until(`it is answered with ${status}`, async () => {
      const answer = await ask()
      return [answer.status === status, answer.status]
    })
  }
  const untilSmallIsTaken = (headers: Record<string, string>): Promise<void> =>
    untilIs(200, () => small(headers))

  it('count what has arrived: bodies that are announced and do not come take no room', async () => {
    for (const headers of [other, third]) {
      const idle = await announced(headers)
      idle.send('{"pla')
      await untilIs(200, () => large(headers))
      const second = await announced(headers)
      await untilIs(200, () => large(api.headers))
      expect((await small(headers)).status).toBe(200)
      for (const upload of [idle, second]) upload.hangUp()
    }
  })

  it('are refused with 429 beyond an account’s share, and with 503 beyond the process’s limit, until some have ended', async () => {
    const ofAccount = [await unfinished(api.headers), await unfinished(api.headers)]
    await untilIs(429, () => large(api.headers))
    const tooManyOfAccount = await large(api.headers)
    expect(Number(tooManyOfAccount.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(tooManyOfAccount.headers.get('x-ratelimit-limit')).toBe(String(2 * mebibyte))

    const ofOther = begin(api, other)
    ofOther.send(json.slice(0, mebibyte / 2))
    await untilIs(503, () => large(third))
    expect(Number((await large(third)).headers.get('retry-after'))).toBeGreaterThan(0)
    // Large bodies leave room for small ones.
    for (const headers of [other, third]) expect((await small(headers)).status).toBe(200)

    for (const upload of ofAccount) upload.end(rest)
    for (const upload of ofAccount) expect((await upload.answer).status).toBe(200)
    ofOther.end(json.slice(mebibyte / 2))
    expect((await ofOther.answer).status).toBe(200)
    for (const headers of [api.headers, other, third]) expect((await large(headers)).status).toBe(200)
  })

  it('of a burst that is more than the account’s share wait for each other, and are all taken', async () => {
    const own = await startApi({ inFlightLimits: limits })
    try {
      const body = { plain_text: 'x'.repeat(60 * 1024) }
      // 80 × 60 KiB are more than twice the share of 2 MiB.
      const answers = Array.from({ length: 80 }, () => postJson(own, '/emails', body, own.headers))
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect(statuses).toEqual(Array(80).fill(200))
    } finally {
      await own.close()
    }
  })

  it('wait unread while six of the account are under way, and other accounts’ do not', async () => {
    const own = await startApi()
    try {
      const underWay = await Promise.all(Array.from({ length: 6 }, () => unfinished(own.headers, own)))
      const next = announce(own.headers, own)
      const ofOther = await announced(await addAccount(own), own)
      const answers = underWay.map(({ answer }) => answer.then(() => 'an earlier one'))
      underWay[0]?.end(rest)
      expect(await Promise.race([...answers, next.asked.then(() => 'the next')])).toBe('an earlier one')
      await next.asked
      for (const upload of [...underWay, next, ofOther]) upload.hangUp()
    } finally {
      await own.close()
    }
  })

  it('are refused at once, before they are sent, when more wait than may; those that wait are taken', async () => {
    const own = await startApi({ inFlightLimits: { ...limits, maxWaiting: 2 } })
    try {
      const underWay = [await unfinished(own.headers, own), await unfinished(own.headers, own)]
      const ended: string[] = []
      const uploads = [announce(own.headers, own), announce(own.headers, own)]
      uploads.forEach(({ answer }) => void answer.then(({ status }) => ended.push(`one: ${status}`)))
      await until(() => ended.length > 0)
      expect(ended).toEqual(['one: 429'])
      for (const upload of underWay) upload.end(rest)
      const waiting = await Promise.race(uploads.map(async (upload) => upload.asked.then(() => upload)))
      waiting.end(json)
      expect((await waiting.answer).status).toBe(200)
    } finally {
      await own.close()
    }
  })

  it('wait ten seconds for room, then are refused with 429', async () => {
    const own = await startApi({ inFlightLimits: { ...limits, maxWaiting: 4 } })
    const underWay = [await unfinished(own.headers, own), await unfinished(own.headers, own)]
    const time = stopTime()
    try {
      const { answer } = announce(own.headers, own)
      let passedMs = 0
      const passing = setInterval(() => {
        time.pass(1_000)
        passedMs += 1_000
      }, 10)
      expect((await answer.finally(() => clearInterval(passing))).status).toBe(429)
      expect(passedMs).toBeGreaterThanOrEqual(10_000)
    } finally {
      time.goOn()
      for (const upload of underWay) upload.hangUp()
      await own.close()
    }
  })

  it('count towards the account’s share when they are small, too', async () => {
    const sent = `{"plain_text":"${'x'.repeat(60 * 1024)}`
    const uploads = Array.from({ length: 40 }, () => begin(api, api.headers))
    for (const upload of uploads) upload.send(sent)
    // 40 × 60 KiB are more than 2 MiB.
    const refused = await Promise.race(uploads.map(({ answer }) => answer))
    expect(refused.status).toBe(429)
    expect((await small(other)).status).toBe(200)
    for (const upload of uploads) upload.hangUp()
    await untilSmallIsTaken(api.headers)
  })

  it('are given up with 408 when nothing more of them comes, and count no longer', async () => {
    const time = stopTime()
    try {
      const stalled = await announced(api.headers)
      stalled.send('{"pla')
      time.pass(10_001)
      expect((await stalled.answer).status).toBe(408)
    } finally {
      time.goOn()
    }
    expect((await large(api.headers)).status).toBe(200)
  })

  it('count as they are read when their length is not announced, and as they are inflated', async () => {
    const unannounced = begin(api, api.headers)
    const inflating = begin(api, { ...other, 'Content-Encoding': 'gzip' })
    unannounced.send(json.slice(0, -2) + 'x'.repeat(mebibyte - 100))
    expect((await small(api.headers)).status).toBe(200)
    unannounced.send('x'.repeat(mebibyte))
    expect((await unannounced.answer).status).toBe(429)
    inflating.end(gzipSync(Buffer.alloc(5 * mebibyte, ' ')))
    expect((await inflating.answer).status).toBe(429)
    for (const headers of [api.headers, other, third]) expect((await small(headers)).status).toBe(200)
  })

  it('stop counting when the caller hangs up, and when the response was sent first', async () => {
    const uploads = [await unfinished(api.headers), await unfinished(api.headers)]
    await untilIs(429, () => large(api.headers))
    for (const upload of uploads) upload.hangUp()
    await untilIs(200, () => large(api.headers))

    const answered = begin(api, {
      ...api.headers,
      'Content-Length': 2 * mebibyte,
      'Content-Type': 'text/plain',
    })
    expect((await answered.answer).status).toBe(415)
    expect((await small(api.headers)).status).toBe(200)
  })

  it('share their limits with the sources that are being sent, which count until they are read', async () => {
    const own = await startApi({
      inFlightLimits: { maxBytes: 40 * mebibyte, maxBytesPerOwner: 12 * mebibyte },
    })
    try {
      const ofOther = await addAccount(own)
      const guid = await postEmail(own, { plain_text: 'x'.repeat(9 * mebibyte) })
      const ofOtherPosted = await postJson(own, '/emails', { plain_text: 'x'.repeat(9 * mebibyte) }, ofOther)
      const otherGuid = String(ofOtherPosted.body.email_guid)
      const ask = (of: string, headers: Record<string, string>): Promise<http.IncomingMessage> =>
        new Promise((resolve, reject) =>
          http.get(`${own.url}/emails/${of}/source`, { headers, agent: false }, resolve).on('error', reject),
        )
      const read = async (response: http.IncomingMessage): Promise<number> => {
        let bytes = 0
        for await (const chunk of response) bytes += (chunk as Buffer).length
        return bytes
      }
      const unread = await ask(guid, own.headers)
      expect(unread.statusCode).toBe(200)
      const refused = await ask(guid, own.headers)
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['x-ratelimit-limit']).toBe(String(12 * mebibyte))
      await read(refused)
      const share = { shows: ['source'] }
      expect((await postJson(own, `/emails/${guid}/shares`, share, own.headers)).status).toBe(429)
      const another = await ask(otherGuid, ofOther)
      expect(another.statusCode).toBe(200)
      expect(await read(another)).toBeGreaterThan(9 * mebibyte)

      expect(await read(unread)).toBeGreaterThan(9 * mebibyte)
      const untilGiven = (): Promise<void> =>
        until(async () => {
          const response = await ask(guid, own.headers)
          response.destroy()
          return [response.statusCode === 200, response.statusCode]
        })
      await untilGiven()
      // Those that were asked for above were not read, but their callers hung up.
      await untilGiven()
    } finally {
      await own.close()
    }
  })

  it('count until their email is stored, also when the caller hangs up meanwhile', async () => {
    const held: http.ServerResponse[] = []
    const web = await startSmallWeb((_req, res) => void held.push(res))
    const own = await startApi({
      assetAllow: `127.0.0.1:${web.port}`,
      inFlightLimits: { ...limits, maxWaiting: 0 },
    })
    try {
      const html_text = `<img src="${web.url}/a.png">${'x'.repeat(1.5 * mebibyte)}`
      const upload = begin(own, own.headers)
      upload.end(JSON.stringify({ html_text }))
      await until(() => held.length > 0)
      upload.hangUp()
      const second = () => postJson(own, '/emails', { plain_text: 'x'.repeat(mebibyte) }, own.headers)
      for (let tries = 0; tries < 20; tries++) expect((await second()).status).toBe(429)
      for (const res of held) res.end('no picture')
      await until(async () => (await second()).status === 200)
    } finally {
      await own.close()
      await web.close()
    }
  })
})
