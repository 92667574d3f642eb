import { createAccount } from '@pas/accounts/create-account'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { sha256 } from '@pas/accounts/secrets'
import {
  answerConsent,
  authorizePath,
  obtainCode,
  pkcePair,
  redirectOf,
  startFlow,
  type OAuthFlow,
  describing,
} from './oauth-flow'
import type { Response } from 'undici'
import type { TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

let flow: OAuthFlow
/** The flow's user has given consent to the flow's application. */
beforeAll(async () => {
  flow = await startFlow()
  await obtainCode(flow.auth, flow.visitor)
})
afterAll(() => flow.close())

const get = (parameters: Record<string, string | null>, more = '') =>
  flow.visitor.get(authorizePath(flow.auth, parameters) + more)
const codes = () => flow.auth.db.authorizationCode.count()

describe('RFC 6749 §4.1.2.1 and §3.1.2.4: what may not be redirected', () => {
  it.each([
    ['no client_id', { client_id: null }],
    ['an empty client_id', { client_id: '' }],
    ['an unknown client_id', { client_id: 'pas_cid_unknown' }],
    ['a client_id with a NUL', { client_id: 'pas\0cid' }],
    ['a client_id that is script', { client_id: '<script>alert(1)</script>' }],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
    ['one with another path', { redirect_uri: 'https://partner.example.com/callback/' }],
    ['one with another case', { redirect_uri: 'https://PARTNER.example.com/callback' }],
    ['one with its port', { redirect_uri: 'https://partner.example.com:443/callback' }],
    ['one with a query', { redirect_uri: 'https://partner.example.com/callback?x=1' }],
    ['one with a fragment', { redirect_uri: 'https://partner.example.com/callback#' }],
    ['one with user information', { redirect_uri: 'https://partner.example.com@evil.example/callback' }],
    ['plain http', { redirect_uri: 'http://partner.example.com/callback' }],
    ['a script as redirect_uri', { redirect_uri: 'javascript:alert(1)' }],
    ['a NUL in redirect_uri', { redirect_uri: 'https://partner.example.com/callback\0' }],
  ])('answers %s with a page of 400, whatever else is wrong', async (_what, parameters) => {
    for (const response_type of ['code', 'token']) {
      const answer = await get({ ...parameters, response_type })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      expect(await answer.text()).not.toContain('<script>')
    }
  })

  it.each(['client_id', 'redirect_uri'])('answers %s given twice with a page of 400', async (name) => {
    const value = name === 'client_id' ? flow.auth.application.clientId : flow.auth.application.callbackUri
    const before = await codes()
    const answer = await get({}, `&${name}=${encodeURIComponent(value)}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await codes()).toBe(before)
  })

  it('notices a repeated parameter after a thousand others', async () => {
    const answer = await get({}, `${'&a'.repeat(1_200)}&state=other`)
    expect(redirectOf(answer).searchParams.get('error')).toBe('invalid_request')
  })

  it('answers a disabled application, and one of a disabled account, with a page of 400', async () => {
    const { id: accountId } = await createAccount(flow.auth, { name: 'Closed' })
    const callbackUris = ['https://closed.example.com/']
    const ofClosed = await createOauthApplication(flow.auth, {
      accountId,
      name: 'Of a closed account',
      callbackUris,
    })
    const disabled = await flow.auth.createApplication('https://closed.example.com/')
    await setAccountDisabled(flow.auth, accountId, true)
    await setApplicationDisabled(flow.auth, disabled.clientId, true)
    for (const { clientId } of [ofClosed, disabled]) {
      const answer = await get({ client_id: clientId, redirect_uri: null })
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
  })
})

describe('RFC 6749 §3.1.2.3 dynamic configuration', () => {
  it('uses the only registered URI when redirect_uri is left out, and needs none at the exchange', async () => {
    const answer = await get({ redirect_uri: null })
    expect(redirectOf(answer).href).toMatch(/^https:\/\/partner\.example\.com\/callback\?code=/)
    const row = await flow.auth.db.authorizationCode.findUniqueOrThrow({
      where: { codeHash: sha256(redirectOf(answer).searchParams.get('code') ?? '') },
    })
    expect(row.redirectUri).toBeNull()
  })

  it('answers a left out redirect_uri with a page of 400 when several are registered', async () => {
    const { clientId } = await flow.auth.createApplication('https://a.example.com/', 'https://b.example.com/')
    const answer = await get({ client_id: clientId, redirect_uri: null })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

describe('RFC 6749 §4.1.2.1 error response', () => {
  const { challenge } = pkcePair()
  it.each([
    ['response_type missing', { response_type: null }, 'invalid_request'],
    ['response_type empty', { response_type: '' }, 'invalid_request'],
    ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['response_type constructor', { response_type: 'constructor' }, 'unsupported_response_type'],
    ['another scope', { scope: 'read' }, 'invalid_scope'],
    ['the scope and another', { scope: 'full read' }, 'invalid_scope'],
    ['a scope in capitals', { scope: 'FULL' }, 'invalid_scope'],
    ['response_mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['response_mode form_post', { response_mode: 'form_post' }, 'invalid_request'],
    ['a response_mode that nobody knows', { response_mode: 'pigeon' }, 'invalid_request'],
    ['no state and no challenge', { state: null }, 'invalid_request'],
    ['an empty state and no challenge', { state: '' }, 'invalid_request'],
    ['a challenge without its method', { code_challenge: challenge }, 'invalid_request'],
  ])('redirects %s with the error and the state, and no code', async (_what, parameters, error) => {
    const before = await codes()
    const answer = await get(parameters)
    expect(answer.status).toBe(302)
    const { origin, pathname, searchParams } = redirectOf(answer)
    expect(origin + pathname).toBe(flow.auth.application.callbackUri)
    expect(searchParams.get('error')).toBe(error)
    expect(searchParams.get('error_description')).toMatch(describing)
    expect(searchParams.get('state')).toBe('state' in parameters ? null : 'the-state')
    expect(searchParams.has('code')).toBe(false)
    expect(await codes()).toBe(before)
  })

  it.each(['response_type', 'scope', 'state', 'response_mode', 'code_challenge', 'code_challenge_method'])(
    'refuses %s given twice, as §3.1 requires, also when both are the same or empty',
    async (name) => {
      const before = await codes()
      for (const value of ['code', 'full', '']) {
        const answer = await get({ [name]: value }, `&${name}=${value}`)
        expect(redirectOf(answer).searchParams.get('error')).toBe('invalid_request')
        expect(redirectOf(answer).searchParams.get('state')).toBe(name === 'state' ? null : 'the-state')
      }
      expect(await codes()).toBe(before)
    },
  )

  it('keeps the query of a registered URI byte for byte, in a success and in an error', async () => {
    for (const [uri, separator] of [
      ['https://partner.example.com/cb?tenant=a%20b&x=%7e+1;&&empty=&flag', '&'],
      ['https://partner.example.com/cb?', ''],
      ['https://partner.example.com/cb?a=b&', ''],
      ['https://partner.example.com?code=mine&error=mine&state=mine', '&'],
    ] as const) {
      const { clientId } = await flow.auth.createApplication(uri)
      const error = await get({ client_id: clientId, redirect_uri: uri, scope: 'other' })
      expect(error.headers.get('location')?.startsWith(`${uri}${separator}error=invalid_scope&`)).toBe(true)
      await get({ client_id: clientId, redirect_uri: uri })
      const success = await answerConsent(flow.visitor, 'approve')
      expect(success.headers.get('location')?.startsWith(`${uri}${separator}code=pas_cod_`)).toBe(true)
      expect(success.headers.get('location')?.endsWith('&state=the-state')).toBe(true)
    }
  })
})

describe('RFC 6749 §4.1.2 authorization response', () => {
  it('asks for consent once, and then redirects at once with a code and the state', async () => {
    const answer = await get({})
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('location')).toMatch(
      /^https:\/\/partner\.example\.com\/callback\?code=pas_cod_[\w-]{43}&state=the-state$/,
    )
  })

  it.each([
    'code_only',
    'a b+c%20&=?#/',
    '😀 ünïcödé',
    '"\'<script>()*!~',
    '\0',
    '\r\nSet-Cookie: a=b',
    'x'.repeat(4_000),
  ])('returns the state %j unchanged, with and without the consent page', async (state) => {
    expect(redirectOf(await get({ state })).searchParams.get('state')).toBe(state)
    const stranger = createVisitor(flow.auth)
    await stranger.signIn(await flow.auth.createUser())
    await stranger.get(authorizePath(flow.auth, { state }))
    expect(redirectOf(await answerConsent(stranger, 'approve')).searchParams.get('state')).toBe(state)
    await stranger.close()
  })

  it('treats an empty state as left out (§3.1), and sends none back', async () => {
    const { challenge } = pkcePair()
    const answer = await get({ state: '', code_challenge: challenge, code_challenge_method: 'S256' })
    expect([...redirectOf(answer).searchParams.keys()]).toEqual(['code'])
  })

  it.each(['', 'full'])('treats the scope %j as full', async (scope) => {
    expect(redirectOf(await get({ scope })).searchParams.has('code')).toBe(true)
  })

  it('ignores unknown parameters, and takes none of them as approval', async () => {
    const stranger = createVisitor(flow.auth)
    await stranger.signIn(await flow.auth.createUser())
    const answer = await stranger.get(
      `${authorizePath(flow.auth)}&prompt=none&approval_prompt=auto&allowed=true&decision=approve&approve=1&authorized=true&nonce=1&nonce=2`,
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    await stranger.close()
  })

  it('stores a code as its hash, for a minute, bound to application, user, challenge and redirect_uri', async () => {
    const { challenge } = pkcePair()
    const code = await obtainCode(flow.auth, flow.visitor, {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const row = await flow.auth.db.authorizationCode.findUniqueOrThrow({
      where: { codeHash: sha256(code) },
      include: { oauthApplication: true },
    })
    expect(row).toMatchObject({
      oauthApplication: { clientId: flow.auth.application.clientId },
      userId: flow.auth.user.id,
      redirectUri: flow.auth.application.callbackUri,
      codeChallenge: challenge,
      usedAt: null,
    })
    expect(row.expiresAt.getTime() - flow.auth.clock.now().getTime()).toBe(60_000)
  })
})

describe('RFC 6749 §3.1 methods', () => {
  it.each(['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'])(
    'refuses %s with 405 and Allow, and issues no code',
    async (method) => {
      const before = await codes()
      const answer = await flow.visitor.get(authorizePath(flow.auth), { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(await codes()).toBe(before)
    },
  )
})

describe('docs/contract.md §2.1: signing in first', () => {
  it('leads to the sign-in page and from there back to the same request', async () => {
    const stranger = createVisitor(flow.auth)
    const path = authorizePath(flow.auth, { state: 'a&b=c d' })
    const answer = await stranger.get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/login?return_to=${encodeURIComponent(path)}`,
    ])
    await stranger.get(answer.headers.get('location') ?? '')
    const signedIn = await stranger.post('/login', {
      email: flow.auth.user.email,
      password: flow.auth.user.password,
      form_token: stranger.field('form_token'),
      return_to: stranger.field('return_to'),
    })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, path])
    const back = await stranger.get(path)
    expect(redirectOf(back).searchParams.get('state')).toBe('a&b=c d')
    await stranger.close()
  })

  describe('with a state of several kB', () => {
    /** Size of all headers of an answer that proxies accept, in bytes (nginx, proxy_buffer_size). */
    const maxHeaderBytes = 4_096

    /**
     * Follows redirects between our own pages until there are no more, and expects each to be short enough for proxies.
     */
    async function follow(visitor: Visitor, sent: Promise<Response>): Promise<Response> {
      let answer = await sent
      for (let location; (location = answer.headers.get('location'))?.startsWith('/');) {
        const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
        expect(headers.length).toBeLessThan(maxHeaderBytes)
        answer = await visitor.get(location)
      }
      return answer
    }
    const signIn = (visitor: Visitor, { email, password }: TestUser): Promise<Response> =>
      follow(
        visitor,
        visitor.post('/login', {
          email,
          password,
          form_token: visitor.field('form_token'),
          return_to: visitor.field('return_to'),
        }),
      )

    it.each([
      ['3,000 letters', 'x'.repeat(3_000)],
      ['6,000 letters', 'x'.repeat(6_000)],
      ['quotes and emojis', `"'&<>😀 `.repeat(150)],
    ])('of %s is returned unchanged, with and without the consent page', async (_what, state) => {
      const stranger = createVisitor(flow.auth)
      const user = await flow.auth.createUser()
      const path = authorizePath(flow.auth, { state })
      const requests = await flow.auth.db.authorizationRequest.count()
      for (const isAsked of [true, false]) {
        stranger.cookies.clear()
        const login = await follow(stranger, stranger.get(path))
        expect([login.status, await login.text()]).toEqual([
          200,
          expect.stringContaining('Sign in') as string,
        ])
        expect(await flow.auth.db.authorizationRequest.count()).toBe(requests)
        // A mistyped password keeps the request.
        expect((await signIn(stranger, { ...user, password: 'wrong password' })).status).toBe(401)
        const signedIn = await signIn(stranger, user)
        const answer = isAsked ? await answerConsent(stranger, 'approve') : signedIn
        expect(redirectOf(answer).searchParams.get('state')).toBe(state)
        expect(redirectOf(answer).searchParams.has('code')).toBe(true)
      }
      expect(await flow.auth.db.authorizationRequest.count()).toBe(requests)
      await stranger.close()
    })

    it.each(['/oauth/authorize/', '/OAuth/Authorize'])('is returned from the path %s, too', async (path) => {
      const state = 'x'.repeat(6_000)
      const stranger = createVisitor(flow.auth)
      const asked = authorizePath(flow.auth, { state }).replace('/oauth/authorize', path)
      await follow(stranger, stranger.get(asked))
      await signIn(stranger, await flow.auth.createUser())
      expect(redirectOf(await answerConsent(stranger, 'approve')).searchParams.get('state')).toBe(state)
      await stranger.close()
    })

    it('survives a sign-in as another user, and a reload of the consent page', async () => {
      const state = 'x'.repeat(6_000)
      const stranger = createVisitor(flow.auth)
      await follow(stranger, stranger.get(authorizePath(flow.auth, { state })))
      await signIn(stranger, await flow.auth.createUser())
      const login = await follow(stranger, answerConsent(stranger, 'another_user'))
      expect(await login.text()).toContain('Sign in')
      const { email, password } = await flow.auth.createUser()
      const signedIn = await stranger.post('/login', {
        email,
        password,
        form_token: stranger.field('form_token'),
        return_to: stranger.field('return_to'),
      })
      const location = signedIn.headers.get('location') ?? ''
      for (const method of ['HEAD', 'OPTIONS', 'POST'])
        expect((await stranger.get(location, { method })).status).toBe(405)
      for (let i = 0; i < 2; i++) expect((await stranger.get(location)).status).toBe(200)
      const answer = await answerConsent(stranger, 'approve')
      expect(redirectOf(answer).searchParams.get('state')).toBe(state)
      // The question has been answered, so it cannot be answered again.
      expect((await stranger.get(location)).status).toBe(403)
      expect((await flow.visitor.get(location)).status).toBe(403)
      await stranger.close()
    })
  })

  it('checks the request first, so that no user signs in for an invalid one', async () => {
    const stranger = createVisitor(flow.auth)
    const answer = await stranger.get(authorizePath(flow.auth, { scope: 'other' }))
    expect(redirectOf(answer).searchParams.get('error')).toBe('invalid_scope')
    await stranger.close()
  })

  it('issues no code for a user who has been disabled since', async () => {
    const leaver = await flow.auth.createUser()
    const visitor = createVisitor(flow.auth)
    await visitor.signIn(leaver)
    await obtainCode(flow.auth, visitor)
    await flow.auth.db.user.update({ where: { id: leaver.id }, data: { disabledAt: flow.auth.clock.now() } })
    const answer = await visitor.get(authorizePath(flow.auth))
    expect(answer.headers.get('location')).toMatch(/^\/login\?/)
    await visitor.close()
  })
})
