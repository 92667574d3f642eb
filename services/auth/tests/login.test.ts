import fc from 'fast-check'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setPassword } from '@pas/accounts/set-password'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { propertyCases } from '@pas/testing/long-run'
import { processorMsOf } from '@pas/testing/processor-time'
import { checkedReturnTo } from '../src/login/return-to'
import { startAuth, type TestAuth } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

describe('signing in and out', () => {
  let auth: TestAuth
  let visitor: Visitor

  beforeAll(async () => {
    auth = await startAuth({ limits: { signInFailuresPerAccount: 1_000, signInFailuresPerAddress: 1_000 } })
  })
  afterAll(() => auth.close())
  beforeEach(() => {
    visitor = createVisitor(auth)
  })
  afterEach(() => visitor.close())

  const signIn = (fields: Record<string, string>) => visitor.submit('/login', fields)

  it('leads a visitor of the settings to the sign-in page, and back', async () => {
    expect(await locationOf(visitor.get('/'), 302)).toBe('/settings/clients')
    const login = await locationOf(visitor.get('/settings/clients?saved=choice'), 302)
    expect(login).toBe('/login?return_to=%2Fsettings%2Fclients%3Fsaved%3Dchoice')

    await visitor.get(login)
    const answer = await visitor.post('/login', {
      email: auth.user.email,
      password: auth.user.password,
      form_token: visitor.field('form_token'),
      return_to: visitor.field('return_to'),
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/settings/clients?saved=choice')
    expect((await visitor.get('/settings/clients')).status).toBe(200)
  })

  it('sends no Location that is too long for proxies, however long the requested path is', async () => {
    const long = `/settings/clients?from=${'x'.repeat(6_000)}`
    const login = await visitor.get(long)
    expect([login.status, visitor.field('return_to')]).toEqual([200, long])
    const { email, password } = auth.user
    const fields = { email, password, form_token: visitor.field('form_token'), return_to: long }
    expect(await locationOf(visitor.post('/login', fields), 303)).toBe('/')
    expect((await visitor.get(long)).status).toBe(200)
    expect(await locationOf(visitor.get(`/login?return_to=${encodeURIComponent(long)}`), 302)).toBe('/')
  })

  it('accepts the e-mail address in any case and with space around it, and redirects a signed-in user', async () => {
    const answer = await signIn({ email: ` ${auth.user.email.toUpperCase()} `, password: auth.user.password })
    expect(answer.status).toBe(303)
    expect(await locationOf(visitor.get('/login?return_to=/switch'), 302)).toBe('/switch')
    expect(await locationOf(visitor.get('/login'), 302)).toBe('/')
  })

  it('gives the same answer for a wrong password, an unknown or invalid address, and a disabled user', async () => {
    const disabledUser = await auth.createUser()
    await setUserDisabled(auth, disabledUser.email, true)
    const { id: accountId } = await createAccount(auth, { name: 'Closed' })
    const ofDisabledAccount = await auth.createUser(accountId)
    await setAccountDisabled(auth, accountId, true)

    const pages = []
    for (const fields of [
      { email: auth.user.email, password: 'not the password' },
      { email: 'nobody@example.test', password: auth.user.password },
      { email: 'not an address', password: auth.user.password },
      { email: disabledUser.email, password: disabledUser.password },
      { email: ofDisabledAccount.email, password: ofDisabledAccount.password },
      { email: `nul\0${auth.user.email}`, password: auth.user.password },
      { email: auth.user.email, password: 'x'.repeat(60_000) },
    ]) {
      const answer = await signIn(fields)
      expect(answer.status).toBe(401)
      const page = await answer.text()
      expect(page).toContain('The e-mail address or the password is not right')
      pages.push(page.replace(fields.email, 'EMAIL').replace(/value="[0-9a-f.]{20,}"/, ''))
    }
    expect(new Set(pages).size).toBe(1)
    expect(visitor.cookies.has('__Host-session')).toBe(false)
  })

  it('does as much work for an unknown address as for a wrong password', async () => {
    const work = { unknown: 0, known: 0 }
    const known = await auth.createUser()
    // Hashes it at its usual cost.
    await setPassword(auth, known.email, known.password)
    await signIn({ email: known.email, password: 'warming up' })
    const token = { form_token: visitor.field('form_token') }
    for (let round = 0; round < 15; round++) {
      for (const [who, email] of [
        ['unknown', `nobody-${round}@example.test`],
        ['known', known.email],
      ] as const) {
        work[who] += await processorMsOf(async () => {
          await visitor.post('/login', { email, password: 'not the password', ...token })
          await auth.refusalTrail.settled()
        })
      }
    }
    // Without hashing for an unknown address, the ratio would be about a fifth. An audit row and a busy machine change
    // it by less than half.
    const ratio = work.unknown / work.known
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  it('answers a wrong password before its audit row is written, because an unknown address has none', async () => {
    await visitor.get('/login')
    const fields = { email: auth.user.email, password: 'wrong', form_token: visitor.field('form_token') }
    const failures = () => auth.db.auditEvent.count({ where: { action: 'session.start.failed' } })
    await auth.refusalTrail.settled()
    const before = await failures()
    await auth.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE audit_events IN EXCLUSIVE MODE`
        expect((await visitor.post('/login', fields)).status).toBe(401)
        expect(await failures()).toBe(before)
      },
      { timeout: 30_000 },
    )
    await auth.refusalTrail.settled()
    expect(await failures()).toBe(before + 1)
  })

  it('keeps the typed address and the return address, never the password', async () => {
    const answer = await signIn({
      email: '"><script>alert(1)</script>@x.y',
      password: 'secret-to-keep',
      return_to: '/settings/applications',
    })
    const page = await answer.text()
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@x.y"')
    expect(page).not.toContain('secret-to-keep')
    expect(visitor.field('return_to')).toBe('/settings/applications')
  })

  it('asks for what is missing', async () => {
    const answer = await signIn({ email: ' ', password: '' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Type your e-mail address and your password.')
  })

  it.each([
    [
      'a field given twice',
      [
        ['email', 'a@b.test'],
        ['email', 'c@d.test'],
        ['password', 'x'],
      ],
      400,
    ],
    [
      '64 KB',
      [
        ['email', 'a'.repeat(65_536)],
        ['password', 'x'],
      ],
      413,
    ],
    ['thousands of fields', Array.from({ length: 2_000 }, (_, i) => [`f${i}`, 'x']), 413],
  ] as [string, [string, string][], number][])('refuses %s with a page', async (_what, fields, status) => {
    const answer = await visitor.submit('/login', fields)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  it.each([
    ['application/json', '{"email":{"$ne":1}}'],
    ['text/plain', 'email=a'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/x-www-form-urlencoded; charset=utf-7', 'email=a'],
  ])('refuses a body of %s', async (contentType, body) => {
    await visitor.get('/login')
    const answer = await visitor.get('/login', {
      method: 'POST',
      headers: { 'Content-Type': contentType, Origin: auth.url },
      body,
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'settings',
    '',
  ])('drops a return address that could leave us: %j', async (returnTo) => {
    await visitor.get(`/login?return_to=${encodeURIComponent(returnTo)}`)
    expect(visitor.field('return_to')).toBe('/')
    const { email, password } = auth.user
    const answer = await signIn({ email, password, return_to: returnTo })
    expect(answer.headers.get('location')).toBe('/')
    expect(await locationOf(visitor.get(`/login?return_to=${encodeURIComponent(returnTo)}`), 302)).toBe('/')
  })

  it('drops a return address that comes twice', async () => {
    await visitor.get('/login?return_to=/switch&return_to=/switch')
    expect(visitor.field('return_to')).toBe('/')
  })

  it('never returns to another origin, whatever was asked for', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '..',
      '.',
      ':',
      '@',
      '%2f',
      '\t',
      '\n',
      '\0',
      'evil.test',
      'https:',
      '?',
      '#',
      'é',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
        (asked) => {
          const location = checkedReturnTo(asked, auth.url)
          expect(new URL(location, `${auth.url}/login`).origin).toBe(new URL(auth.url).origin)
        },
      ),
      propertyCases,
    )
  })

  it('keeps an authorization request unchanged as the return address', async () => {
    const request =
      '/oauth/authorize?response_type=code&state=a%20b%2Fc%3D%26&redirect_uri=https%3A%2F%2Fx.test%2F%3Fa%3D1'
    await visitor.get(`/login?return_to=${encodeURIComponent(request)}`)
    expect(visitor.field('return_to')).toBe(request)
  })

  it('says which application leads to the sign-in, also after a mistake, and names none that is not registered', async () => {
    const request = (clientId: string) =>
      `/oauth/authorize?response_type=code&state=x&client_id=${encodeURIComponent(clientId)}`
    const { clientId } = auth.application
    const login = await locationOf(visitor.get(request(clientId)), 302)
    expect(await (await visitor.get(login)).text()).toContain(
      'Sign in to continue to <strong><bdi>Partner</bdi></strong>.',
    )
    const wrong = { email: auth.user.email, password: 'wrong', return_to: request(clientId) }
    expect(await (await signIn(wrong)).text()).toContain('<bdi>Partner</bdi>')
    const long = await visitor.get(`${request(clientId)}&state=${'x'.repeat(3_000)}`.replace('state=x&', ''))
    expect([long.status, await long.text()]).toEqual([200, expect.stringContaining('<bdi>Partner</bdi>')])
    for (const path of ['/settings/clients', request('<b>nobody</b>'), `${request(clientId)}&client_id=x`]) {
      const page = await (await visitor.get(`/login?return_to=${encodeURIComponent(path)}`)).text()
      expect(page).not.toContain('to continue to')
      expect(page).not.toContain('<b>nobody</b>')
    }
  })

  it('goes by the product’s name when the operator’s own application leads to it', async () => {
    const { accountId } = auth
    const uris = ['https://board.example.test/callback']
    const { clientId } = await createOauthApplication(auth, {
      ...{ accountId, name: 'Board', callbackUris: uris, isFirstParty: true },
    })
    const request = `/oauth/authorize?response_type=code&state=x&client_id=${clientId}`
    const html = await (await visitor.get(await locationOf(visitor.get(request), 302))).text()
    expect(html).toContain('Sign in to continue to <strong><bdi>Partner Access</bdi></strong>.')
    expect(html).not.toContain('Board')
  })

  it('comes again when its form has expired, with what was typed and the request, without the password, and then works', async () => {
    const request = `/oauth/authorize?response_type=code&state=x&client_id=${auth.application.clientId}`
    const { email, password } = auth.user
    await visitor.get(`/login?return_to=${encodeURIComponent(request)}`)
    const fields = { email, password, return_to: request, form_token: visitor.field('form_token') }
    visitor.cookies.clear()
    const again = await visitor.post('/login', fields)
    const page = await again.text()
    expect([again.status, page]).toEqual([403, expect.stringContaining('this page was open for too long')])
    expect(page).toContain('<bdi>Partner</bdi>')
    expect(page).toContain(`value="${email}"`)
    expect(page).not.toContain(password)
    expect(visitor.field('return_to')).toBe(request)
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    const form_token = visitor.field('form_token')
    expect(await locationOf(visitor.post('/login', { ...fields, form_token }), 303)).toBe(request)
  })

  it('refuses a sign-in form of another site, and shows it no form', async () => {
    const fields = { email: auth.user.email, password: auth.user.password }
    for (const headers of [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const answer = await visitor.post('/login', fields, headers)
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain(auth.user.email)
    }
  })

  it('records who signed in and who failed, without the address or the password', async () => {
    const user = await auth.createUser()
    await signIn({ email: user.email, password: 'wrong-word' })
    await signIn({ email: user.email, password: user.password })
    await auth.refusalTrail.settled()
    const ofUser = { target: `user:${user.id}`, ip: '127.0.0.1' }
    const events = await auth.db.auditEvent.findMany({
      where: { target: ofUser.target },
      orderBy: { action: 'asc' },
    })
    expect(events).toMatchObject([
      { action: 'session.start', actor: `user:${user.id}`, ...ofUser },
      { action: 'session.start.failed', actor: 'anonymous', ...ofUser },
    ])
    const trail = JSON.stringify(events, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(trail).not.toContain(user.email)
    expect(trail).not.toContain('wrong-word')
  })

  it('asks before it signs out, ends the session, and says so', async () => {
    await visitor.signIn(auth.user)
    const session = visitor.cookies.get('__Host-session') ?? ''
    expect(await (await visitor.get('/logout')).text()).toContain('Sign out?')
    expect((await visitor.get('/settings/clients')).status).toBe(200)

    expect(await locationOf(visitor.submit('/logout', { return_to: 'https://evil.test' }), 303)).toBe(
      '/login?signed_out=1',
    )
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    expect(await (await visitor.get('/login?signed_out=1')).text()).toContain('You are signed out.')
    visitor.cookies.set('__Host-session', session)
    expect((await visitor.get('/settings/clients')).status).toBe(302)
    expect(await locationOf(visitor.get('/logout'), 302)).toBe('/login?signed_out=1')
    const [event] = await auth.db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(event).toMatchObject({ action: 'session.end', actor: `user:${auth.user.id}` })
  })

  it('offers no other method', async () => {
    for (const [path, allow] of [
      ['/', 'GET, HEAD'],
      ['/login', 'GET, HEAD, POST'],
      ['/logout', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await visitor.get(path, { method: 'PUT' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    }
  })
})

async function locationOf(sent: ReturnType<Visitor['get']>, status: number): Promise<string> {
  const answer = await sent
  expect(answer.status).toBe(status)
  return answer.headers.get('location') ?? ''
}
