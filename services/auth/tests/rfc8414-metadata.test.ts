import { bodyCredentials, startFlow, authorizePath, type OAuthFlow } from './oauth-flow'

let flow: OAuthFlow
let metadata: Record<string, string | string[]>
const path = '/.well-known/oauth-authorization-server'

beforeAll(async () => {
  flow = await startFlow()
  const answer = await flow.server.send(path, { method: 'GET' })
  metadata = (await answer.json()) as typeof metadata
})
afterAll(() => flow.close())

describe('RFC 8414 §3 obtaining the metadata', () => {
  it('is public JSON that may be cached for minutes', async () => {
    const answer = await flow.server.send(path, { method: 'GET' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('names this server as issuer, which §3.3 has clients check', () => {
    expect(metadata.issuer).toBe(flow.auth.url)
  })

  it('answers other methods with 405', async () => {
    const answer = await flow.server.send(path, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('RFC 8414 §2 what it says is true', () => {
  it('of the endpoints', async () => {
    for (const name of ['token_endpoint', 'revocation_endpoint']) {
      const answer = await flow.server.json(String(metadata[name]), bodyCredentials(flow.auth.application))
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
    }
    const authorize = new URL(authorizePath(flow.auth), flow.auth.url)
    expect(metadata.authorization_endpoint).toBe(authorize.origin + authorize.pathname)
  })

  it.each([
    ['response_types_supported', 'response_type'],
    ['response_modes_supported', 'response_mode'],
    ['scopes_supported', 'scope'],
  ])('of %s', async (name, parameter) => {
    for (const value of metadata[name] ?? []) {
      const answer = await flow.visitor.get(authorizePath(flow.auth, { [parameter]: value }))
      expect(answer.status).toBe(200)
    }
  })

  it('of the grants, the methods of PKCE and of authentication', async () => {
    for (const grant_type of metadata.grant_types_supported ?? []) {
      const answer = await flow.server.json('/oauth/token', {
        grant_type,
        ...bodyCredentials(flow.auth.application),
      })
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
    }
    expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
    const methods = ['client_secret_basic', 'client_secret_post']
    expect(metadata.token_endpoint_auth_methods_supported).toEqual(methods)
    expect(metadata.revocation_endpoint_auth_methods_supported).toEqual(methods)
  })
})
