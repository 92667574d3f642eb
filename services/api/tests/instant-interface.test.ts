import { pictureSizes } from '@pas/captures/picture-sizes'
import { randomUUID } from 'node:crypto'
import { capturedColumns, failedColumns } from '@pas/testing/preview-columns'
import { startRelay } from '@pas/testing/relay'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import { request } from 'undici'
import { addPreview } from './add-preview'
import { imagesUrl, postEmail, startApi, type TestApi } from './start-api'

const lifetimeMs = 180 * 24 * 3600 * 1000
const picture = new RegExp(`^${imagesUrl}/captures/[A-Za-z0-9_-]{32}/(full|thumb|thumb450|top450)\\.png$`)
const errorBody = (status: number, requestId: string | null, description: RegExp) => ({
  status,
  title: expect.stringMatching(/^[A-Z]/) as string,
  code: expect.stringMatching(/^[a-z_]+$/) as string,
  description: expect.stringMatching(description) as string,
  ...(status === 400 && { errors: [expect.objectContaining({ message: expect.any(String) as string })] }),
  request_id: requestId,
})

interface Expected {
  status: number
  /** By name; null: the header is absent. */
  headers?: Record<string, string | RegExp | null>
  /** A pattern of the error's description. */
  says?: RegExp
}

describe('the instant interface', () => {
  let api: TestApi
  /** Guids by the name that stands for them, in braces, in a row's path. */
  let guids: Record<string, string>

  beforeAll(async () => {
    api = await startApi({ longPollTimeoutMs: 300 })
    await api.pretendServed('text')
    const now = api.clock.now().getTime()
    const leftMs = async (ms: number): Promise<string> =>
      (await addPreview(api, capturedColumns(new Date(now - lifetimeMs + ms)))).guid
    const expired = await postEmail(api, { plain_text: 'x' })
    await api.db.email.update({ where: { id: expired }, data: { expiresAt: api.clock.now() } })
    guids = {
      fresh: await postEmail(api, { plain_text: 'x' }),
      late: await postEmail(api, { plain_text: 'x' }),
      unknown: randomUUID(),
      expired,
      captured: (await addPreview(api, capturedColumns(api.clock.now()))).guid,
      minute: await leftMs(60_000),
      second: await leftMs(1_000),
      moment: await leftMs(999),
      gone: await leftMs(0),
      failed: (await addPreview(api, failedColumns(api.clock.now()))).guid,
      tooLate: (await addPreview(api, failedColumns(api.clock.now(), 'content_gone'))).guid,
      pending: (await addPreview(api, { status: 'pending' })).guid,
    }
  })
  afterAll(() => api.close())

  /** Sends a request, and checks the response and what is true of every response of the interface. */
  async function expectAnswer(
    method: string,
    path: string,
    { status, headers = {}, says = /./ }: Expected,
  ): Promise<void> {
    const url = api.url + path.replace(/\{(\w+)\}/, (_all, name: string) => guids[name] ?? '')
    const response = await request(url, {
      method: method as 'GET',
      headers: { 'X-Forwarded-Proto': 'https' },
    })
    const header = (name: string): string | null => (response.headers[name] as string | undefined) ?? null
    expect([method, path, response.statusCode]).toEqual([method, path, status])

    const requestId = header('x-request-id')
    expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect(Object.keys(response.headers).filter((name) => /^access-control|^set-cookie$/.test(name))).toEqual(
      [],
    )
    const body = await response.body.text()
    if (method === 'HEAD') expect(body).toBe('')
    if (status >= 400) {
      expect(header('cache-control')).toBe('no-store')
      if (method !== 'HEAD') expect(JSON.parse(body)).toEqual(errorBody(status, requestId, says))
    }
    for (const [name, value] of Object.entries(headers)) {
      if (value instanceof RegExp) expect(header(name)).toMatch(value)
      else expect([name, header(name)]).toEqual([name, value])
    }
  }

  const forAnHour = { 'cache-control': 'public, max-age=3600' }
  const redirect = { status: 301, headers: { ...forAnHour, location: picture, 'content-length': '0' } }
  const json = { status: 200, headers: { ...forAnHour, 'content-type': /^application\/json/ } }
  const onlyGet = { status: 405, headers: { allow: 'GET, HEAD' }, says: /GET, HEAD/ }
  const getOrPost = { status: 405, headers: { allow: 'GET, HEAD, POST' }, says: /GET, HEAD, POST/ }
  const retry = { 'retry-after': /^[1-9]\d*$/ }

  const rows: [string, string, Expected][] = [
    // The catalogue, without credentials.
    ['GET', '/clients', { status: 200, headers: { 'content-type': /^application\/json/ } }],
    ['HEAD', '/clients', { status: 200 }],
    ['GET', '/clients?callback=jsonp', { status: 200, headers: { 'content-type': /^application\/json/ } }],
    ['GET', '/clients/', { status: 200 }],
    ['GET', '/clients/configurations', { status: 200, headers: { 'cache-control': 'no-store' } }],
    ['HEAD', '/clients/configurations', { status: 200 }],
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method): [string, string, Expected][] => [
      [method, '/clients', onlyGet],
      [method, '/clients/configurations', onlyGet],
      [method, '/emails/{captured}/previews/PLAINTEXT', onlyGet],
      [method, '/emails/{captured}/previews/PLAINTEXT/full', onlyGet],
      [method, '/emails/{captured}/previews/PLAINTEXT/thumb', onlyGet],
      [method, '/emails/{captured}/previews/PLAINTEXT/thumb450', onlyGet],
    ]),
    ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, string, Expected] => [
      method,
      '/emails',
      getOrPost,
    ]),
    ['GET', '/emails', { status: 401 }],
    ['GET', '/emails/{captured}', { status: 401 }],
    ['GET', '/emails/{captured}/source', { status: 401 }],

    // A captured preview, in every spelling of its address.
    [
      'GET',
      '/emails/{captured}/previews/PLAINTEXT/full',
      { ...redirect, headers: { ...redirect.headers, location: /full/ } },
    ],
    [
      'GET',
      '/emails/{captured}/previews/PLAINTEXT/thumb',
      { ...redirect, headers: { location: /thumb\.png/ } },
    ],
    [
      'GET',
      '/emails/{captured}/previews/PLAINTEXT/thumb450',
      { ...redirect, headers: { location: /thumb450/ } },
    ],
    ['HEAD', '/emails/{captured}/previews/PLAINTEXT/full', redirect],
    ['GET', '/emails/{captured}/previews/PLAINTEXT/full?', redirect],
    ['GET', '/emails/{captured}/previews/PLAINTEXT/full/', redirect],
    ['GET', '/emails/{captured}/previews/plaintext/full', redirect],
    ['GET', '/emails/{captured}/previews/%50lain%54EXT/full', redirect],
    ['GET', '/emails/{captured}/previews/PLAINTEXT/full?orientation=vertical&images=allowed', redirect],
    ['GET', '/emails/{captured}/previews/PLAINTEXT/full?surprise=1&callback=x&%E0%A4%A', redirect],
    ['GET', '/emails/{captured}/previews/PLAINTEXT', json],
    ['HEAD', '/emails/{captured}/previews/PLAINTEXT', json],
    ['GET', '/emails/{captured}/previews/plaintext/?', json],
    ['GET', '/emails/{captured}/previews/PLAINTEXT?callback=jsonp', json],

    // The end of a preview, to the second: no cache keeps the redirect for longer.
    [
      'GET',
      '/emails/{minute}/previews/PLAINTEXT/full',
      { status: 301, headers: { 'cache-control': 'public, max-age=60' } },
    ],
    [
      'GET',
      '/emails/{second}/previews/PLAINTEXT/full',
      { status: 301, headers: { 'cache-control': 'public, max-age=1' } },
    ],
    [
      'GET',
      '/emails/{moment}/previews/PLAINTEXT/full',
      { status: 301, headers: { 'cache-control': 'no-store' } },
    ],
    ['GET', '/emails/{moment}/previews/PLAINTEXT', { status: 200, headers: { 'cache-control': 'no-store' } }],
    ['GET', '/emails/{gone}/previews/PLAINTEXT/full', { status: 404, says: /180 days/ }],
    ['GET', '/emails/{gone}/previews/PLAINTEXT', { status: 404 }],
    ['HEAD', '/emails/{gone}/previews/PLAINTEXT/full', { status: 404 }],

    // HEAD starts no capture.
    ...['fresh', 'pending', 'failed', 'unknown', 'expired'].flatMap((guid): [string, string, Expected][] => [
      ['HEAD', `/emails/{${guid}}/previews/PLAINTEXT/full`, { status: 404 }],
      ['HEAD', `/emails/{${guid}}/previews/PLAINTEXT`, { status: 404 }],
    ]),
    ['HEAD', '/emails/{fresh}/previews/CHROMEGMAILNEW/full', { status: 404 }],

    // The caller's errors: the text names what is wrong and where the allowed values are listed.
    ['GET', '/emails/not-a-guid/previews/PLAINTEXT/full', { status: 400, says: /email_guid.*UUID/ }],
    ['GET', '/emails/{fresh}x/previews/PLAINTEXT', { status: 400, says: /email_guid/ }],
    ['HEAD', '/emails/not-a-guid/previews/PLAINTEXT/full', { status: 400 }],
    ['GET', '/emails/{fresh}/previews/NOSUCH/full', { status: 400, says: /NOSUCH.*GET \/clients/ }],
    ['GET', '/emails/{unknown}/previews/NOSUCH', { status: 400, says: /NOSUCH/ }],
    ['HEAD', '/emails/{fresh}/previews/NOSUCH', { status: 400 }],
    ['GET', '/emails/{fresh}/previews/%E0%A4%A/full', { status: 400, says: /well encoded/ }],
    ['GET', '/emails/{fresh}/previews/PLAIN%00TEXT/full', { status: 400 }],
    ['GET', '/emails/{fresh}/previews/constructor', { status: 400 }],
    ...pictureSizes.map((size): [string, string, Expected] => [
      'GET',
      `/emails/{fresh}/previews/PLAINTEXT/${size}?images=blocked`,
      { status: 400, says: /PLAINTEXT.*images "blocked".*allowed.*GET \/clients\/configurations/ },
    ]),
    [
      'GET',
      '/emails/{fresh}/previews/PLAINTEXT?orientation=horizontal',
      { status: 400, says: /orientation "horizontal"/ },
    ],
    ['GET', '/emails/{fresh}/previews/PLAINTEXT/full?images=', { status: 400, says: /images ""/ }],
    ['GET', '/emails/{fresh}/previews/PLAINTEXT/full?orientation', { status: 400, says: /orientation ""/ }],
    [
      'GET',
      '/emails/{fresh}/previews/PLAINTEXT/full?images=ALLOWED',
      { status: 400, says: /images "ALLOWED"/ },
    ],
    [
      'GET',
      '/emails/{fresh}/previews/PLAINTEXT/full?images=allowed&images=allowed',
      { status: 400, says: /images .*only allowed/ },
    ],
    ['HEAD', '/emails/{captured}/previews/PLAINTEXT/full?orientation=a&orientation=b', { status: 400 }],

    // Previews that do not exist.
    ['GET', '', { status: 302, headers: { location: /\/v1\/docs$/ } }],
    ['GET', '/nothing', { status: 404 }],
    ['POST', '/nothing', { status: 404 }],
    ['GET', '/emails/{captured}/previews', { status: 200, headers: { 'cache-control': 'no-store' } }],
    ['POST', '/emails/{captured}/previews', onlyGet],
    ['HEAD', '/emails/{captured}/events', { status: 200, headers: { 'content-type': 'text/event-stream' } }],
    ['GET', '/emails/{captured}/previews/PLAINTEXT/huge', { status: 404 }],
    [
      'GET',
      '/emails/{unknown}/previews/PLAINTEXT/full',
      { status: 404, says: /unknown, or older than 48 hours/ },
    ],
    ['GET', '/emails/{expired}/previews/PLAINTEXT/full', { status: 404, says: /48 hours/ }],
    ['GET', '/emails/{tooLate}/previews/PLAINTEXT/full', { status: 404, says: /48 hours/ }],
    ['GET', '/emails/{unknown}/previews/PLAINTEXT', { status: 404, headers: { connection: 'keep-alive' } }],
    ['GET', '/emails/{unknown}/previews/CHROMEGMAILNEW/full', { status: 404, says: /unknown/ }],
    ['GET', '/emails/{expired}/previews/CHROMEGMAILNEW', { status: 404 }],

    // Failures of the service.
    [
      'GET',
      '/emails/{failed}/previews/PLAINTEXT/full',
      { status: 500, headers: { connection: 'keep-alive' } },
    ],
    ['GET', '/emails/{failed}/previews/PLAINTEXT', { status: 500, says: /could not be captured/ }],
    [
      'GET',
      '/emails/{fresh}/previews/CHROMEGMAILNEW/full',
      { status: 503, headers: retry, says: /CHROMEGMAILNEW.*chromium/ },
    ],
    ['GET', '/emails/{fresh}/previews/CHROMEGMAILNEW', { status: 503, headers: retry }],
    [
      'GET',
      '/emails/{late}/previews/PLAINTEXT/full',
      { status: 504, headers: { connection: 'close' }, says: /joins it/ },
    ],
    ['GET', '/emails/{late}/previews/PLAINTEXT', { status: 504, headers: { connection: 'close' } }],
    ['GET', '/emails/{pending}/previews/PLAINTEXT/thumb', { status: 504, headers: { connection: 'close' } }],
  ]

  it.each(rows)('%s %s', expectAnswer)

  it('makes no preview for a HEAD or a refused request', async () => {
    for (const guid of ['fresh', 'expired'])
      expect(await api.db.preview.count({ where: { emailId: guids[guid] ?? '' } })).toBe(0)
    expect(await api.db.preview.count({ where: { emailId: guids.late ?? '' } })).toBe(1)
  })

  it('refuses two Authorization headers with 400', async () => {
    const { statusCode, headers, body } = await request(`${api.url}/emails`, {
      method: 'POST',
      headers: [
        ...Object.entries({ ...api.headers, 'Content-Type': 'application/json' }).flat(),
        'authorization',
        'Bearer x',
      ],
      body: '{"plain_text":"x"}',
    })
    const requestId = headers['x-request-id'] as string
    expect([statusCode, await body.json()]).toEqual([
      400,
      errorBody(400, requestId, /one Authorization header/),
    ])
  })
})

describe('with the database away', () => {
  it('everything that needs it is 503 with Retry-After, and the catalogue is there', async () => {
    const api = await startApi({ isDatabaseAway: true })
    try {
      const json = { ...api.headers, 'Content-Type': 'application/json' }
      const guid = randomUUID()
      const answers = await Promise.all([
        fetch(`${api.url}/emails`, { method: 'POST', headers: json, body: '{"plain_text":"x"}' }),
        ...['', '/full'].map((form) =>
          fetch(`${api.url}/emails/${guid}/previews/PLAINTEXT${form}`, { headers: json }),
        ),
        fetch(`${api.url}/emails/${guid}/previews/PLAINTEXT`, { method: 'HEAD', headers: json }),
      ])
      for (const answer of answers) {
        expect([
          answer.status,
          answer.headers.get('retry-after'),
          answer.headers.get('cache-control'),
        ]).toEqual([503, '5', 'no-store'])
      }
      expect((await fetch(`${api.url}/clients`, { headers: json })).status).toBe(200)
    } finally {
      await api.close()
    }
  })
})

describe('with the queue away', () => {
  it('new captures are 503 with Retry-After until it is back; emails are taken, and what is captured is there', async () => {
    const relay = await startRelay(testVariable('TEST_REDIS_URL'))
    const api = await startApi({ redisUrl: relay.url })
    const get = (path: string): Promise<Response> =>
      fetch(api.url + path, { headers: { 'X-Forwarded-Proto': 'https' }, redirect: 'manual' })
    try {
      const { guid } = await addPreview(api, capturedColumns(api.clock.now()))
      const before = relay.connections()
      relay.cut()
      const fresh = await postEmail(api, { plain_text: 'x' })
      for (const path of [`/emails/${fresh}/previews/PLAINTEXT/full`, '/clients/configurations']) {
        const away = await get(path)
        const headers = ['retry-after', 'cache-control'].map((name) => away.headers.get(name))
        expect([away.status, ...headers]).toEqual([503, '5', 'no-store'])
        expect(((await away.json()) as { description: string }).description).toMatch(/queue is away/)
      }
      expect((await get(`/emails/${guid}/previews/PLAINTEXT/full`)).status).toBe(301)
      expect((await get(`/emails/${randomUUID()}/previews/PLAINTEXT/full`)).status).toBe(404)
      expect((await get('/clients')).status).toBe(200)
      relay.mend()
      // A connection counts as open before its handshake is over, so the client's own status is checked too.
      await until(() => relay.connections() === before && api.redisConnection.status === 'ready')
      expect((await get('/clients/configurations')).status).toBe(200)
    } finally {
      await api.close()
      await relay.close()
    }
  })
})
