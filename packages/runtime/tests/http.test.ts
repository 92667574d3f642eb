import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { checkHttp, httpConfig, httpSettings } from '@pas/settings/http'
import { ConfigError, parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { onOff, wholeNumber } from '@pas/settings/value-schemas'
import { ApiError } from '../src/errors'
import { createBaseApp } from '../src/http/base-app'
import {
  errorResponder,
  refuseOtherMethods,
  refuseUnknownPath,
  translateExpressError,
} from '../src/http/error-responder'
import { createReadiness, healthRoutes, withdrawFirst } from '../src/http/health'
import { listen, type Listening } from '../src/http/listen'
import { readBody } from '../src/http/read-body'
import { createLogger } from '../src/logger'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { sendRegardless } from '@pas/testing/send-regardless'
import { stopTime, type StoppedTime } from '@pas/testing/stop-time'
import { until } from '@pas/testing/until'

const config = httpBehindProxy
const secure = { 'X-Forwarded-Proto': 'https' }

describe('every service over HTTP', () => {
  const logger = createLogger('test')
  logger.level = 'silent'
  const readiness = createReadiness()
  let storeIsAway = false
  let extraIsAway = false
  let looks = 0
  let listening: Listening
  let url: string
  let slowRequest: (() => void) | null = null
  let slowRequests = 0
  let isSlowClosed = false
  let largeAnswer: 'complete' | 'read' | 'given up' | null = null
  /** A body for `/read-slowly`, and how much of it was read. */
  const slowBody = { bytes: 64 * 1024, readBytes: 0 }

  beforeAll(async () => {
    const app = createBaseApp({ http: config, logger, plainPages: { redirectTo: 'https://auth.test' } })
    app.use(
      healthRoutes(
        readiness,
        [
          {
            name: 'store',
            check: () => {
              looks++
              return storeIsAway ? Promise.reject(new Error('away')) : Promise.resolve()
            },
          },
          {
            name: 'extra',
            check: () => (extraIsAway ? Promise.reject(new Error('away')) : Promise.resolve()),
            isOptional: true,
          },
        ],
        logger,
      ),
    )
    app
      .route('/thing')
      .get((_req, res) => {
        res.json({ ok: true })
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
    app.get('/slow', (_req, res) => {
      slowRequests++
      res.once('close', () => (isSlowClosed = true))
      slowRequest = () => {
        res.json({ done: true })
      }
    })
    app.get('/refused', () => {
      throw new ApiError('unavailable', 'Try again.', {
        cause: new Error('secret'),
        headers: { 'Retry-After': '5' },
      })
    })
    app.post('/read', async (req, res) => {
      res.json({ length: (await readBody(req, { maxBytes: 100 })).length })
    })
    app.post('/read-slowly', async (req, res) => {
      slowBody.readBytes = 0
      req.on('data', ({ length }: Buffer) => (slowBody.readBytes += length))
      res.json({ length: (await readBody(req, { maxBytes: slowBody.bytes })).length })
    })
    app.get('/large', (_req, res) => {
      res.once('close', () => (largeAnswer = res.writableFinished ? 'read' : 'given up'))
      res.json({ text: 'x'.repeat(32 * 1024 * 1024) })
      largeAnswer = 'complete'
    })
    app.get('/unexpected', () => {
      throw new Error('a secret about the inside')
    })
    app.use(refuseUnknownPath, errorResponder(logger, translateExpressError))
    listening = await listen(app, config)
    url = `http://127.0.0.1:${listening.port}`
  })
  afterAll(() => listening.close())

  interface Answer {
    status: number
    body: { status: string; away: string[]; stopping: boolean }
  }
  async function askReadiness(): Promise<Answer> {
    const response = await fetch(`${url}/readyz`, { headers: secure })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  async function untilReadinessIs(wanted: number): Promise<Answer['body']> {
    let answer = await askReadiness()
    await until(async () => {
      answer = await askReadiness()
      return [answer.status === wanted, answer]
    })
    return answer.body
  }

  it('gives every answer a request id, nosniff and HSTS, and no CORS header', async () => {
    const { headers } = await fetch(`${url}/thing`, {
      headers: { ...secure, Origin: 'https://elsewhere.test' },
    })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
    expect(headers.get('x-powered-by')).toBeNull()
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('keeps an idle connection for longer than proxies do', async () => {
    const { headers } = await fetch(`${url}/thing`, { headers: secure })
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(90)
  })

  it('includes subdomains in HSTS unless HSTS_INCLUDE_SUBDOMAINS is off', async () => {
    const hsts = async (own: Record<string, string>): Promise<string | null> => {
      const http = httpConfig(parseConfig(variablesOf('images', httpSettings), { PORT: '1', ...own }))
      const app = createBaseApp({
        http: { ...http, trustProxy: ['127.0.0.1'] },
        logger,
        plainPages: 'refuse',
      })
      const other = await listen(app, config)
      const { headers } = await fetch(`http://127.0.0.1:${other.port}/`, { headers: secure })
      await other.close()
      return headers.get('strict-transport-security')
    }
    expect(await hsts({})).toBe('max-age=31536000; includeSubDomains')
    expect(await hsts({ HSTS_INCLUDE_SUBDOMAINS: '0' })).toBe('max-age=31536000')
  })

  it('answers probes only at exactly /healthz and /readyz, so that no other spelling passes a proxy that blocks these two', async () => {
    for (const path of ['/READYZ', '/Healthz', '/readyz/', '/HEALTHZ/'])
      expect([path, (await fetch(url + path, { headers: secure })).status]).toEqual([path, 404])
    for (const path of ['/readyz?a=b', '/healthz'])
      expect([path, (await fetch(url + path, { headers: secure })).status]).toEqual([path, 200])
  })

  it('redirects a page asked for over plain HTTP, and refuses everything else there with 403', async () => {
    const page = await fetch(`${url}/thing?a=b`, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([308, 'https://auth.test/thing?a=b'])
    expect((await fetch(`${url}/thing`, { method: 'POST' })).status).toBe(403)
  })

  it('writes an error in one shape, and nothing about its cause', async () => {
    const refused = await fetch(`${url}/refused`, { headers: secure })
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('cache-control'),
    ]).toEqual([503, '5', 'no-store'])
    expect(await refused.json()).toEqual({
      status: 503,
      title: 'Service unavailable',
      code: 'unavailable',
      description: 'Try again.',
      request_id: refused.headers.get('x-request-id'),
    })
    const unexpected = await fetch(`${url}/unexpected`, { headers: secure })
    expect(unexpected.status).toBe(500)
    expect(await unexpected.text()).not.toContain('secret')
    expect((await fetch(`${url}/nothing`, { headers: secure })).status).toBe(404)
    const method = await fetch(`${url}/thing`, { method: 'DELETE', headers: secure })
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  describe('a request body that no handler reads', () => {
    const secureHead = (line: string): string[] => [`${line} HTTP/1.1`, 'X-Forwarded-Proto: https']
    const maxBytes = 64 * 1024 * 1024

    it('makes the answer the last on its connection, and is not read to its end', async () => {
      const refused = [
        ['POST /thing', 405],
        ['GET /thing', 200],
        ['PUT /nothing', 404],
        ['POST /read', 413],
      ] as const
      const answers = refused.map(async ([line, status]) => {
        const endless = { maxBytes, waits: true }
        const { answer, sentBytes } = await sendRegardless(listening.port, secureHead(line), endless)
        expect([line, answer.status]).toEqual([line, status])
        expect(answer.text).toMatch(/\r\nConnection: close\r\n/i)
        expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
        expect(sentBytes).toBeLessThan(maxBytes / 2)
      })
      await Promise.all(answers)
    })

    it('keeps a request that is sent after it from being handled', async () => {
      const text = await new Promise<string>((resolve, reject) => {
        let answered = ''
        const socket = net.connect(listening.port, '127.0.0.1')
        const head = ['POST /thing HTTP/1.1', 'Host: x', 'X-Forwarded-Proto: https', 'Content-Length: 5']
        socket.write([...head, '', 'abc'].join('\r\n'))
        socket.on('data', (chunk: Buffer) => (answered += chunk.toString())).on('error', reject)
        socket.once('data', () =>
          socket.write('deGET /thing HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n'),
        )
        socket.on('close', () => resolve(answered))
      })
      expect(text).toMatch(/^HTTP\/1\.1 405/)
      expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    })

    it('is not asked for when the caller sends Expect: 100-continue', async () => {
      const ask = (path: string): Promise<{ status?: number | undefined; isAskedFor: boolean }> =>
        new Promise((resolve, reject) => {
          let isAskedFor = false
          const headers = { ...secure, Expect: '100-continue', 'Content-Length': 3 }
          const request = http.request(
            `${url}${path}`,
            { method: 'POST', headers, agent: false },
            (response) => {
              response.resume().on('end', () => resolve({ status: response.statusCode, isAskedFor }))
            },
          )
          request.on('error', reject).on('continue', () => {
            isAskedFor = true
            request.end('abc')
          })
          request.flushHeaders()
        })
      expect(await ask('/thing')).toEqual({ status: 405, isAskedFor: false })
      expect(await ask('/read')).toEqual({ status: 200, isAskedFor: true })
    })

    it('alone ends its connection: after a body that was read the connection stays', async () => {
      const read = await fetch(`${url}/read`, { method: 'POST', headers: secure, body: 'abc' })
      expect([await read.json(), read.headers.get('connection')]).toEqual([{ length: 3 }, 'keep-alive'])
    })
  })

  describe('a request body that arrives slowly', () => {
    const second = 1_000
    const refused = { status: 408, text: expect.stringContaining('"code":"request_timeout"') as string }
    let time: StoppedTime
    beforeEach(() => {
      time = stopTime()
    })
    afterEach(() => time.goOn())

    /** Begins to send a body to `/read-slowly`. `send` resolves once the service has read the part. */
    async function begin() {
      const headers = { ...secure, 'Content-Length': slowBody.bytes, Expect: '100-continue' }
      const request = http.request(`${url}/read-slowly`, { method: 'POST', headers, agent: false })
      const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        request.on('error', reject).on('response', (response) => {
          let text = ''
          response
            .on('data', (chunk: Buffer) => (text += chunk.toString()))
            .on('end', () => resolve({ status: response.statusCode, text }))
        })
      })
      request.flushHeaders()
      await once(request, 'continue')
      return {
        answer,
        send: async (bytes: number) => {
          const due = slowBody.readBytes + bytes
          request.write('x'.repeat(bytes))
          while (slowBody.readBytes < due) await new Promise((resolve) => setImmediate(resolve))
        },
        sendRest: () => void request.end('x'.repeat(slowBody.bytes - slowBody.readBytes)),
      }
    }

    it('is refused with 408 after 10 s in which nothing came, and not before', async () => {
      const late = await begin()
      await late.send(5)
      time.pass(10 * second - 1)
      late.sendRest()
      expect((await late.answer).status).toBe(200)

      const stopped = await begin()
      await stopped.send(5)
      time.pass(10 * second)
      // `setAnswerTimeout` has a second timer.
      time.pass(1)
      expect(await stopped.answer).toEqual(refused)
    })

    it('is refused when a few bytes come again and again', async () => {
      const body = await begin()
      for (let sent = 0; sent < 10; sent++) {
        await body.send(1)
        time.pass(second)
      }
      time.pass(1)
      expect(await body.answer).toEqual(refused)
    })

    it('is read to its end when it comes at 1,000 bytes a second', async () => {
      const body = await begin()
      for (let sent = 0; sent < 30; sent++) {
        await body.send(1_000)
        time.pass(second)
      }
      body.sendRest()
      expect(await body.answer).toEqual({ status: 200, text: '{"length":65536}' })
    })
  })

  it('gives up an answer that its caller has not read two minutes after it was complete, and not before', async () => {
    const get = `GET /large HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n`
    const untilLargeIs = async (wanted: typeof largeAnswer): Promise<void> => {
      while (largeAnswer !== wanted) await new Promise((resolve) => setImmediate(resolve))
    }
    const time = stopTime()
    const sockets: net.Socket[] = []
    const ask = async (): Promise<net.Socket> => {
      const socket = net.connect(listening.port, '127.0.0.1').pause()
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.write(get)
      await untilLargeIs('complete')
      return socket
    }
    try {
      const late = await ask()
      time.pass(119_000)
      late.resume()
      await untilLargeIs('read')

      await ask()
      time.pass(120_000)
      // `setAnswerTimeout` has a second timer.
      time.pass(1)
      time.goOn()
      await until(() => largeAnswer === 'given up')
    } finally {
      time.goOn()
      for (const socket of sockets) socket.destroy()
    }
  })

  it('keeps nothing of an answer to a caller that has hung up', async () => {
    slowRequest = null
    isSlowClosed = false
    const socket = net.connect(listening.port, '127.0.0.1')
    socket.write(`GET /slow HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n`)
    await until(() => slowRequest !== null)
    socket.destroy()
    await until(() => isSlowClosed)
    const time = stopTime()
    try {
      const answer = slowRequest as (() => void) | null
      answer?.()
      await new Promise(setImmediate)
      expect(jest.getTimerCount()).toBe(0)
    } finally {
      time.goOn()
    }
  })

  describe('requests that a caller sends one behind the other, without waiting for the answers', () => {
    const request = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n`
    const untilEntered = async (): Promise<void> => {
      while (!slowRequest) await new Promise((resolve) => setImmediate(resolve))
    }
    let socket: net.Socket
    beforeEach(() => {
      slowRequest = null
      slowRequests = 0
      socket = net.connect(listening.port, '127.0.0.1')
    })
    afterEach(() => {
      slowRequest = null
      socket.destroy()
    })

    it('are begun one after the other, and answered in order', async () => {
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.write(request('/slow').repeat(100) + request('/thing'))
      for (let answered = 0; answered < 100; answered++) {
        await untilEntered()
        expect(slowRequests).toBe(answered + 1)
        const end = slowRequest as unknown as () => void
        slowRequest = null
        end()
      }
      while (!text.includes('"ok"')) await new Promise((resolve) => setImmediate(resolve))
      expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(101)
      expect(text.lastIndexOf('"done"')).toBeLessThan(text.indexOf('"ok"'))
    })

    it('are not begun once the caller has gone', async () => {
      socket.write(request('/slow').repeat(100))
      await untilEntered()
      socket.destroy()
      // An answer to another connection comes after the end of this one was read.
      for (let asked = 0; asked < 3; asked++) await askReadiness()
      slowRequest?.()
      await askReadiness()
      expect(slowRequests).toBe(1)
    })
  })

  it('is not ready while a store is away, and says which', async () => {
    storeIsAway = true
    expect(await untilReadinessIs(503)).toEqual({ status: 'not ready', away: ['store'], stopping: false })
    expect((await fetch(`${url}/healthz`, { headers: secure })).status).toBe(200)
    storeIsAway = false
    expect(await untilReadinessIs(200)).toEqual({ status: 'ready', away: [], stopping: false })
  })

  it('is ready without an optional store, and says that it is away', async () => {
    extraIsAway = true
    await until(async () => (await askReadiness()).body.away.length > 0)
    expect(await askReadiness()).toEqual({
      status: 200,
      body: { status: 'ready', away: ['extra'], stopping: false },
    })
    extraIsAway = false
  })

  it('checks its stores once a second at most, however often it is asked', async () => {
    const before = looks
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 50 }, askReadiness))
    expect(looks - before).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAt) / 1_000))
  })

  it('answers probes without TLS, as an orchestrator sends them, which does not use the proxy', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const alive = await fetch(`${url}/healthz`)
    expect([alive.status, alive.headers.get('strict-transport-security')]).toEqual([200, null])
    expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(403)
  })

  it('lets a request under way finish when it stops, and is not ready from the first moment', async () => {
    const answer = fetch(`${url}/slow`, { headers: secure })
    while (!slowRequest) await new Promise((resolve) => setImmediate(resolve))
    await withdrawFirst(readiness, 20).close()
    expect((await fetch(`${url}/readyz`, { headers: secure })).status).toBe(503)
    // The request is still answered, and its connection closed, so that the caller's next request goes elsewhere.
    const drained = await new Promise<http.IncomingMessage>((resolve) =>
      http.get(`${url}/thing`, { headers: secure, agent: new http.Agent({ keepAlive: true }) }, resolve),
    )
    expect([drained.resume().statusCode, drained.headers.connection]).toEqual([200, 'close'])
    const closed = listening.close()
    await expect(
      new Promise((_resolve, reject) => http.get(`${url}/thing`).on('error', reject)),
    ).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    slowRequest()
    expect(await (await answer).json()).toEqual({ done: true })
    await closed
  })
})

it.each([
  ['nothing', ''],
  ['half a request', 'GET / HTTP/1.1\r\nHost: x\r\n'],
])('stops while a caller is connected that has sent %s', async (_what, sent) => {
  const listening = await listen((_req, res) => res.end(), config)
  const caller = net.connect(listening.port, '127.0.0.1').on('error', () => undefined)
  await once(caller, 'connect')
  caller.write(sent)
  await fetch(`http://127.0.0.1:${listening.port}`)
  const startedAt = performance.now()
  await listening.close()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  caller.destroy()
})

describe('parseConfig', () => {
  const schema = variablesOf('images', httpSettings)
    .extend({ LIMIT: wholeNumber(), FLAG: onOff.default(false) })
    .superRefine(checkHttp)

  it('names every variable at fault at once, with what to set', () => {
    const problems = (env: Record<string, string>): readonly string[] => {
      try {
        parseConfig(schema, env)
        return []
      } catch (error) {
        return error instanceof ConfigError ? error.problems : [String(error)]
      }
    }
    expect(problems({ PORT: 'x', FLAG: 'perhaps' })).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^LIMIT: is required/),
      expect.stringMatching(/^FLAG: /),
    ])
    expect(problems({ PORT: '1', LIMIT: '1', TRUST_PROXY: '10.0.0.0/8,nonsense' })).toEqual([
      expect.stringMatching(/^TRUST_PROXY: 'nonsense' is no IP range/),
    ])
    expect(problems({ PORT: '1', LIMIT: '1', TRUST_PROXY: '0.0.0.0/0,::/0' })).toEqual([
      expect.stringMatching(/^TRUST_PROXY: '0\.0\.0\.0\/0' is every address/),
      expect.stringMatching(/^TRUST_PROXY: '::\/0' is every address/),
    ])
    expect(problems({ PORT: '1', LIMIT: '1', TLS_CERT_FILE: '/a' })).toEqual([
      'TLS_KEY_FILE: is required when TLS_CERT_FILE is set',
    ])
    expect(problems({ PORT: '1', LIMIT: '1' })).toEqual([
      expect.stringMatching(/^TLS_CERT_FILE: .*TRUST_PROXY/),
    ])
    expect(problems({ PORT: '1', LIMIT: '1', TRUST_PROXY: '::1' })).toEqual([])
  })
})
