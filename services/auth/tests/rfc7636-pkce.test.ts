import {
  authorizePath,
  errorOf,
  exchangeBody,
  obtainCode,
  pkcePair,
  redirectOf,
  startFlow,
  type OAuthFlow,
} from './oauth-flow'

let flow: OAuthFlow
beforeAll(async () => {
  flow = await startFlow()
  await obtainCode(flow.auth, flow.visitor)
})
afterAll(() => flow.close())

const exchange = (code: string, members: Record<string, unknown> = {}) =>
  flow.server.json('/oauth/token', exchangeBody(flow.auth, code, members))

describe('RFC 7636 §4.3 and §4.4.1 authorization request', () => {
  const { challenge } = pkcePair()
  it.each([
    ['plain', challenge],
    ['s256', challenge],
    ['S512', challenge],
    ['', challenge],
    ['S256', challenge.slice(1)],
    ['S256', `${challenge}a`],
    ['S256', `${challenge}=`],
    ['S256', `${challenge.slice(1)}~`],
    ['S256', `${challenge.slice(1)}\0`],
    ['S256', 'a'.repeat(128)],
    ['S256', ''],
    ['S256', null],
  ])('refuses method %j with challenge %j', async (method, code_challenge) => {
    const answer = await flow.visitor.get(
      authorizePath(flow.auth, { code_challenge_method: method, code_challenge }),
    )
    expect([...redirectOf(answer).searchParams.keys()]).toEqual(['error', 'error_description', 'state'])
    expect(redirectOf(answer).searchParams.get('error')).toBe('invalid_request')
  })

  it('lets a challenge stand in for the state', async () => {
    const answer = await flow.visitor.get(
      authorizePath(flow.auth, { state: null, code_challenge: challenge, code_challenge_method: 'S256' }),
    )
    expect([...redirectOf(answer).searchParams.keys()]).toEqual(['code'])
  })
})

describe('RFC 7636 §4.5 and §4.6 the verifier', () => {
  const withChallenge = async () => {
    const { verifier, challenge } = pkcePair()
    const parameters = { code_challenge: challenge, code_challenge_method: 'S256' }
    return { verifier, challenge, code: await obtainCode(flow.auth, flow.visitor, parameters) }
  }

  it('gets tokens when it is right', async () => {
    const { verifier, code } = await withChallenge()
    expect((await exchange(code, { code_verifier: verifier })).status).toBe(200)
  })

  it.each([
    ['another', pkcePair().verifier],
    ['one too short', 'wrong'],
    ['one too long', 'a'.repeat(129)],
    ['one with other characters', `${'a'.repeat(43)}+`],
  ])('invalidates the code when it is wrong: %s', async (_what, wrong) => {
    const { verifier, code } = await withChallenge()
    expect(await errorOf(await exchange(code, { code_verifier: wrong }))).toBe('400 invalid_grant')
    expect(await errorOf(await exchange(code, { code_verifier: verifier }))).toBe('400 invalid_grant')
  })

  it('is not the challenge itself', async () => {
    const { challenge, code } = await withChallenge()
    expect(await errorOf(await exchange(code, { code_verifier: challenge }))).toBe('400 invalid_grant')
  })

  it.each([null, ''])('is required when a challenge was sent: %j', async (code_verifier) => {
    const { code } = await withChallenge()
    expect(await errorOf(await exchange(code, { code_verifier }))).toBe('400 invalid_grant')
  })

  it('is refused for a code without a challenge (RFC 9700 §2.1.1)', async () => {
    const code = await obtainCode(flow.auth, flow.visitor)
    expect(await errorOf(await exchange(code, { code_verifier: pkcePair().verifier }))).toBe(
      '400 invalid_grant',
    )
  })

  it('never replaces the secret', async () => {
    const { verifier, code } = await withChallenge()
    const members = { code_verifier: verifier, client_secret: null }
    expect(await errorOf(await exchange(code, members))).toBe('401 invalid_client')
    expect(await errorOf(await exchange(code, { ...members, client_secret: 'wrong' }))).toBe(
      '401 invalid_client',
    )
    expect((await exchange(code, { code_verifier: verifier })).status).toBe(200)
  })
})
