import { gzipSync } from 'node:zlib'
import { sendRegardless } from '@pas/testing/send-regardless'
import { basicCredentials, errorOf, exchangeBody, obtainCode, startFlow, type OAuthFlow } from './oauth-flow'

let flow: OAuthFlow
/** A code that every refused request of these tests presents; it has to stay unused. */
let code: string

beforeAll(async () => {
  flow = await startFlow()
  code = await obtainCode(flow.auth, flow.visitor)
})
afterAll(async () => {
  expect((await flow.server.json('/oauth/token', exchangeBody(flow.auth, code))).status).toBe(200)
  await flow.close()
})

const form = () => new URLSearchParams(exchangeBody(flow.auth, code) as Record<string, string>).toString()

describe('RFC 6749 §5.2 invalid_request', () => {
  const parameters = [
    'grant_type',
    'client_id',
    'client_secret',
    'code',
    'redirect_uri',
    'code_verifier',
    'scope',
  ]

  it.each(parameters)('is the answer to %s that is no string', async (name) => {
    for (const value of [1, 0, true, null, [], ['x'], [[['x']]], {}, { toString: 'x' }, { $ne: '' }]) {
      const answer = await flow.server.json('/oauth/token', {
        ...exchangeBody(flow.auth, code),
        [name]: value,
      })
      expect(await errorOf(answer)).toBe('400 invalid_request')
    }
  })

  it.each(parameters)('is the answer to %s that holds a NUL or is over-long', async (name) => {
    for (const value of ['a\0', '\0', 'x'.repeat(2_049), '\0'.repeat(9)]) {
      const body = { ...exchangeBody(flow.auth, code), [name]: value }
      expect(await errorOf(await flow.server.json('/oauth/token', body))).toBe('400 invalid_request')
      const asForm = await flow.server.form('/oauth/token', body as Record<string, string>)
      expect(await errorOf(asForm)).toBe('400 invalid_request')
    }
  })

  it.each(parameters)(
    'is the answer to %s sent twice, in a form and in JSON, also the same twice',
    async (name) => {
      for (const value of ['x', 'full', '']) {
        const pair = `${name}=${value}`
        const rest = form()
          .split('&')
          .filter((part) => !part.startsWith(`${name}=`))
          .join('&')
        expect(await errorOf(await flow.server.form('/oauth/token', `${rest}&${pair}&${pair}`))).toBe(
          '400 invalid_request',
        )
        const others = exchangeBody(flow.auth, code, { [name]: null })
        const member = `"${name}":"${value}"`
        const escaped = `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}" : "${value}"`
        for (const second of [member, escaped]) {
          const json = `{${member},${JSON.stringify(others).slice(1, -1)},${second}}`
          expect(await errorOf(await flow.server.json('/oauth/token', json))).toBe('400 invalid_request')
        }
      }
    },
  )

  it.each([
    ['an empty body', ''],
    ['white space', '  '],
    ['an array', '[]'],
    ['a string', '"grant_type"'],
    ['a number', '7'],
    ['null', 'null'],
    ['half an object', '{"grant_type":"authorization_code"'],
    ['a form', 'grant_type=authorization_code'],
    ['a byte order mark', '\uFEFF{'],
    ['deep arrays', '['.repeat(30_000)],
    ['deep objects', '{"a":'.repeat(10_000)],
    ['a deep member in place of a string', `{"code":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('is the answer to JSON that is %s', async (_what, body) => {
    expect(await errorOf(await flow.server.json('/oauth/token', body))).toBe('400 invalid_request')
  })

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ])('is the answer to the type %s', async (type) => {
    const body = JSON.stringify(exchangeBody(flow.auth, code))
    const answer = await flow.server.json('/oauth/token', body, { 'Content-Type': type })
    expect(await errorOf(answer)).toBe('400 invalid_request')
  })

  it('is the answer to a missing content type, an unknown charset or an unknown encoding', async () => {
    const body = JSON.stringify(exchangeBody(flow.auth, code))
    const charset = { 'Content-Type': 'application/json; charset=nonsense' }
    expect(await errorOf(await flow.server.json('/oauth/token', body, charset))).toBe('400 invalid_request')
    const encoding = { 'Content-Encoding': 'nonsense' }
    expect(await errorOf(await flow.server.json('/oauth/token', body, encoding))).toBe('400 invalid_request')
    const gzip = { 'Content-Encoding': 'gzip' }
    expect(await errorOf(await flow.server.json('/oauth/token', body, gzip))).toBe('400 invalid_request')
    expect(await errorOf(await flow.server.send('/oauth/token', { method: 'POST' }))).toBe(
      '400 invalid_request',
    )
  })

  it('is the answer to more than 64 kB, with 413', async () => {
    const long = 'x'.repeat(65_536)
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const json = await flow.server.json(path, { ...exchangeBody(flow.auth, code), unknown: long })
      expect(await errorOf(json)).toBe('413 invalid_request')
      expect(await errorOf(await flow.server.form(path, `${form()}&unknown=${long}`))).toBe(
        '413 invalid_request',
      )
    }
  })

  it('is the answer to a compressed body, which is not inflated', async () => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const answer = await flow.server.send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        body: gzipSync(JSON.stringify({ ...exchangeBody(flow.auth, 'no code'), token: 'x' })),
      })
      expect(await errorOf(answer)).toBe('400 invalid_request')
    }
  })

  it('is the answer to a body without an end as soon as it is too long, and the rest is not read', async () => {
    const { url, ca } = flow.auth
    const endless = { maxBytes: 64 * 1024 * 1024, waits: false, ca }
    const answers = ['/oauth/token', '/oauth/revoke', '/login'].map(async (path) => {
      const head = [`POST ${path} HTTP/1.1`, 'Content-Type: application/x-www-form-urlencoded']
      const { answer, sentBytes } = await sendRegardless(Number(new URL(url).port), head, endless)
      expect([path, answer.status]).toEqual([path, 413])
      expect(answer.text).toMatch(/\r\nConnection: close\r\n/i)
      expect(sentBytes).toBeLessThan(endless.maxBytes / 2)
    })
    await Promise.all(answers)
  })

  it('is the answer to credentials in two places, also when only one of them is right', async () => {
    const wrong = basicCredentials({ clientId: 'x', clientSecret: 'y' })
    const both = await flow.server.json('/oauth/token', exchangeBody(flow.auth, code), wrong)
    expect(await errorOf(both)).toBe('400 invalid_request')
    const bearer = await flow.server.json('/oauth/token', exchangeBody(flow.auth, code), {
      Authorization: 'Bearer x',
    })
    expect(await errorOf(bearer)).toBe('400 invalid_request')
  })

  it('names what is wrong and repeats nothing of it', async () => {
    const body = { ...exchangeBody(flow.auth, code), code: ['<script>'] }
    const answer = await flow.server.json('/oauth/token', body)
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'code is not a string.',
    })
  })
})

describe('the description of a body that is no JSON', () => {
  it.each([
    ['{"code": "ab}', 'line 1, column 14: Unterminated string'],
    ['{"code": zebra}', 'line 1, column 10: Unexpected character'],
    ['"', 'line 1, column 2: Unterminated string'],
    ['\\', 'line 1, column 1: Unexpected character'],
    ['zebra in JSON at position 12', 'line 1, column 1: Unexpected character'],
    ['{"code":\n é😀\u0000}', 'line 2, column 2: Unexpected character'],
    ['{"code": "a" "zebra"}', "line 1, column 14: Expected ',' or '}'"],
    ['{zebra: "é"}', "line 1, column 2: Expected property name or '}'"],
    ['{"code": "a\\zebra"}', 'line 1, column 13: Bad escaped character'],
    ['', 'line 1, column 1: Unexpected end'],
  ])('has a place, and nothing of the body: %j', async (body, expected) => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const answer = await flow.server.json(path, body)
      const { error_description: description } = (await answer.clone().json()) as Record<string, string>
      expect(await errorOf(answer)).toBe('400 invalid_request')
      expect(description).toContain(`The body is not well-formed JSON: ${expected}`)
      expect(description).not.toMatch(/["\\é😀]|zebra/u)
    }
  })
})

describe('an unknown parameter', () => {
  it('is ignored, whatever its value is (RFC 6749 §3.2)', async () => {
    const own = await obtainCode(flow.auth, flow.visitor)
    const body = {
      ...exchangeBody(flow.auth, own),
      unknown: [{ deep: { code: 'x' } }, null, 1],
      'quote"\\': { client_id: 'inner', code: ['inner'] },
      __proto__x: { grant_type: 'x' },
      resource: 'https://api.example/',
    }
    const json = JSON.stringify(body).replace('__proto__x', '__proto__')
    expect((await flow.server.json('/oauth/token?callback=f&jsonp=f', json)).status).toBe(200)
  })

  it('is ignored in a form, also when it is sent twice', async () => {
    const own = await obtainCode(flow.auth, flow.visitor)
    const body = new URLSearchParams(exchangeBody(flow.auth, own) as Record<string, string>).toString()
    expect((await flow.server.form('/oauth/token', `${body}&x=1&x=2&code[]=y&=z`)).status).toBe(200)
  })
})
