import { testVariable } from '@pas/testing/test-environment'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { Redis } from 'ioredis'
import { createVisitor } from './visitor'
import {
  auditOf,
  bodyCredentials,
  errorOf,
  exchangeBody,
  obtainCode,
  obtainTokens,
  pkcePair,
  startFlow,
  type OAuthFlow,
  type TokenAnswer,
} from './oauth-flow'

const failures = 5
let flow: OAuthFlow
beforeEach(async () => {
  flow = await startFlow({ limits: { tokenFailures: failures } })
})
afterEach(() => flow.close())

const post = (members: Record<string, unknown>) =>
  flow.server.json('/oauth/token', { ...exchangeBody(flow.auth, 'pas_cod_unknown'), ...members })

describe('docs/contract.md §4.19: tokens for an application and user', () => {
  it('are issued 150 times in 15 minutes, each with an audit row; other users and applications go on', async () => {
    const { auth, visitor, server } = flow
    let { refresh_token } = await obtainTokens(auth, visitor, server)
    const refresh = () => post({ grant_type: 'refresh_token', refresh_token })
    for (let count = 0; count < 200; count++)
      await post({ grant_type: 'refresh_token', refresh_token: `pas_ref_unknown-${count}` })
    for (let count = 1; count < 150; count++) {
      const answer = await refresh()
      expect(answer.status).toBe(200)
      refresh_token = ((await answer.json()) as TokenAnswer).refresh_token
    }
    const refused = [await refresh(), await post({ code: await obtainCode(auth, visitor) })]
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await errorOf(answer)).toBe('429 temporarily_unavailable')
    }
    const rows = { where: { action: { in: ['token.issue', 'token.refresh'] } } }
    expect(await auth.db.auditEvent.count(rows)).toBe(150)

    const other = await auth.createApplication(auth.application.callbackUri)
    const code = await obtainCode(auth, visitor, { client_id: other.clientId })
    expect((await post({ code, ...bodyCredentials(other) })).status).toBe(200)
    const person = createVisitor(auth)
    await person.signIn(await auth.createUser())
    await obtainTokens(auth, person, server)
    await person.close()

    auth.clock.advance(15 * 60 * 1_000)
    for (let count = 0; count < 2; count++) {
      const answer = await refresh()
      expect(answer.status).toBe(200)
      refresh_token = ((await answer.json()) as TokenAnswer).refresh_token
    }
  })

  it('count codes that a wrong code_verifier has ended, and a consent given anew does not begin the count again', async () => {
    const { auth, visitor, server } = flow
    await obtainTokens(auth, visitor, server)
    await auth.db.grantCount.updateMany({ data: { count: 149 } })
    const { challenge } = pkcePair()
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const sent = [await obtainCode(auth, visitor, pkce), await obtainCode(auth, visitor, pkce)] as const
    const code_verifier = pkcePair().verifier
    expect(await errorOf(await post({ code: sent[0], code_verifier }))).toBe('400 invalid_grant')
    expect(await errorOf(await post({ code: sent[1], code_verifier }))).toBe('429 temporarily_unavailable')

    await auth.db.consent.deleteMany()
    const code = await obtainCode(auth, visitor)
    expect(await errorOf(await post({ code }))).toBe('429 temporarily_unavailable')
  })
})

describe('docs/contract.md §4.19: failures per application and address', () => {
  it('are counted: after too many wrong secrets every request gets 429 with Retry-After, also a valid one', async () => {
    for (let i = 0; i < failures; i++) expect((await post({ client_secret: 'wrong' })).status).toBe(401)
    const answer = await post({ code: await obtainCode(flow.auth, flow.visitor) })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect(await errorOf(answer)).toBe('429 temporarily_unavailable')
  })

  it('get the same answers for an existing and an unknown application, up to the last', async () => {
    const answersTo = async (members: Record<string, unknown>) => {
      const answers = []
      for (let i = 0; i < failures + 2; i++) {
        const answer = await post(members)
        answers.push([answer.status, (await answer.text()).replace(/\b\d+ seconds/, 'N seconds')])
      }
      return answers
    }
    const ofKnown = await answersTo({ client_secret: 'wrong' })
    expect(ofKnown.map(([status]) => status)).toEqual([...Array<number>(failures).fill(401), 429, 429])
    await flow.close()
    flow = await startFlow({ limits: { tokenFailures: failures } })
    expect(await answersTo({ client_id: 'unknown' })).toEqual(ofKnown)
  })

  it('do not affect other applications', async () => {
    for (let i = 0; i <= failures; i++) await post({ client_secret: 'wrong' })
    const other = await flow.auth.createApplication('https://other.example.com/')
    expect(await errorOf(await post(bodyCredentials(other)))).toBe('400 invalid_grant')
  })

  it('are not spent by requests that succeed or cannot be read', async () => {
    for (let i = 0; i < failures + 2; i++) {
      await obtainTokens(flow.auth, flow.visitor, flow.server)
      expect((await post({ grant_type: 'nonsense' })).status).toBe(400)
      expect((await post({ code: null })).status).toBe(400)
    }
    expect(await errorOf(await post({ client_secret: 'wrong' }))).toBe('401 invalid_client')
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

  it('stay within the limit when many requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ client_secret: 'wrong' })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(failures)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - failures)
  })
})

describe('what strangers leave behind', () => {
  const requests = 60

  /** The keys in Redis of this test's failures, each with the seconds until it expires. */
  async function failureKeys(): Promise<[key: string, secondsLeft: number][]> {
    const redis = new Redis(testVariable('TEST_REDIS_URL'))
    try {
      const keys = await redis.keys(`${flow.auth.config.rates.prefix}:failures:*`)
      const tokenKeys = keys.filter((key) => !key.includes('sign-in'))
      return await Promise.all(tokenKeys.map(async (key) => [key, await redis.ttl(key)] as [string, number]))
    } finally {
      redis.disconnect()
    }
  }

  it('is no audit row, and one key per address that expires, however many applications they make up', async () => {
    const before = await flow.auth.db.auditEvent.count()
    for (let i = 0; i < requests; i++) {
      const [path, client_id] =
        i % 2 ? ['/oauth/token', `made-up-${i}`] : ['/oauth/revoke', `${'x'.repeat(999)}${i}`]
      const body = { ...exchangeBody(flow.auth, 'x'), token: 'x', client_id }
      expect((await flow.server.json(path, body)).status).toBe(i < failures ? 401 : 429)
    }
    await flow.auth.refusalTrail.settled()
    expect(await flow.auth.db.auditEvent.count()).toBe(before)
    const keys = await failureKeys()
    expect(keys).toHaveLength(1)
    expect(keys[0]?.[1]).toBeGreaterThan(0)
    expect(keys[0]?.[1]).toBeLessThanOrEqual(900)
  })

  it('is at most as many audit rows of an existing application as failures are allowed, and its key', async () => {
    for (let i = 0; i < requests; i++) await post({ client_secret: 'wrong' })
    await flow.auth.refusalTrail.settled()
    expect(await auditOf(flow.auth, 'token.refuse')).toEqual(
      Array.from({ length: failures }, () => ({
        actor: 'anonymous',
        target: `application:${flow.auth.application.clientId}`,
      })),
    )
    expect(await failureKeys()).toHaveLength(2)
  })

  it('is neither a failure nor an audit row for codes and refresh tokens that they make up and an application presents', async () => {
    const { refresh_token } = await obtainTokens(flow.auth, flow.visitor, flow.server)
    const code = await obtainCode(flow.auth, flow.visitor)
    const before = await flow.auth.db.auditEvent.count()
    for (let i = 0; i < requests; i++) {
      const members =
        i % 2 ? { code: `made-up-${i}` } : { grant_type: 'refresh_token', refresh_token: `made-up-${i}` }
      expect(await errorOf(await post(members))).toBe('400 invalid_grant')
    }
    await flow.auth.refusalTrail.settled()
    expect(await flow.auth.db.auditEvent.count()).toBe(before)
    expect(await failureKeys()).toEqual([])
    expect((await post({ code })).status).toBe(200)
    expect((await post({ grant_type: 'refresh_token', refresh_token })).status).toBe(200)
  })

  it('is one audit row for a code that is presented many times', async () => {
    const code = await obtainCode(flow.auth, flow.visitor)
    for (let i = 0; i < 10; i++) await post({ code })
    await flow.auth.refusalTrail.settled()
    expect(await auditOf(flow.auth, 'code.replayed')).toHaveLength(1)
    expect(await auditOf(flow.auth, 'token.refuse')).toEqual([])
  })

  it('is nothing of the links that they make up, which spend the same failures; a valid link still works', async () => {
    const stranger = createVisitor(flow.auth)
    const before = await flow.auth.db.auditEvent.count()
    for (let i = 0; i < requests; i++) {
      const answer = await stranger.get(`${i % 2 ? '/switch' : '/settings/clients'}?link=made-up-${i}`)
      expect(answer.status).toBe(i < failures ? 403 : 429)
      if (i >= failures) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await flow.auth.refusalTrail.settled()
    expect(await flow.auth.db.auditEvent.count()).toBe(before)
    expect(await failureKeys()).toHaveLength(1)
    expect((await post({ client_secret: 'wrong' })).status).toBe(429)

    const link = await signSettingsLink(flow.auth, flow.auth.user.id)
    expect((await stranger.get(`/settings/clients?link=${link}`)).status).toBe(302)
    expect((await flow.visitor.get(`/settings/clients?link=${link}`)).status).toBe(200)
    expect((await post({ code: await obtainCode(flow.auth, flow.visitor) })).status).toBe(200)
    await stranger.close()
  })
})
