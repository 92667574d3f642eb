import {
  bodyCredentials,
  errorOf,
  exchangeBody,
  obtainCode,
  obtainTokens,
  startFlow,
  type OAuthFlow,
} from './oauth-flow'

const failures = 5
let flow: OAuthFlow
beforeEach(async () => {
  flow = await startFlow({ limits: { tokenFailures: failures } })
})
afterEach(() => flow.close())

const post = (members: Record<string, unknown>) =>
  flow.server.json('/oauth/token', { ...exchangeBody(flow.auth, 'pas_cod_unknown'), ...members })

describe('contract §4: failures per application and address', () => {
  it.each([
    ['a wrong secret', { client_secret: 'wrong' }],
    ['an unknown code', {}],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'unknown' }],
    ['an unknown application', { client_id: 'unknown' }],
    ['an unknown application with a long name', { client_id: 'x'.repeat(2_000) }],
  ])(
    'are counted: after too many of %s all is 429 with Retry-After, also what is right',
    async (_what, members) => {
      for (let i = 0; i < failures; i++) expect((await post(members)).status).toBeLessThan(402)
      const code = await obtainCode(flow.auth, flow.visitor)
      const right = 'client_id' in members ? members : { code }
      const answer = await post(right)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(900)
      expect(await errorOf(answer)).toBe('429 temporarily_unavailable')
    },
  )

  it('leave other applications alone', async () => {
    for (let i = 0; i <= failures; i++) await post({ client_secret: 'wrong' })
    const other = await flow.auth.createApplication('https://other.example.com/')
    expect(await errorOf(await post(bodyCredentials(other)))).toBe('400 invalid_grant')
  })

  it('are not spent by what succeeds, nor by what cannot be read', async () => {
    for (let i = 0; i < failures + 2; i++) {
      await obtainTokens(flow.auth, flow.visitor, flow.server)
      expect((await post({ grant_type: 'nonsense' })).status).toBe(400)
      expect((await post({ code: null })).status).toBe(400)
    }
    expect(await errorOf(await post({}))).toBe('400 invalid_grant')
  })

  it('are counted for revocations too', async () => {
    const revoke = (client_secret: string) =>
      flow.server.json('/oauth/revoke', {
        ...bodyCredentials(flow.auth.application),
        client_secret,
        token: 'x',
      })
    for (let i = 0; i < failures; i++) expect((await revoke('wrong')).status).toBe(401)
    expect((await revoke(flow.auth.application.clientSecret)).status).toBe(429)
  })

  it('of many at once let no more through than there are left', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ client_secret: 'wrong' })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(failures)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - failures)
  })
})
