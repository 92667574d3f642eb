import { sha256 } from '@pas/accounts/secrets'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { sessionLifetimeMs } from '../src/sessions/session-store'
import { startAuth, type TestAuth } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const name = '__Host-session'

describe('sessions', () => {
  let auth: TestAuth
  let visitor: Visitor

  beforeAll(async () => {
    auth = await startAuth()
  })
  afterAll(() => auth.close())
  beforeEach(() => {
    visitor = createVisitor(auth)
  })
  afterEach(() => visitor.close())

  const cookie = (): string => visitor.cookies.get(name) ?? ''
  const isSignedIn = async (): Promise<boolean> => {
    const { status } = await visitor.get('/settings/clients')
    expect([200, 302]).toContain(status)
    return status === 200
  }

  it('stores only the hash of the id in the cookie', async () => {
    await visitor.signIn(auth.user)
    const id = /^s:(pas_ses_[\w-]{43})\./.exec(decodeURIComponent(cookie()))?.[1] ?? ''
    const rows = await auth.db.session.findMany({ where: { userId: auth.user.id } })
    expect(rows.map(({ idHash }) => Buffer.from(idHash).toString('hex'))).toEqual([
      Buffer.from(sha256(id)).toString('hex'),
    ])
  })

  it('sets Secure, HttpOnly, SameSite=Lax cookies that are bound to this host, and none for the session of an anonymous visitor', async () => {
    const anonymous = await visitor.get('/login')
    expect(anonymous.headers.getSetCookie().filter((line) => line.startsWith(name))).toEqual([])
    const { email, password } = auth.user
    const answer = await visitor.submit('/login', { email, password })
    for (const line of [...anonymous.headers.getSetCookie(), ...answer.headers.getSetCookie()]) {
      expect(line).toMatch(/^__Host-/)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).toMatch(/; Secure(;|$)/)
      expect(line).toMatch(/; HttpOnly(;|$)/)
      expect(line).toMatch(/; SameSite=Lax(;|$)/)
      expect(line).not.toMatch(/domain/i)
    }
    expect(answer.headers.getSetCookie().some((line) => line.startsWith(name))).toBe(true)
    expect(await auth.db.session.count({ where: { userId: auth.user.id } })).toBeGreaterThan(0)
  })

  it('gives a new id at every sign-in, and ends the one before', async () => {
    await visitor.signIn(auth.user)
    const before = cookie()
    visitor.cookies.delete('__Host-form')
    await visitor.get('/settings/clients')
    const answer = await visitor.post('/login', {
      email: auth.user.email,
      password: auth.user.password,
      form_token: visitor.field('form_token'),
    })
    expect(answer.status).toBe(303)
    expect(cookie()).not.toBe(before)
    expect(await isSignedIn()).toBe(true)
    visitor.cookies.set(name, before)
    expect(await isSignedIn()).toBe(false)
  })

  it('does not use a session id that the visitor sent', async () => {
    const planted = 's%3Apas_ses_planted.signature'
    visitor.cookies.set(name, planted)
    expect(await isSignedIn()).toBe(false)
    await visitor.signIn(auth.user)
    expect(cookie()).not.toBe(planted)
  })

  it('refuses a session cookie with a bad signature, or one that we did not issue', async () => {
    await visitor.signIn(auth.user)
    const good = cookie()
    for (const bad of [
      good.slice(0, -4) + 'AAAA',
      good.replace('s%3A', ''),
      's%3A',
      '%',
      '%ff',
      'j%3A%7B%7D',
      'x'.repeat(4_000),
    ]) {
      visitor.cookies.set(name, bad)
      expect(await isSignedIn()).toBe(false)
    }
    visitor.cookies.set(name, good)
    expect(await isSignedIn()).toBe(true)
  })

  it('answers a hostile form cookie with a page', async () => {
    for (const bad of ['j%3A%7B%22a%22%3A1%7D', 'j%3A%5B%5D', '%', 'a.b', '.']) {
      visitor.cookies.set('__Host-form', bad)
      expect((await visitor.get('/login')).status).toBe(200)
      visitor.cookies.set('__Host-form', bad)
      expect((await visitor.post('/login', { email: 'a', form_token: bad })).status).toBe(403)
    }
  })

  it('ends at its lifetime by the clock, to the second', async () => {
    await visitor.signIn(auth.user)
    const start = auth.clock.now()
    auth.clock.advance(sessionLifetimeMs - 1_000)
    expect(await isSignedIn()).toBe(true)
    auth.clock.advance(1_000)
    expect(await isSignedIn()).toBe(false)
    auth.clock.set(start)
  })

  it('ends for a user who is disabled, and for the users of a disabled account', async () => {
    await visitor.signIn(auth.user)
    await setUserDisabled(auth, auth.user.email, true)
    expect(await isSignedIn()).toBe(false)
    await setUserDisabled(auth, auth.user.email, false)
    expect(await isSignedIn()).toBe(false)
    await visitor.signIn(auth.user)
    expect(await isSignedIn()).toBe(true)
    await setAccountDisabled(auth, auth.accountId, true)
    expect(await isSignedIn()).toBe(false)
    await setAccountDisabled(auth, auth.accountId, false)
  })

  it('refuses forms from other sites, without a token, and of another session, and changes nothing', async () => {
    await visitor.signIn(auth.user)
    await visitor.get('/settings/clients')
    const token = visitor.field('form_token')
    const save = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      visitor.post('/settings/clients', { email_client: 'PLAINTEXT', ...fields }, headers)

    const stranger = createVisitor(auth)
    await stranger.get('/login')
    const refusals = [
      await save({}),
      await save({ form_token: '' }),
      await save({ form_token: stranger.field('form_token') }),
      await save({ form_token: token }, { Origin: 'https://evil.test' }),
      await save({ form_token: token }, { Origin: 'null' }),
      await save({ form_token: token }, { Origin: auth.url, 'Sec-Fetch-Site': 'cross-site' }),
      await save({ form_token: token }, { Origin: auth.url, 'Sec-Fetch-Site': 'same-site' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 403))
    expect(await refusals[0]?.text()).toContain('This form is not one that we gave to this browser')
    expect(await auth.db.chosenEmailClient.count()).toBe(0)
    expect((await save({ form_token: token })).status).toBe(303)
    await stranger.close()
  })
})
