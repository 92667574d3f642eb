import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { startAuth, type TestAuth } from '../start-auth'
import { createVisitor, type Visitor } from '../visitor'

describe('every page’s headers', () => {
  let auth: TestAuth
  let visitor: Visitor

  beforeAll(async () => {
    auth = await startAuth()
    visitor = createVisitor(auth)
  })
  afterAll(async () => {
    await visitor.close()
    await auth.close()
  })

  it.each([
    ['/login', {}, 200],
    ['/settings/clients', {}, 302],
    ['/settings/clients?link=x', {}, 403],
    ['/nothing', {}, 404],
    ['/%ff', {}, 404],
    ['/login', { method: 'PUT' }, 405],
    ['/login', { method: 'POST' }, 403],
    ['/login', { method: 'OPTIONS' }, 405],
    ['/assets/nothing.css', {}, 404],
    ['/oauth/authorize', {}, 400],
  ] as const)('hold for %s %j', async (path, init, status) => {
    const answer = await visitor.get(path, init)
    expect(answer.status).toBe(status)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
  })

  it('let the operator’s logo be shown from its own origin, and nothing else of it', async () => {
    const logoUrl = 'https://cdn.example.test/logo.svg?size=2'
    const product = { name: 'Mail Previews', supportUrl: 'mailto:help@example.test', logoUrl }
    for (const [ofProduct, pictures] of [
      [product, "img-src 'self' https://cdn.example.test;"],
      [{ ...product, logoUrl: '/logo.svg' }, "img-src 'self' 'self';"],
    ] as const) {
      const own = await startAuth({ product: ofProduct })
      const person = createVisitor(own)
      const answer = await person.get('/login')
      expect(answer.headers.get('content-security-policy')).toContain(pictures)
      const page = await answer.text()
      expect(page).toContain(`<img src="${ofProduct.logoUrl}"`)
      expect(page).toContain('<title>Sign in · Mail Previews</title>')
      expect(page).toContain('href="mailto:help@example.test"')
      await person.close()
      await own.close()
    }
  })

  it.each(['OPTIONS', 'GET', 'POST'])('come with a 404 or 403 for %s with the target *', async (method) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      https.request(auth.url, { method, path: '*', ca: auth.ca }, resolve).on('error', reject).end()
    })
    answer.resume()
    expect(answer.statusCode).toBe(method === 'POST' ? 403 : 404)
  })

  it.each([
    ['a range that it does not have', { Range: 'bytes=99999999-' }, 416],
    ['a version that it is not', { 'If-Match': '"another"' }, 412],
    ['a time before its own', { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
  ] as const)('are no failure of ours for an asset that is asked for by %s', async (_by, headers, status) => {
    expect((await visitor.get('/assets/style.css', { headers })).status).toBe(status)
  })

  it('let assets be cached, with their own type, and not too large', async () => {
    for (const [path, type] of [
      ['style.css', 'text/css'],
      ['choose-clients.js', 'text/javascript'],
      ['recovery-codes.js', 'text/javascript'],
      ['menu.js', 'text/javascript'],
      ['icon.svg', 'image/svg+xml'],
    ] as const) {
      const answer = await visitor.get(`/assets/${path}`)
      expect(answer.headers.get('content-type')).toContain(type)
      expect(answer.headers.get('cache-control')).toContain('max-age=')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.getSetCookie()).toEqual([])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(10_240)
    }
  })
})
