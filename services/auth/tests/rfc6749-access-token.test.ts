import { createAccount } from '@pas/accounts/create-account'
import { findAccessToken } from '@pas/accounts/find-access-token'
import { sha256 } from '@pas/accounts/secrets'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import {
  auditOf,
  basicCredentials,
  bodyCredentials,
  errorOf,
  exchangeBody,
  obtainCode,
  pkcePair,
  startFlow,
  type Credentials,
  type OAuthFlow,
  type TokenAnswer,
} from './oauth-flow'
import { createVisitor } from './visitor'

let flow: OAuthFlow
beforeAll(async () => {
  flow = await startFlow({ limits: { tokenFailures: 1_000_000 } })
})
afterAll(() => flow.close())

const newCode = (parameters: Record<string, string | null> = {}) =>
  obtainCode(flow.auth, flow.visitor, parameters)
const exchange = (code: string, members: Record<string, unknown> = {}) =>
  flow.server.json('/oauth/token', exchangeBody(flow.auth, code, members))
const tokensOf = async (code: string, members: Record<string, unknown> = {}) => {
  const response = await exchange(code, members)
  expect(response.status).toBe(200)
  return (await response.json()) as TokenAnswer
}
const statusOf = async (accessToken: string) => (await findAccessToken(flow.auth, accessToken))?.status

describe('RFC 6749 §5.1 successful response', () => {
  it('is JSON with the specified members, not to be cached', async () => {
    const response = await exchange(await newCode())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    const tokens = (await response.json()) as TokenAnswer
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^pas_tok_[\w-]{43}$/) as string,
      token_type: 'Bearer',
      expires_in: 7_200,
      refresh_token: expect.stringMatching(/^pas_ref_[\w-]{43}$/) as string,
      scope: 'full',
      created_at: Math.floor(flow.auth.clock.now().getTime() / 1_000),
    })
    expect(await findAccessToken(flow.auth, tokens.access_token)).toMatchObject({
      status: 'active',
      user: { id: flow.auth.user.id },
      oauthApplication: { clientId: flow.auth.application.clientId },
    })
  })

  it('stores only hashes of the tokens, which live for two hours and sixty days', async () => {
    const tokens = await tokensOf(await newCode())
    const now = flow.auth.clock.now().getTime()
    const access = await flow.auth.db.accessToken.findUniqueOrThrow({
      where: { tokenHash: sha256(tokens.access_token) },
    })
    const family = await flow.auth.db.tokenFamily.findUniqueOrThrow({ where: { id: access.tokenFamilyId } })
    const refresh = await flow.auth.db.refreshToken.findUniqueOrThrow({
      where: { tokenHash: sha256(tokens.refresh_token) },
    })
    const day = 86_400_000
    expect(access.expiresAt.getTime() - now).toBe(7_200_000)
    expect(refresh.expiresAt.getTime() - now).toBe(60 * day)
    expect(family.expiresAt.getTime() - now).toBe(365 * day)
  })

  it('is audited without the token', async () => {
    const tokens = await tokensOf(await newCode())
    const rows = await flow.auth.db.auditEvent.findMany()
    expect(await auditOf(flow.auth, 'token.issue')).toContainEqual({
      actor: `application:${flow.auth.application.clientId}`,
      target: `user:${flow.auth.user.id}`,
    })
    const text = JSON.stringify(rows, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const secret of [tokens.access_token, tokens.refresh_token, flow.auth.application.clientSecret]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('RFC 6749 §2.3.1 client authentication', () => {
  const encodeAll = (text: string) =>
    [...text].map((c) => (/[A-Za-z0-9]/.test(c) ? c : `%${c.charCodeAt(0).toString(16)}`)).join('')
  const withoutCredentials = { client_id: null, client_secret: null }
  const grant = async () => {
    const body = exchangeBody(flow.auth, await newCode(), withoutCredentials)
    return body as Record<string, string>
  }

  it('is taken from a JSON or form body, or from Basic: raw, form-encoded, in any case', async () => {
    const { application } = flow.auth
    const { clientId, clientSecret } = application
    const encoded = { clientId: encodeAll(clientId), clientSecret: encodeAll(clientSecret) }
    const inLowerCase = {
      Authorization: basicCredentials(application).Authorization.replace('Basic', 'basic'),
    }
    const answers = [
      await flow.server.json('/oauth/token', { ...(await grant()), ...bodyCredentials(application) }),
      await flow.server.form('/oauth/token', { ...(await grant()), ...bodyCredentials(application) }),
      await flow.server.json('/oauth/token', await grant(), basicCredentials(application)),
      await flow.server.form('/oauth/token', await grant(), basicCredentials(application)),
      await flow.server.form('/oauth/token', await grant(), basicCredentials(encoded)),
      await flow.server.form('/oauth/token', await grant(), inLowerCase),
      await flow.server.form(
        '/oauth/token',
        { ...(await grant()), client_id: clientId },
        basicCredentials(application),
      ),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('is refused in both places at once, in the URL, and with two client_ids, and the code stays valid', async () => {
    const { application } = flow.auth
    const code = await newCode()
    const basic = basicCredentials(application)
    const bare = exchangeBody(flow.auth, code, withoutCredentials)
    const inUrl = new URLSearchParams(bodyCredentials(application)).toString()
    const answers = [
      await flow.server.json('/oauth/token', exchangeBody(flow.auth, code), basic),
      await flow.server.json('/oauth/token', { ...bare, client_secret: 'x' }, basic),
      await flow.server.json('/oauth/token', { ...bare, client_id: 'another' }, basic),
      await flow.server.json(`/oauth/token?${inUrl}`, bare),
      await flow.server.json(`/oauth/token?client_id=${application.clientId}`, exchangeBody(flow.auth, code)),
      await flow.server.json(`/oauth/token?code=${code}`, exchangeBody(flow.auth, code)),
    ]
    for (const answer of answers) expect(await errorOf(answer)).toBe('400 invalid_request')
    expect((await exchange(code)).status).toBe(200)
  })

  const refusals: [string, (application: Credentials) => Record<string, string>][] = [
    ['a wrong secret', ({ clientId }) => basicCredentials({ clientId, clientSecret: 'wrong' })],
    [
      'an unknown application',
      ({ clientSecret }) => basicCredentials({ clientId: 'pas_cid_x', clientSecret }),
    ],
    ['an empty secret', ({ clientId }) => basicCredentials({ clientId, clientSecret: '' })],
    ['no colon', () => ({ Authorization: `Basic ${Buffer.from('abc').toString('base64')}` })],
    ['no base64', () => ({ Authorization: 'Basic ***' })],
    ['nothing', () => ({ Authorization: 'Basic' })],
    ['a NUL', () => ({ Authorization: `Basic ${Buffer.from('a\0b:c').toString('base64')}` })],
    ['an encoded NUL', () => ({ Authorization: `Basic ${Buffer.from('a%00b:c').toString('base64')}` })],
    [
      'broken percent-encoding',
      () => ({ Authorization: `Basic ${Buffer.from('a%zz:c%').toString('base64')}` }),
    ],
    [
      'invalid UTF-8',
      () => ({ Authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}` }),
    ],
    ['another scheme', () => ({ Authorization: 'Bearer abc' })],
  ]
  it.each(refusals)(
    'is answered by 401 with a Basic challenge when Basic was tried with %s',
    async (_what, headers) => {
      const answer = await flow.server.json(
        '/oauth/token',
        exchangeBody(flow.auth, 'pas_cod_x', withoutCredentials),
        headers(flow.auth.application),
      )
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
      expect(await errorOf(answer)).toBe('401 invalid_client')
    },
  )

  it('answers the same for an unknown application, a wrong secret and a disabled application', async () => {
    const disabled = await flow.auth.createApplication('https://d.example.com/')
    await setApplicationDisabled(flow.auth, disabled.clientId, true)
    const { id: accountId } = await createAccount(flow.auth, { name: 'Closing' })
    const ofClosed = await flow.auth.createApplication('https://d.example.com/')
    await flow.auth.db.oauthApplication.update({
      where: { clientId: ofClosed.clientId },
      data: { accountId },
    })
    await setAccountDisabled(flow.auth, accountId, true)
    const answers = await Promise.all(
      [
        { client_secret: 'wrong' },
        { client_id: 'pas_cid_unknown' },
        bodyCredentials(disabled),
        bodyCredentials(ofClosed),
        { client_secret: null },
        { client_id: null },
        withoutCredentials,
      ].map(async (members) => {
        const answer = await exchange('pas_cod_x', members)
        const { headers, status } = answer
        const names = [...headers.keys()].sort().join()
        return { status, body: await answer.text(), names, challenge: headers.get('www-authenticate') }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 401, challenge: null })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('comes before the grant is checked', async () => {
    for (const members of [{ grant_type: null }, { grant_type: 'password' }, { code: null }]) {
      expect(await errorOf(await exchange('x', { ...members, client_secret: 'wrong' }))).toBe(
        '401 invalid_client',
      )
    }
  })
})

describe('RFC 6749 §4.1.3 access token request', () => {
  it('works once', async () => {
    const code = await newCode()
    const { access_token } = await tokensOf(code)
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
    expect(await statusOf(access_token)).toBe('revoked')
  })

  it('works for sixty seconds by our clock', async () => {
    const [inTime, late] = [await newCode(), await newCode()]
    flow.auth.clock.advance(59_999)
    await tokensOf(inTime)
    flow.auth.clock.advance(1)
    expect(await errorOf(await exchange(late))).toBe('400 invalid_grant')
  })

  it('refuses a code issued to another application, which can still exchange it', async () => {
    const other = await flow.auth.createApplication('https://other.example.com/')
    const code = await newCode()
    expect(await errorOf(await exchange(code, bodyCredentials(other)))).toBe('400 invalid_grant')
    const { access_token } = await tokensOf(code)
    expect(await errorOf(await exchange(code, bodyCredentials(other)))).toBe('400 invalid_grant')
    expect(await statusOf(access_token)).toBe('active')
  })

  it.each(['unknown', 'pas_cod_unknown', '😀', ' ', "' OR 1=1 --"])('refuses the code %j', async (code) => {
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
  })

  it.each([
    ['left out', null],
    ['empty', ''],
    ['another registered one', 'https://partner.example.com/other'],
    ['a slash more', 'https://partner.example.com/callback/'],
    ['another case', 'https://Partner.example.com/callback'],
    ['no URI', 'callback'],
  ])(
    'refuses a redirect_uri that is not the one sent at authorize with invalid_grant: %s',
    async (_what, redirect_uri) => {
      const code = await newCode()
      expect(await errorOf(await exchange(code, { redirect_uri }))).toBe('400 invalid_grant')
    },
  )

  it('needs no redirect_uri when none was sent to authorize, and accepts the only registered one', async () => {
    await tokensOf(await newCode({ redirect_uri: null }), { redirect_uri: null })
    await tokensOf(await newCode({ redirect_uri: null }), { redirect_uri: '' })
    await tokensOf(await newCode({ redirect_uri: null }))
    const answer = await exchange(await newCode({ redirect_uri: null }), {
      redirect_uri: 'https://evil.example/',
    })
    expect(await errorOf(answer)).toBe('400 invalid_grant')
  })

  it('refuses the code of a user who, or whose account, has been disabled since', async () => {
    const { id: accountId } = await createAccount(flow.auth, { name: 'To be closed' })
    const [leaver, ofClosed] = [await flow.auth.createUser(), await flow.auth.createUser(accountId)]
    const codes: string[] = []
    for (const user of [leaver, ofClosed]) {
      const visitor = createVisitor(flow.auth)
      await visitor.signIn(user)
      codes.push(await obtainCode(flow.auth, visitor))
      await visitor.close()
    }
    await setUserDisabled(flow.auth, leaver.email, true)
    await setAccountDisabled(flow.auth, accountId, true)
    for (const code of codes) expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
  })

  it.each([null, ''])('answers a missing code with invalid_request: %j', async (code) => {
    expect(await errorOf(await exchange('', { code }))).toBe('400 invalid_request')
  })
})

describe('RFC 6749 §10.5 a code presented again', () => {
  it('revokes the tokens it issued and those refreshed from them, and is audited', async () => {
    const code = await newCode()
    const tokens = await tokensOf(code)
    const refreshed = await flow.server.json('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      ...bodyCredentials(flow.auth.application),
    })
    const second = (await refreshed.json()) as TokenAnswer
    flow.auth.clock.advance(3_600_000)
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
    for (const token of [tokens.access_token, second.access_token])
      expect(await statusOf(token)).toBe('revoked')
    expect(await auditOf(flow.auth, 'code.replayed')).toContainEqual({
      actor: `application:${flow.auth.application.clientId}`,
      target: `user:${flow.auth.user.id}`,
    })
  })

  it('in twenty requests at once is served once, and the tokens are revoked afterwards', async () => {
    const code = await newCode()
    // Opens the connections first: with their handshakes the requests would come one after the other.
    await Promise.all(Array.from({ length: 20 }, () => exchange('unknown')))
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array<number>(19).fill(400)])
    const winner = answers.find(({ status }) => status === 200)
    const { access_token } = (await winner?.json()) as TokenAnswer
    expect(await statusOf(access_token)).toBe('revoked')
    const { tokenFamilyId } = await flow.auth.db.authorizationCode.findUniqueOrThrow({
      where: { codeHash: sha256(code) },
    })
    const ofFamily = { where: { tokenFamilyId: tokenFamilyId ?? 0n } }
    const { accessToken, refreshToken } = flow.auth.db
    expect([await accessToken.count(ofFamily), await refreshToken.count(ofFamily)]).toEqual([1, 1])
  })
})

describe('RFC 6749 §5.2 error response', () => {
  it.each([
    [{ grant_type: null }, 'invalid_request'],
    [{ grant_type: '' }, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ grant_type: 'AUTHORIZATION_CODE' }, 'unsupported_grant_type'],
    [{ grant_type: '__proto__' }, 'unsupported_grant_type'],
    [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }, 'unsupported_grant_type'],
  ])('answers %j with %s', async (members, error) => {
    const answer = await exchange('x', members)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('pragma')).toBe('no-cache')
    expect(await errorOf(answer)).toBe(`400 ${error}`)
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    'answers %s with 405 and Allow',
    async (method) => {
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const answer = await flow.server.send(path, { method })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  it('audits a wrong secret of a known application as anonymous, and nothing for an unknown application', async () => {
    await exchange('x', { client_id: `x${'y'.repeat(200)}` })
    await exchange('x', { client_secret: 'wrong' })
    await flow.auth.refusalTrail.settled()
    expect(
      (await auditOf(flow.auth, 'token.refuse')).filter(({ actor }) => actor === 'anonymous').at(-1),
    ).toEqual({
      actor: 'anonymous',
      target: `application:${flow.auth.application.clientId}`,
    })
    expect(JSON.stringify(await auditOf(flow.auth, 'token.refuse'))).not.toContain('sha256')
  })

  it('audits a code that a wrong code_verifier invalidated', async () => {
    const { challenge } = pkcePair()
    const code = await obtainCode(flow.auth, flow.visitor, {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    for (let i = 0; i < 3; i++)
      expect(await errorOf(await exchange(code, { code_verifier: pkcePair().verifier }))).toBe(
        '400 invalid_grant',
      )
    expect(await auditOf(flow.auth, 'code.burn')).toEqual([
      { actor: `application:${flow.auth.application.clientId}`, target: `user:${flow.auth.user.id}` },
    ])
  })
})
