import { once } from 'node:events'
import http from 'node:http'
import { linkExternalIdentity } from '@pas/accounts/external-identities'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { freePort } from '@pas/testing/free-port'
import type { Response } from 'undici'
import { authorizePath } from '../oauth-flow'
import { startAuth, type TestAuth, type TestUser } from '../start-auth'
import { createVisitor, type Visitor } from '../visitor'
import {
  startManipulatedProvider,
  type ManipulatedAnswers,
  type ManipulatedProvider,
} from './manipulated-provider'

const clientId = 'our-client-id'
const callback = '/login/openid/callback'

describe('signing in with an OpenID provider', () => {
  let provider: ManipulatedProvider
  let auth: TestAuth
  let visitor: Visitor
  let user: TestUser
  /** A subject of its own for each test. */
  let subject: string
  let tests = 0

  beforeAll(async () => {
    provider = await startManipulatedProvider(clientId)
    auth = await startAuth({
      openid: {
        issuer: provider.issuer,
        clientId,
        clientSecret: 'secret',
        name: 'Example Corp',
        isOnly: false,
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await provider.web.close()
  })
  beforeEach(async () => {
    visitor = createVisitor(auth)
    user = await auth.createUser()
    subject = `person-${++tests}`
  })
  afterEach(() => visitor.close())

  /** Sends the button's form; resolves to the parameters of the request that the browser takes to the provider. */
  async function begin(browser = visitor, returnTo = '/switch', form = '/login'): Promise<URLSearchParams> {
    const answer = await browser.submit('/login/openid', { return_to: returnTo }, form)
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location') ?? '').searchParams
  }

  /** Comes back from the provider with these parameters in place of the right ones; null leaves one out. */
  function comeBack(
    request: URLSearchParams,
    parameters: Record<string, string | null> = {},
    browser = visitor,
  ): Promise<Response> {
    const right = { code: 'the-code', state: request.get('state'), iss: provider.issuer }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...right, ...parameters })) {
      if (value !== null) query.set(name, value)
    }
    return browser.get(`${callback}?${query.toString()}`)
  }

  async function signInAs(answers: ManipulatedAnswers, returnTo?: string): Promise<Response> {
    const request = await begin(visitor, returnTo)
    provider.willAnswer(request, answers)
    return comeBack(request)
  }

  const verified = (email: string): ManipulatedAnswers => ({
    claims: { sub: subject, email, email_verified: true },
  })

  const isSignedIn = async (): Promise<boolean> => (await visitor.get('/switch')).status === 200

  async function expectRefusal(
    answer: Response,
    status: number,
    says: RegExp,
    reason: string,
  ): Promise<void> {
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(says)])
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    expect(await isSignedIn()).toBe(false)
    await auth.refusalTrail.settled()
    const last = await auth.db.auditEvent.findFirst({ orderBy: { id: 'desc' } })
    expect(last).toMatchObject({
      action: 'session.start_by_openid.failed',
      actor: 'anonymous',
      details: { reason },
    })
  }

  it('sends a request with PKCE, a state and a nonce, and the redirect URI to register', async () => {
    const request = Object.fromEntries(await begin())
    expect(request).toEqual({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: `${auth.url}${callback}`,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    })
    expect(Object.values(request)).toHaveLength(8)
  })

  it('links the user whose address is verified, and knows the person by the subject from then on', async () => {
    const first = await signInAs(verified(user.email.toUpperCase()))
    expect([first.status, first.headers.get('location')]).toEqual([302, '/switch'])
    expect(await isSignedIn()).toBe(true)
    await visitor.submit('/logout', {})
    const later = await signInAs({ claims: { sub: subject, email: 'renamed@example.test' } })
    expect([later.status, await isSignedIn()]).toEqual([302, true])

    const rows = await auth.db.auditEvent.findMany({
      where: { actor: `user:${user.id}` },
      orderBy: { id: 'asc' },
      select: { action: true, details: true },
    })
    expect(rows).toEqual([
      { action: 'external_identity.link', details: { issuer: provider.issuer, subject } },
      { action: 'session.start_by_openid', details: null },
      { action: 'session.end', details: null },
      { action: 'session.start_by_openid', details: null },
    ])
  })

  it('asks the userinfo endpoint for an address that the ID token does not have', async () => {
    const answer = await signInAs({
      claims: { sub: subject },
      userinfo: { sub: subject, email: user.email, email_verified: true },
    })
    expect([answer.status, await isSignedIn()]).toEqual([302, true])
  })

  it('signs in a person whom the operator linked, without an address', async () => {
    await linkExternalIdentity(auth, user.email, { issuer: provider.issuer, subject })
    expect((await signInAs({ claims: { sub: subject } })).status).toBe(302)
    expect(await isSignedIn()).toBe(true)
  })

  it('asks for no second factor', async () => {
    await auth.db.secondFactor.create({
      data: { userId: user.id, secret: new Uint8Array(1), lastUsedStep: 0, enabledAt: auth.clock.now() },
    })
    expect((await signInAs(verified(user.email))).status).toBe(302)
    expect(await isSignedIn()).toBe(true)
  })

  it('leads back to the authorization request, and says so when that was too long to be kept', async () => {
    const kept = await signInAs(verified(user.email), authorizePath(auth))
    expect(kept.headers.get('location')).toBe(authorizePath(auth))
    await visitor.submit('/logout', {})
    const long = await signInAs(verified(user.email), authorizePath(auth, { state: 'x'.repeat(5_000) }))
    expect([long.status, await long.text()]).toEqual([200, expect.stringContaining('You are signed in')])
    expect(await isSignedIn()).toBe(true)
  })

  it('never redirects to another site, whatever return_to says', async () => {
    const answer = await signInAs(verified(user.email), 'https://evil.example/')
    expect(answer.headers.get('location')).toBe('/')
  })

  it('makes a new session id', async () => {
    await signInAs(verified(user.email))
    const before = visitor.cookies.get('__Host-session')
    const request = await begin(visitor, '/switch', '/settings/applications')
    provider.willAnswer(request, verified(user.email))
    expect((await comeBack(request)).status).toBe(302)
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    expect(await auth.db.session.count({ where: { userId: user.id } })).toBe(1)
  })

  it.each<[string, (email: string) => ManipulatedAnswers]>([
    ['nonce', () => ({ claims: { nonce: 'another' } })],
    ['nonce, which is missing', () => ({ claims: { nonce: undefined } })],
    ['issuer', () => ({ claims: { iss: 'https://another.example' } })],
    ['audience', () => ({ claims: { aud: 'another-client' } })],
    ['time: expired', () => ({ claims: { exp: Math.floor(Date.now() / 1_000) - 3_600 } })],
    ['signature', () => ({ isForged: true })],
    ['subject, which is missing', () => ({ claims: { sub: undefined } })],
    ['code', () => ({ tokenStatus: 400 })],
  ])('refuses an answer with a wrong %s', async (_what, change) => {
    const { claims } = verified(user.email)
    const { claims: changed, ...rest } = change(user.email)
    const answer = await signInAs({ claims: { ...claims, ...changed }, ...rest })
    await expectRefusal(answer, 400, /does not belong to this sign-in/, 'invalid_answer')
    expect(await auth.db.externalIdentity.count({ where: { userId: user.id } })).toBe(0)
  })

  it.each([
    ['another state', { state: 'another' }],
    ['no state', { state: null }],
    ['another issuer', { iss: 'https://another.example' }],
    ['no issuer, although the provider names it', { iss: null }],
    ['no code', { code: null }],
  ])('refuses an answer with %s', async (_what, parameters) => {
    const request = await begin()
    provider.willAnswer(request, verified(user.email))
    await expectRefusal(
      await comeBack(request, parameters),
      400,
      /does not belong to this sign-in/,
      'invalid_answer',
    )
  })

  it('refuses an answer in another browser, a second time, or after 10 minutes', async () => {
    const expired = [400, /another browser, or more than 10 minutes ago/, 'expired'] as const
    const other = createVisitor(auth)
    const theirs = await begin(other)
    provider.willAnswer(theirs, verified(user.email))
    await expectRefusal(await comeBack(theirs), ...expired)
    expect((await comeBack(theirs, {}, other)).status).toBe(302)
    expect((await comeBack(theirs, {}, other)).status).toBe(400)
    await other.close()

    const late = await begin()
    provider.willAnswer(late, verified(user.email))
    auth.clock.advance(10 * 60_000)
    await expectRefusal(await comeBack(late), ...expired)
  })

  it('says when the person cancelled', async () => {
    const request = await begin()
    const answer = await comeBack(request, { code: null, error: 'access_denied' })
    await expectRefusal(answer, 403, /was cancelled/, 'access_denied')
  })

  it.each([
    ['false', { email_verified: false }],
    ['left out', { email_verified: undefined }],
    ['a string', { email_verified: 'true' }],
  ])('links nobody by an address whose email_verified is %s', async (_value, claims) => {
    const answer = await signInAs({ claims: { sub: subject, email: user.email, ...claims } })
    await expectRefusal(answer, 403, /does not confirm that your e-mail address/, 'unverified_email')
    const unknown = await signInAs({ claims: { sub: subject, email: 'nobody@example.test', ...claims } })
    await expectRefusal(unknown, 403, /does not confirm that your e-mail address/, 'unverified_email')
    expect(await auth.db.externalIdentity.count({ where: { userId: user.id } })).toBe(0)
  })

  it('gives one answer for an unknown person, a disabled user, and a user with another identity', async () => {
    const taken = await auth.createUser()
    await linkExternalIdentity(auth, taken.email, { issuer: provider.issuer, subject: 'the-owner' })
    const disabled = await auth.createUser()
    await setUserDisabled(auth, disabled.email, true)
    const linked = await auth.createUser()
    await linkExternalIdentity(auth, linked.email, { issuer: provider.issuer, subject: 'of-a-disabled-user' })
    await setUserDisabled(auth, linked.email, true)

    const pages = []
    for (const claims of [
      { sub: subject, email: 'nobody@example.test', email_verified: true },
      { sub: subject, email: 'not an address', email_verified: true },
      { sub: subject, email: taken.email, email_verified: true },
      { sub: subject, email: disabled.email, email_verified: true },
      { sub: 'of-a-disabled-user' },
    ]) {
      const answer = await signInAs({ claims })
      const page = (await answer.clone().text()).replace(/value="[^"]*"/g, '')
      await expectRefusal(answer, 403, /you have no access to this service/, 'unknown_user')
      pages.push(page)
    }
    expect(new Set(pages).size).toBe(1)
  })

  it('uses up no code for a HEAD request, and refuses other methods', async () => {
    const request = await begin()
    provider.willAnswer(request, verified(user.email))
    const query = new URLSearchParams({ code: 'c', state: request.get('state') ?? '', iss: provider.issuer })
    for (const method of ['HEAD', 'POST', 'PUT']) {
      const answer = await visitor.get(`${callback}?${query.toString()}`, { method })
      expect([method, answer.status]).toEqual([method, method === 'POST' ? 403 : 405])
    }
    expect((await comeBack(request)).status).toBe(302)
  })

  it('begins only from a form of ours', async () => {
    expect((await visitor.get('/login/openid')).status).toBe(405)
    expect((await visitor.post('/login/openid', {})).status).toBe(403)
  })

  it('says that the provider does not work, and writes no audit row about it', async () => {
    const rows = await auth.db.auditEvent.count()
    const answer = await signInAs({ ...verified(user.email), tokenStatus: 500 })
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('cannot be reached')])
    await auth.refusalTrail.settled()
    expect(await auth.db.auditEvent.count()).toBe(rows)
  })

  it('writes its pages in German and French', async () => {
    for (const [language, button, says] of [
      ['de', 'Mit Example Corp anmelden', 'wurde abgebrochen'],
      ['fr', 'Se connecter avec Example Corp', 'a été annulée'],
    ] as const) {
      const headers = { 'Accept-Language': language }
      expect(await (await visitor.get('/login', { headers })).text()).toContain(button)
      const state = (await begin()).get('state') ?? ''
      const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
      const answer = await visitor.get(`${callback}?${query.toString()}`, { headers })
      expect(await answer.text()).toContain(says)
    }
  })

  it('refuses further answers of an address that has had a hundred refused', async () => {
    const statuses = new Set<number>()
    // More than a hundred, because an answer does not wait until a busy Redis has counted it.
    for (let tens = 0; tens < 100 && !statuses.has(429); tens++) {
      const ten = Array.from({ length: 10 }, async () => (await visitor.get(callback)).status)
      for (const status of await Promise.all(ten)) statuses.add(status)
    }
    expect(statuses).toEqual(new Set([400, 429]))
    expect((await signInAs(verified(user.email))).status).toBe(302)
  })
})

describe('while the OpenID provider is away', () => {
  let auth: TestAuth
  let visitor: Visitor
  let port: number

  beforeAll(async () => {
    port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    auth = await startAuth({
      openid: { issuer, clientId, clientSecret: 'secret', name: 'Example Corp', isOnly: false },
    })
    visitor = createVisitor(auth)
  })
  afterAll(async () => {
    await visitor.close()
    await auth.close()
  })

  it('the service starts, says so at sign-in, lets passwords in, and notices that it has come', async () => {
    const answer = await visitor.submit('/login/openid', { return_to: '/switch' }, '/login')
    const page = await answer.text()
    expect([answer.status, page]).toEqual([503, expect.stringContaining('Example Corp cannot be reached')])
    expect(page).toContain('type="password"')
    expect(visitor.field('return_to')).toBe('/switch')
    await visitor.signIn(auth.user)
    expect((await visitor.get('/switch')).status).toBe(200)

    const issuer = `http://127.0.0.1:${port}`
    const server = http.createServer((_req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` }))
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const begun = await visitor.submit('/login/openid', {}, '/settings/applications')
    expect([begun.status, begun.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`${issuer}/authorize?`),
    ])
    server.close()
    server.closeAllConnections()
  })
})
