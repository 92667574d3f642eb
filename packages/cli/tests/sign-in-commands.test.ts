import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { runPasProcess } from './run-pas-process'

const email = 'ada@example.com'
const issuer = 'https://login.example.com'

describe('how people sign in, for an operator', () => {
  let database: TestDatabase
  let userId: number

  beforeAll(async () => {
    database = await createTestDatabase()
    const deps = { db: database.db, clock: systemClock }
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const names = { firstName: 'Ada', lastName: 'Lovelace' }
    userId = (await createUser(deps, { accountId, email, ...names })).id
    await createOauthApplication(deps, {
      accountId,
      name: 'Board',
      callbackUris: ['https://board.example.com/callback'],
      isFirstParty: true,
    })
    await createUser(deps, { accountId, email: 'joan@example.com', ...names })
  })
  afterAll(() => database.close())

  async function pas(...args: string[]): Promise<unknown> {
    const { status, stdout, stderr } = await runPasProcess(['user', ...args, '--json'], {
      DATABASE_URL: database.url,
    })
    return JSON.parse(status === 0 ? stdout : stderr)
  }
  const error = (code: string): unknown => ({ error: expect.objectContaining({ code }) as unknown })
  const auditActions = async (): Promise<string[]> =>
    (await database.db.auditEvent.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action)

  it('second factors are listed, and reset once', async () => {
    expect(await pas('second-factors')).toEqual([])
    const enabledAt = new Date('2026-01-31T09:30:00Z')
    await database.db.secondFactor.create({
      data: {
        userId,
        secret: new Uint8Array(1),
        lastUsedStep: 0,
        enabledAt,
        recoveryCodes: { create: [{ codeHash: new Uint8Array(1) }, { codeHash: new Uint8Array(2) }] },
      },
    })
    expect(await pas('second-factors')).toEqual([
      { user_id: userId, email, enabled_at: enabledAt.toISOString(), recovery_codes_left: 2 },
    ])
    expect(await pas('reset-second-factor', email.toUpperCase())).toEqual({
      user_id: userId,
      second_factor: 'off',
    })
    expect(await database.db.recoveryCode.count()).toBe(0)
    expect(await pas('reset-second-factor', email)).toEqual(error('second_factor_not_found'))
    expect((await auditActions()).slice(-2)).toEqual(['second_factor.reset', 'second_factor.reset.failed'])
  })

  it('a person of the OpenID provider is linked to one user, and unlinked with the sessions and unused codes', async () => {
    const linked = ['--issuer', issuer, '--subject', 'ada']
    expect(await pas('link-identity', email, ...linked)).toEqual({ user_id: userId, issuer, subject: 'ada' })
    expect(await pas('link-identity', 'joan@example.com', ...linked)).toEqual(error('identity_taken'))
    const another = ['--issuer', issuer, '--subject', 'another']
    expect(await pas('link-identity', email, ...another)).toEqual(error('identity_taken'))

    const now = new Date()
    await database.db.session.create({
      data: {
        idHash: new Uint8Array(1),
        userId,
        signedInAt: now,
        expiresAt: new Date(now.getTime() + 60_000),
      },
    })
    const { id: oauthApplicationId } = await database.db.oauthApplication.findFirstOrThrow()
    const codeHash = new Uint8Array(32)
    await database.db.authorizationCode.create({
      data: {
        codeHash,
        oauthApplicationId,
        userId,
        scope: 'user',
        expiresAt: new Date(now.getTime() + 60_000),
      },
    })
    expect(await pas('unlink-identity', email)).toEqual({ user_id: userId, unlinked: ['ada'] })
    expect(await database.db.session.count()).toBe(0)
    expect(await database.db.authorizationCode.findMany()).toMatchObject([
      { usedAt: expect.any(Date) as Date },
    ])
    expect(await pas('unlink-identity', email)).toEqual(error('identity_not_found'))
    expect((await auditActions()).slice(-5)).toEqual([
      'external_identity.link',
      'external_identity.link.failed',
      'external_identity.link.failed',
      'external_identity.unlink',
      'external_identity.unlink.failed',
    ])
  })
})
