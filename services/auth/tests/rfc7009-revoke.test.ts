import { findAccessToken } from '@pas/accounts/find-access-token'
import {
  auditOf,
  authorizePath,
  basicCredentials,
  bodyCredentials,
  errorOf,
  exchangeBody,
  obtainCode,
  obtainTokens,
  startFlow,
  type OAuthFlow,
} from './oauth-flow'

let flow: OAuthFlow
beforeAll(async () => {
  flow = await startFlow()
})
afterAll(() => flow.close())

const newTokens = () => obtainTokens(flow.auth, flow.visitor, flow.server)
const revoke = (members: Record<string, unknown>) =>
  flow.server.json('/oauth/revoke', { ...bodyCredentials(flow.auth.application), ...members })
const statusOf = async (accessToken: string) => (await findAccessToken(flow.auth, accessToken))?.status
const refreshStatus = async (refresh_token: string) => {
  const body = { grant_type: 'refresh_token', refresh_token, ...bodyCredentials(flow.auth.application) }
  return (await flow.server.json('/oauth/token', body)).status
}

describe('RFC 7009 §2.1 revocation request', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'revokes the whole pair by its %s, whatever the hint',
    async (which) => {
      for (const hint of [undefined, 'access_token', 'refresh_token', 'nonsense']) {
        const tokens = await newTokens()
        const answer = await revoke({ token: tokens[which], ...(hint && { token_type_hint: hint }) })
        expect([answer.status, await answer.text()]).toEqual([200, '{}'])
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(await statusOf(tokens.access_token)).toBe('revoked')
        expect(await refreshStatus(tokens.refresh_token)).toBe(400)
      }
      expect(await auditOf(flow.auth, 'token.revoke')).toContainEqual({
        actor: `application:${flow.auth.application.clientId}`,
        target: `user:${flow.auth.user.id}`,
      })
    },
  )

  it('accepts a form and HTTP Basic', async () => {
    const { access_token } = await newTokens()
    const credentials = basicCredentials(flow.auth.application)
    const answer = await flow.server.form('/oauth/revoke', { token: access_token }, credentials)
    expect(answer.status).toBe(200)
    expect(await statusOf(access_token)).toBe('revoked')
  })

  it('ends no sign-in for an application that is not first-party', async () => {
    const { access_token } = await newTokens()
    expect((await revoke({ token: access_token, end_sign_in: 'true' })).status).toBe(200)
    expect(await statusOf(access_token)).toBe('revoked')
    expect((await flow.visitor.get('/settings/clients')).status).toBe(200)
  })

  it('keeps the consent: the user is not asked again at the next request', async () => {
    const { access_token } = await newTokens()
    await revoke({ token: access_token })
    expect((await flow.visitor.get(authorizePath(flow.auth))).status).toBe(302)
  })

  it("keeps the user's other tokens", async () => {
    const [one, two] = [await newTokens(), await newTokens()]
    await revoke({ token: one.access_token })
    expect(await statusOf(two.access_token)).toBe('active')
  })
})

describe('RFC 7009 §2.2 revocation response', () => {
  it.each(['unknown', '😀', 'pas_tok_', "' OR 1=1 --"])('is 200 for the unknown token %j', async (token) => {
    const answer = await revoke({ token })
    expect([answer.status, await answer.text()]).toEqual([200, '{}'])
  })

  it('is 200 the second time, and writes one audit row', async () => {
    const { refresh_token } = await newTokens()
    await revoke({ token: refresh_token })
    const rows = (await auditOf(flow.auth, 'token.revoke')).length
    expect((await revoke({ token: refresh_token })).status).toBe(200)
    expect(await auditOf(flow.auth, 'token.revoke')).toHaveLength(rows)
  })

  it("is 200 for another application's token, which stays valid", async () => {
    const other = await flow.auth.createApplication('https://other.example.com/')
    const { access_token } = await newTokens()
    expect((await revoke({ token: access_token, ...bodyCredentials(other) })).status).toBe(200)
    expect(await statusOf(access_token)).toBe('active')
  })

  it('is 200 for a code, which stays valid', async () => {
    const code = await obtainCode(flow.auth, flow.visitor)
    expect((await revoke({ token: code })).status).toBe(200)
    expect((await flow.server.json('/oauth/token', exchangeBody(flow.auth, code))).status).toBe(200)
  })
})

describe('RFC 7009 §2.2.1 error response', () => {
  it('checks the credentials first', async () => {
    const { access_token } = await newTokens()
    expect(await errorOf(await revoke({ token: access_token, client_secret: 'wrong' }))).toBe(
      '401 invalid_client',
    )
    expect(await errorOf(await revoke({ client_secret: 'wrong' }))).toBe('401 invalid_client')
    expect(await statusOf(access_token)).toBe('active')
  })

  it('refuses a token that is missing, sent twice, or not a string', async () => {
    for (const token of [undefined, '', null, 1, ['x'], {}, 'a\0b', 'x'.repeat(3_000)]) {
      expect(await errorOf(await revoke({ token }))).toBe('400 invalid_request')
    }
    const twice = await flow.server.form(
      '/oauth/revoke',
      'token=a&token=b',
      basicCredentials(flow.auth.application),
    )
    expect(await errorOf(twice)).toBe('400 invalid_request')
  })
})
