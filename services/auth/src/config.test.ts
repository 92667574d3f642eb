import { loadConfig } from './config'

const needed = {
  PORT: '1',
  TRUST_PROXY: '127.0.0.1',
  DATABASE_URL: 'postgresql://pas@localhost/pas',
  REDIS_URL: 'redis://localhost',
  AUTH_URL: 'https://auth.example.com',
  SESSION_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEYS: `${'x'.repeat(32)}, ${'y'.repeat(32)}`,
}
const provider = {
  OIDC_ISSUER: 'https://login.example.com/tenant',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
}

describe("auth's configuration", () => {
  it('has an OpenID provider when all of its variables are set, and none without', () => {
    expect(loadConfig(needed).openid).toBeNull()
    expect(loadConfig({ ...needed, ...provider, OIDC_NAME: 'Example', OIDC_ONLY: '1' }).openid).toEqual({
      issuer: provider.OIDC_ISSUER,
      clientId: 'id',
      clientSecret: 'secret',
      name: 'Example',
      isOnly: true,
    })
    expect(loadConfig({ ...needed, ...provider }).openid).toMatchObject({ name: 'OpenID', isOnly: false })
  })

  it.each([
    ['OIDC_CLIENT_SECRET', { OIDC_CLIENT_SECRET: '' }],
    ['OIDC_CLIENT_ID', { OIDC_CLIENT_ID: '' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: '' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://login.example.com' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://localhost.example.com' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'login.example.com' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_ONLY: '1' }],
  ])('is refused with the name of %s for %j', (name, variables) => {
    expect(() => loadConfig({ ...needed, ...provider, ...variables })).toThrow(`${name}:`)
  })

  it.each(['http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1'])(
    'accepts the issuer %s',
    (issuer) => {
      expect(loadConfig({ ...needed, ...provider, OIDC_ISSUER: issuer }).openid?.issuer).toBe(issuer)
    },
  )

  it('has the encryption keys, newest first, and refuses a short one without repeating it', () => {
    expect(loadConfig(needed).encryptionKeys).toEqual(['x'.repeat(32), 'y'.repeat(32)])
    for (const keys of ['', 'short-key', `${'x'.repeat(32)},short-key`, `${'x'.repeat(32)},`]) {
      const load = (): unknown => loadConfig({ ...needed, ENCRYPTION_KEYS: keys })
      expect(load).toThrow('ENCRYPTION_KEYS:')
      expect(load).not.toThrow('short-key')
    }
  })
})
