import { createAccount } from '@pas/accounts/create-account'
import { findAccessToken } from '@pas/accounts/find-access-token'
import { sha256 } from '@pas/accounts/secrets'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import {
  auditOf,
  basicCredentials,
  bodyCredentials,
  errorOf,
  obtainTokens,
  startFlow,
  type OAuthFlow,
  type TokenAnswer,
} from './oauth-flow'
import type { TestUser } from './start-auth'
import { createVisitor } from './visitor'

let flow: OAuthFlow
beforeAll(async () => {
  flow = await startFlow({ limits: { tokenFailures: 1_000_000 } })
})
afterAll(() => flow.close())

const day = 86_400_000
const newTokens = () => obtainTokens(flow.auth, flow.visitor, flow.server)
const refresh = (refreshToken: string, members: Record<string, unknown> = {}) =>
  flow.server.json('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...bodyCredentials(flow.auth.application),
    ...members,
  })
const refreshed = async (refreshToken: string) => {
  const answer = await refresh(refreshToken)
  expect(answer.status).toBe(200)
  return (await answer.json()) as TokenAnswer
}
const statusOf = async (accessToken: string) => (await findAccessToken(flow.auth, accessToken))?.status
const tokensOf = async (user: TestUser) => {
  const visitor = createVisitor(flow.auth)
  await visitor.signIn(user)
  const tokens = await obtainTokens(flow.auth, visitor, flow.server)
  await visitor.close()
  return tokens
}

describe('RFC 6749 §6 refreshing an access token', () => {
  it('answers with a new pair, and the old access token stays valid until it expires', async () => {
    const first = await newTokens()
    const answer = await refresh(first.refresh_token)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const second = (await answer.json()) as TokenAnswer
    expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 7_200, scope: 'full' })
    expect(second.access_token).not.toBe(first.access_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusOf(first.access_token)).toBe('active')
    expect(await statusOf(second.access_token)).toBe('active')
    expect(await auditOf(flow.auth, 'token.refresh')).toContainEqual({
      actor: `application:${flow.auth.application.clientId}`,
      target: `user:${flow.auth.user.id}`,
    })
  })

  it('accepts a form and HTTP Basic, as libraries send them', async () => {
    const { refresh_token } = await newTokens()
    const body = { grant_type: 'refresh_token', refresh_token, scope: 'full' }
    const answer = await flow.server.form('/oauth/token', body, basicCredentials(flow.auth.application))
    expect(answer.status).toBe(200)
  })

  it('refuses another scope, and keeps the refresh token valid', async () => {
    const { refresh_token } = await newTokens()
    expect(await errorOf(await refresh(refresh_token, { scope: 'full admin' }))).toBe('400 invalid_scope')
    expect((await refresh(refresh_token, { scope: '' })).status).toBe(200)
  })

  it.each(['unknown', 'pas_ref_unknown', '😀'])('refuses the refresh token %j', async (token) => {
    expect(await errorOf(await refresh(token))).toBe('400 invalid_grant')
  })

  it('answers a missing refresh token with invalid_request', async () => {
    expect(await errorOf(await refresh(''))).toBe('400 invalid_request')
  })

  it('refuses an access token in its place', async () => {
    const { access_token } = await newTokens()
    expect(await errorOf(await refresh(access_token))).toBe('400 invalid_grant')
  })

  it('needs the authenticated application that it was issued to (§10.4), which can still use it', async () => {
    const other = await flow.auth.createApplication('https://other.example.com/')
    const { refresh_token, access_token } = await newTokens()
    expect(await errorOf(await refresh(refresh_token, bodyCredentials(other)))).toBe('400 invalid_grant')
    expect(await errorOf(await refresh(refresh_token, { client_secret: 'wrong' }))).toBe('401 invalid_client')
    await refreshed(refresh_token)
    flow.auth.clock.advance(60_000)
    expect(await errorOf(await refresh(refresh_token, bodyCredentials(other)))).toBe('400 invalid_grant')
    expect(await statusOf(access_token)).toBe('active')
  })

  it('refuses a disabled user and the user of a disabled account', async () => {
    const { id: accountId } = await createAccount(flow.auth, { name: 'To be closed' })
    const [leaver, ofClosed] = [await flow.auth.createUser(), await flow.auth.createUser(accountId)]
    const tokens = [await tokensOf(leaver), await tokensOf(ofClosed)]
    await setUserDisabled(flow.auth, leaver.email, true)
    await setAccountDisabled(flow.auth, accountId, true)
    for (const { refresh_token } of tokens) {
      expect(await errorOf(await refresh(refresh_token))).toBe('400 invalid_grant')
    }
  })
})

describe('docs/contract.md §2.2 lifetimes', () => {
  it('of a refresh token: sixty days', async () => {
    const [inTime, late] = [await newTokens(), await newTokens()]
    flow.auth.clock.advance(60 * day - 1)
    await refreshed(inTime.refresh_token)
    flow.auth.clock.advance(1)
    expect(await errorOf(await refresh(late.refresh_token))).toBe('400 invalid_grant')
    await flow.visitor.signIn(flow.auth.user)
  })

  it('of a family: 365 days, after which all its tokens have expired', async () => {
    let { refresh_token } = await newTokens()
    const endsAt = flow.auth.clock.now().getTime() + 365 * day
    for (let days = 0; days < 364; days += 52) {
      flow.auth.clock.advance(52 * day)
      refresh_token = (await refreshed(refresh_token)).refresh_token
    }
    const row = await flow.auth.db.refreshToken.findUniqueOrThrow({
      where: { tokenHash: sha256(refresh_token) },
    })
    expect(row.expiresAt.getTime()).toBe(endsAt)
    flow.auth.clock.set(new Date(endsAt - 90_500))
    const last = await refreshed(refresh_token)
    expect(last.expires_in).toBe(90)
    flow.auth.clock.set(new Date(endsAt))
    expect(await errorOf(await refresh(last.refresh_token))).toBe('400 invalid_grant')
    expect(await statusOf(last.access_token)).toBe('expired')
    await flow.visitor.signIn(flow.auth.user)
  })
})

describe('docs/contract.md §2.2 rotation, RFC 9700 §4.14.2', () => {
  it('answers a repetition within ten seconds with invalid_grant and revokes nothing', async () => {
    const first = await newTokens()
    const second = await refreshed(first.refresh_token)
    flow.auth.clock.advance(10_000)
    expect(await errorOf(await refresh(first.refresh_token))).toBe('400 invalid_grant')
    expect(await statusOf(second.access_token)).toBe('active')
    await refreshed(second.refresh_token)
  })

  it('revokes the family when a rotated token comes later, and audits it', async () => {
    const first = await newTokens()
    const second = await refreshed(first.refresh_token)
    flow.auth.clock.advance(10_001)
    expect(await errorOf(await refresh(first.refresh_token))).toBe('400 invalid_grant')
    for (const { access_token } of [first, second]) expect(await statusOf(access_token)).toBe('revoked')
    expect(await errorOf(await refresh(second.refresh_token))).toBe('400 invalid_grant')
    expect(await auditOf(flow.auth, 'refresh_token.replayed')).toContainEqual({
      actor: `application:${flow.auth.application.clientId}`,
      target: `user:${flow.auth.user.id}`,
    })
  })

  it('serves one of twenty requests at once, and its family stays valid', async () => {
    const { refresh_token } = await newTokens()
    // Opens the connections first: with their handshakes the requests would come one after the other.
    await Promise.all(Array.from({ length: 20 }, () => refresh('unknown')))
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    const winners = answers.filter(({ status }) => status === 200)
    const losers = answers.filter(({ status }) => status !== 200)
    expect(winners).toHaveLength(1)
    for (const loser of losers) expect(await errorOf(loser)).toBe('400 invalid_grant')
    const won = (await winners[0]?.json()) as TokenAnswer
    expect(await statusOf(won.access_token)).toBe('active')
    await refreshed(won.refresh_token)
  })
})
