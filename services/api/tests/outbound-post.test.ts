import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { startConnectionCounter } from '@pas/testing/connection-counter'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { parseAllowList } from '../src/outbound/allow-list'
import { outboundFailureOf } from '../src/outbound/outbound-request'
import { createOutboundPost, type OutboundAnswer } from '../src/outbound/outbound-post'
import { whyPostUrlRefused } from '../src/outbound/why-post-url-refused'

/** Sends a character every 50 ms until the connection is closed. */
function trickle(res: ServerResponse): void {
  const timer = setInterval(() => res.write('d'), 50)
  res.on('close', () => clearInterval(timer))
}

const { signal } = new AbortController()
const message = { headers: { 'content-type': 'application/json' }, body: '{}', signal }

describe('a POST to the outside web', () => {
  let web: SmallWeb
  let answer: (req: IncomingMessage, res: ServerResponse) => void
  beforeAll(async () => {
    web = await startSmallWeb((req, res) => answer(req, res))
  })
  afterAll(() => web.close())

  const postTo = (
    url: string,
    {
      allow = '127.0.0.1/32',
      timeoutMs = 60_000,
      bodyTimeoutMs = 60_000,
      maxAnswerCharacters = 5,
      lookup = () => Promise.resolve(['127.0.0.1']),
    } = {},
  ): Promise<OutboundAnswer> =>
    createOutboundPost({
      ...{ allowList: parseAllowList(allow), timeoutMs, bodyTimeoutMs, maxAnswerCharacters, lookup },
    })(url, message)
  const failureOf = (posting: Promise<unknown>): Promise<unknown> =>
    posting.then(() => 'answered', outboundFailureOf)

  it('has the body, and its answer the status and the first characters', async () => {
    let received = ''
    answer = (req, res) => {
      req.on('data', (part: Buffer) => (received += part.toString()))
      req.on('end', () => res.writeHead(202, { 'Retry-After': '7' }).end('😀😀😀😀😀😀'))
    }
    const { statusCode, text, headers } = await postTo(`${web.url}/a`)
    expect([received, statusCode, text, headers['retry-after']]).toEqual(['{}', 202, '😀😀😀😀😀', '7'])
  })

  it('is answered with a redirect as with anything else', async () => {
    const internal = await startConnectionCounter()
    answer = (_req, res) => res.writeHead(307, { Location: `http://127.0.0.1:${internal.port}/` }).end()
    expect((await postTo(`${web.url}/b`)).statusCode).toBe(307)
    expect(internal.connections).toBe(0)
    await internal.close()
  })

  it('is not sent when the name of its host has turned internal since the last time', async () => {
    const counter = await startConnectionCounter()
    const addresses = ['127.0.0.1', '127.0.0.2']
    const post = createOutboundPost({
      allowList: parseAllowList('127.0.0.1/32'),
      timeoutMs: 60_000,
      bodyTimeoutMs: 60_000,
      maxAnswerCharacters: 5,
      lookup: () => Promise.resolve([addresses.shift() ?? '']),
    })
    const url = `https://receiver.test:${counter.port}/`
    expect(await failureOf(post(url, message))).toBe('connection')
    expect(await failureOf(post(url, message))).toBe('no_public_address')
    expect(counter.connections).toBe(1)
    await counter.close()
  })

  it('is given up when no answer comes in time, and when the host has no address', async () => {
    answer = () => undefined
    expect(await failureOf(postTo(`${web.url}/c`, { timeoutMs: 200 }))).toBe('too_slow')
    const lookup = (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'))
    expect(await failureOf(postTo('https://nowhere.test/', { lookup }))).toBe('no_public_address')
    const unknown = (): Promise<string[]> => Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' }))
    expect(await failureOf(postTo('https://nowhere.test/', { lookup: unknown }))).toBe('connection')
  })

  it.each([
    ['hangs', () => undefined],
    ['comes a character at a time', trickle],
  ])(
    'is answered once its status is there; a body that %s is read for a while, and the connection is closed',
    async (_how, goOn: (res: ServerResponse) => void) => {
      let hasEnded = false
      answer = (_req, res) => {
        res.on('close', () => (hasEnded = true))
        res.writeHead(200).write('abc')
        goOn(res)
      }
      // The whole request has more time than this test.
      const times = { timeoutMs: 600_000, bodyTimeoutMs: 300, maxAnswerCharacters: 10_000 }
      const { statusCode, text } = await postTo(`${web.url}/d`, times)
      expect([statusCode, text.slice(0, 3)]).toEqual([200, 'abc'])
      await until('the connection is closed', () => hasEnded)
    },
  )

  it('is given up when a server takes the connection and says nothing, as in a TLS handshake', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    expect(await failureOf(postTo(`https://receiver.test:${port}/`, { timeoutMs: 200 }))).toBe('too_slow')
    expect(sockets).toHaveLength(1)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it.each([
    ['https://partner.example.com/', '', true],
    ['https://93.184.215.14/', '', true],
    ['http://partner.example.com/', '', false],
    ['http://partner.example.com/', 'partner.example.com', true],
    ['http://partner.example.com:81/', 'partner.example.com:80', false],
    ['http://127.0.0.1:8080/', '127.0.0.1/32', true],
    ['http://127.0.0.2:8080/', '127.0.0.1/32', false],
    ['https://10.0.0.1/', '', false],
    ['https://10.0.0.1/', '10.0.0.0/8', true],
    ['https://[fd00::1]/', '', false],
    ['https://[fd00::1]/', '[fd00::]/8', true],
    ['https://user@partner.example.com/', '', false],
    ['https://partner.example.com:25/', '', false],
    ['file:///etc/passwd', '', false],
  ])('to %s with the allowlist "%s": sent is %s', async (url, allow, isSent) => {
    expect(whyPostUrlRefused(url, parseAllowList(allow)) === null).toBe(isSent)
    if (!isSent) expect(await failureOf(postTo(url, { allow }))).toBe('url')
  })
})
