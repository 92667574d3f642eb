import { createManualClock } from '@pas/testing/manual-clock'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createAccount } from '../src/create-account'
import { createOauthApplication } from '../src/create-oauth-application'
import { createUser } from '../src/create-user'
import { findEmailClientChoice, replaceEmailClientChoice } from '../src/email-client-choice'
import { findAccessToken } from '../src/find-access-token'
import { currentLinkKeys, linkLifetimeMs, rotateLinkKey } from '../src/link-keys'
import { revokeTokenFamilies } from '../src/revoke-token-families'
import { setAccountDisabled } from '../src/set-account-disabled'
import { setApplicationDisabled } from '../src/set-application-disabled'
import { setPassword } from '../src/set-password'
import { setUserDisabled } from '../src/set-user-disabled'
import { readSettingsLink, signSettingsLink } from '../src/settings-link'

const dayMs = 24 * 60 * 60 * 1000

describe('access tokens, email client choices and settings links of a user', () => {
  let database: TestDatabase
  const clock = createManualClock()
  const deps = () => ({ db: database.db, clock })

  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.close())

  async function someone(email = 'ada@example.com') {
    const { id: accountId } = await createAccount(deps(), { name: 'Acme' })
    const { id: partnerId } = await createAccount(deps(), { name: 'Partner' })
    const user = await createUser(deps(), {
      accountId,
      email,
      firstName: 'Ada',
      lastName: 'L',
      password: 'password1',
    })
    const { clientId } = await createOauthApplication(deps(), {
      accountId: partnerId,
      name: 'P',
      callbackUris: ['https://partner.example.com/'],
    })
    const { id: oauthApplicationId } = await database.db.oauthApplication.findUniqueOrThrow({
      where: { clientId },
    })
    const seeded = await seedAccessToken(database.db, {
      userId: user.id,
      oauthApplicationId,
      createdAt: clock.now(),
    })
    return { accountId, partnerId, userId: user.id, clientId, oauthApplicationId, email, ...seeded }
  }

  it('finds an access token with its user, for 7,200 seconds and not one more', async () => {
    const { accessToken, userId, accountId, clientId, oauthApplicationId } = await someone()
    clock.advance(7_199_000)
    expect(await findAccessToken(deps(), accessToken)).toMatchObject({
      status: 'active',
      scope: 'full',
      oauthApplication: { id: oauthApplicationId, clientId },
      user: { id: userId, accountId, firstName: 'Ada', lastName: 'L' },
    })
    clock.advance(1_000)
    expect((await findAccessToken(deps(), accessToken))?.status).toBe('expired')
    expect(await findAccessToken(deps(), `${accessToken}x`)).toBeNull()
    expect(await findAccessToken(deps(), '')).toBeNull()
  })

  it("gives a token's status while its user, its application or the account of either is disabled, and that it is revoked afterwards", async () => {
    const one = await someone()
    let { accessToken } = one
    const status = async () => (await findAccessToken(deps(), accessToken))?.status
    const steps: [(disabled: boolean) => Promise<unknown>, string][] = [
      [(disabled) => setUserDisabled(deps(), one.email, disabled), 'user_inactive'],
      [(disabled) => setAccountDisabled(deps(), one.accountId, disabled), 'user_inactive'],
      [(disabled) => setApplicationDisabled(deps(), one.clientId, disabled), 'revoked'],
      [(disabled) => setAccountDisabled(deps(), one.partnerId, disabled), 'revoked'],
    ]
    for (const [disable, expected] of steps) {
      expect(await status()).toBe('active')
      await disable(true)
      expect(await status()).toBe(expected)
      await disable(false)
      expect(await status()).toBe('revoked')
      accessToken = (await seedAccessToken(database.db, { ...one, createdAt: clock.now() })).accessToken
    }
  })

  it("revokes one application's tokens, or all of a user's, and counts the families", async () => {
    const one = await someone()
    const { oauthApplicationId } = await someone('grace@example.com')
    const other = await seedAccessToken(database.db, {
      userId: one.userId,
      oauthApplicationId,
      createdAt: clock.now(),
    })
    const status = async (token: string) => (await findAccessToken(deps(), token))?.status

    expect(await revokeTokenFamilies(deps(), one)).toBe(1)
    expect([await status(one.accessToken), await status(other.accessToken)]).toEqual(['revoked', 'active'])
    expect(await revokeTokenFamilies(deps(), { userId: one.userId })).toBe(1)
    expect(await status(other.accessToken)).toBe('revoked')
  })

  it('signs a user out everywhere when the password is replaced', async () => {
    const { userId, email } = await someone()
    await database.db.session.create({
      data: { idHash: new Uint8Array(32), userId, signedInAt: clock.now(), expiresAt: clock.now() },
    })
    await setPassword(deps(), email, undefined)
    expect(await database.db.session.count()).toBe(0)
  })

  it('never mixes choices of email clients that are saved at once, and keeps an empty one as no choice', async () => {
    const { userId } = await someone()
    const save = (codes: string[]) =>
      database.db.$transaction((db) => replaceEmailClientChoice({ db }, userId, codes))
    expect(await findEmailClientChoice(deps(), userId)).toBeNull()
    await Promise.all([save(['A', 'B', 'B']), save(['C', 'D']), save(['E', 'F'])])
    expect([
      ['A', 'B'],
      ['C', 'D'],
      ['E', 'F'],
    ]).toContainEqual(await findEmailClientChoice(deps(), userId))
    await save([])
    expect(await findEmailClientChoice(deps(), userId)).toBeNull()
  })

  it('reads a settings link any number of times for 7 days, then says that it has expired', async () => {
    const link = await signSettingsLink(deps(), 7)
    clock.advance(7 * dayMs - 1_000)
    expect(await readSettingsLink(deps(), link)).toEqual({ status: 'valid', userId: 7 })
    expect(await readSettingsLink(deps(), link)).toEqual({ status: 'valid', userId: 7 })
    clock.advance(2_000)
    expect(await readSettingsLink(deps(), link)).toEqual({ status: 'expired', userId: 7 })
  })

  it('refuses a link that it did not sign', async () => {
    const link = await signSettingsLink(deps(), 7)
    const [header = '', payload = '', signature = ''] = link.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const forged = [
      '',
      'x',
      'a.b.c',
      `${header}.${encode({ ...claims, sub: '8' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${encode({ alg: 'none', kid: 'first' })}.${payload}.`,
      `${encode({ alg: 'HS256', kid: 'other' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, exp: 1 })}.${signature}`,
    ]
    for (const text of forged) expect(await readSettingsLink(deps(), text)).toEqual({ status: 'tampered' })
  })

  it('keeps links of the previous key valid, and refuses a rotation within 7 days unless forced', async () => {
    const link = await signSettingsLink(deps(), 7)
    await expect(rotateLinkKey(deps(), { force: false })).rejects.toMatchObject({
      code: 'link_key_too_young',
    })
    clock.advance(linkLifetimeMs)
    const young = await signSettingsLink(deps(), 7)
    const kid = await rotateLinkKey(deps(), { force: false })
    expect((await currentLinkKeys(deps())).map((key) => key.kid)).toEqual([kid, 'first'])
    expect((await readSettingsLink(deps(), young)).status).toBe('valid')

    const forced = await rotateLinkKey(deps(), { force: true })
    expect((await currentLinkKeys(deps()))[0].kid).toBe(forced)
    expect(await database.db.linkKey.count()).toBe(2)
    for (const old of [link, young]) expect((await readSettingsLink(deps(), old)).status).toBe('tampered')
  })

  it('makes one first key when eight callers ask for it at once', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => currentLinkKeys(deps())))
    expect(new Set(asked.map(([{ secret }]) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  })
})
