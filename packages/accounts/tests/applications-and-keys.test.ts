import type { RowDeps } from '@pas/db/row-deps'
import { createManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createAccount } from '../src/create-account'
import { createApiKey } from '../src/create-api-key'
import { createOauthApplication } from '../src/create-oauth-application'
import { findApiKey } from '../src/find-api-key'
import { listOauthApplications } from '../src/list-oauth-applications'
import { provideBoardApplication } from '../src/provide-board-application'
import { revokeApiKey } from '../src/revoke-api-key'
import { rotateClientSecret, setCallbackUris } from '../src/change-oauth-application'
import { apiKeyPrefix, sha256 } from '../src/secrets'
import { setAccountDisabled } from '../src/set-account-disabled'
import { setApplicationDisabled } from '../src/set-application-disabled'

describe('applications and API keys', () => {
  const clock = createManualClock()
  let database: TestDatabase
  let deps: RowDeps
  let accountId: number

  beforeAll(async () => {
    database = await createTestDatabase()
    deps = { db: database.db, clock }
  })
  beforeEach(async () => {
    accountId = (await createAccount(deps, { name: 'Acme' })).id
  })
  afterAll(() => database.close())

  describe('the board’s application', () => {
    const board = {
      boardUrl: 'https://board.example.com',
      clientId: 'pas-board',
      clientSecret: 'x'.repeat(32),
    }

    it('is registered once, with the credentials that the operator made, and follows their changes', async () => {
      expect(await provideBoardApplication(deps, board)).toBe('registered')
      expect(await provideBoardApplication(deps, board)).toBe('unchanged')
      const moved = { ...board, boardUrl: 'https://b.example.com', clientSecret: 'y'.repeat(32) }
      expect(await provideBoardApplication(deps, moved)).toBe('changed')
      expect(await database.db.oauthApplication.findMany({ where: { firstParty: true } })).toMatchObject([
        { clientId: 'pas-board', clientSecretHash: sha256(moved.clientSecret) },
      ])
      expect(
        await database.db.callbackUri.findMany({ where: { oauthApplication: { firstParty: true } } }),
      ).toMatchObject([{ uri: 'https://b.example.com/callback' }])
    })

    it('is refused with a short secret, an address without https, and another application’s client_id', async () => {
      const { clientId } = await createPartner()
      for (const [wrong, code] of [
        [{ clientSecret: 'short' }, 'client_credentials_invalid'],
        [{ clientId }, 'client_credentials_invalid'],
        [{ boardUrl: 'http://board.example.com' }, 'callback_uri_invalid'],
      ] as const)
        await expect(provideBoardApplication(deps, { ...board, ...wrong })).rejects.toMatchObject({ code })
    })
  })

  const callback = 'https://partner.example.com/callback'
  const createPartner = () =>
    createOauthApplication(deps, { accountId, name: 'Partner', callbackUris: [callback] })
  const storedSecretHash = async (clientId: string) =>
    (await database.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })).clientSecretHash
  const listed = async (clientId: string) => {
    for await (const page of listOauthApplications(deps, { accountId }, { after: null })) {
      const found = page.find((application) => application.clientId === clientId)
      if (found) return found
    }
    return undefined
  }

  it('registers an application with its callback URIs as the exact strings, each once', async () => {
    const uris = ['https://Partner.example.com:443/a?b=%2f', callback, callback]
    const { clientId } = await createOauthApplication(deps, {
      accountId,
      name: 'Partner',
      callbackUris: uris,
    })
    expect(await listed(clientId)).toEqual({
      id: expect.any(Number) as number,
      clientId,
      name: 'Partner',
      firstParty: false,
      accountId,
      callbackUris: ['https://Partner.example.com:443/a?b=%2f', callback],
      disabledAt: null,
      createdAt: clock.now(),
    })
  })

  it('keeps only the hash of a client_secret, and replaces it at once', async () => {
    const { clientId, clientSecret } = await createPartner()
    expect(await storedSecretHash(clientId)).toEqual(sha256(clientSecret))
    const rotated = await rotateClientSecret(deps, clientId)
    expect(rotated).not.toBe(clientSecret)
    expect(await storedSecretHash(clientId)).toEqual(sha256(rotated))
    await expect(rotateClientSecret(deps, 'pas_cid_none')).rejects.toMatchObject({
      code: 'application_not_found',
    })
  })

  it('refuses an application without a callback URI, with an invalid one among several, or of an unknown account', async () => {
    const before = await database.db.oauthApplication.count()
    for (const callbackUris of [[], [callback, 'http://partner.example.com/']])
      await expect(
        createOauthApplication(deps, { accountId, name: 'Partner', callbackUris }),
      ).rejects.toMatchObject({ code: 'callback_uri_invalid' })
    await expect(
      createOauthApplication(deps, { accountId: 4_711, name: 'Partner', callbackUris: [callback] }),
    ).rejects.toMatchObject({ code: 'account_not_found' })
    expect(await database.db.oauthApplication.count()).toBe(before)
  })

  it('replaces the callback URIs, all or none', async () => {
    const { clientId } = await createPartner()
    const next = ['https://new.example.com/one', callback]
    expect(await setCallbackUris(deps, clientId, next)).toEqual(next)
    await expect(setCallbackUris(deps, clientId, ['https://ok.example.com/', '*'])).rejects.toMatchObject({
      code: 'callback_uri_invalid',
    })
    expect((await listed(clientId))?.callbackUris).toEqual(next)
  })

  it('finds a key by its whole text only, with its account and its application', async () => {
    const { clientId } = await createPartner()
    const { id: applicationId } = await database.db.oauthApplication.findUniqueOrThrow({
      where: { clientId },
    })
    const bare = await createApiKey(deps, { accountId })
    const owned = await createApiKey(deps, { accountId, clientId })
    expect(await findApiKey(deps, bare)).toEqual({
      prefix: apiKeyPrefix(bare),
      accountId,
      oauthApplication: null,
      onlyMail: false,
      status: 'active',
    })
    expect((await findApiKey(deps, owned))?.oauthApplication).toEqual({ id: applicationId, clientId })
    for (const wrong of ['', bare.slice(0, -1), `${bare}x`, bare.toUpperCase(), apiKeyPrefix(bare), clientId])
      expect(await findApiKey(deps, wrong)).toBeNull()
  })

  it('stores no key in clear text', async () => {
    const key = await createApiKey(deps, { accountId })
    const rows = await database.db.$queryRaw<{ row: string }[]>`SELECT k::text AS row FROM api_keys k`
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(key.slice(apiKeyPrefix(key).length))
  })

  it("gives a key's status: revoked first, then a disabled account, then a disabled application", async () => {
    const { clientId } = await createPartner()
    const key = await createApiKey(deps, { accountId, clientId })
    const status = async () => (await findApiKey(deps, key))?.status
    await setApplicationDisabled(deps, clientId, true)
    expect(await status()).toBe('application_disabled')
    expect((await listed(clientId))?.disabledAt).toEqual(clock.now())
    await setAccountDisabled(deps, accountId, true)
    expect(await status()).toBe('account_disabled')
    await revokeApiKey(deps, apiKeyPrefix(key))
    expect(await status()).toBe('revoked')
    await setAccountDisabled(deps, accountId, false)
    await setApplicationDisabled(deps, clientId, false)
    expect(await status()).toBe('revoked')
    expect((await listed(clientId))?.disabledAt).toBeNull()
  })

  it('revokes the one key named by its first characters, and keeps the time of the first revocation', async () => {
    const key = await createApiKey(deps, { accountId })
    const other = await createApiKey(deps, { accountId })
    const first = clock.now()
    expect(await revokeApiKey(deps, key.slice(0, 14))).toBe(apiKeyPrefix(key))
    clock.advance(1_000)
    await revokeApiKey(deps, key)
    const row = await database.db.apiKey.findUnique({ where: { prefix: apiKeyPrefix(key) } })
    expect(row?.revokedAt).toEqual(first)
    expect((await findApiKey(deps, other))?.status).toBe('active')
  })

  it('refuses to revoke when the text names no key or several keys', async () => {
    const [one, two] = await Promise.all([
      createApiKey(deps, { accountId }),
      createApiKey(deps, { accountId }),
    ])
    const shared = 'pas_key_twins'
    await database.db.apiKey.update({
      where: { prefix: apiKeyPrefix(one) },
      data: { prefix: `${shared}AAAAA` },
    })
    await database.db.apiKey.update({
      where: { prefix: apiKeyPrefix(two) },
      data: { prefix: `${shared}BBBBB` },
    })
    await expect(revokeApiKey(deps, shared)).rejects.toMatchObject({ code: 'api_key_ambiguous' })
    for (const text of ['', 'pas_key_', 'pas_key_nosuchkey_', 'pas_key_twin_'])
      await expect(revokeApiKey(deps, text)).rejects.toMatchObject({ code: 'api_key_not_found' })
    expect((await findApiKey(deps, one))?.status).toBe('active')
  })

  it('gives a key to an application of the same account only', async () => {
    const { clientId } = await createPartner()
    const stranger = await createAccount(deps, { name: 'Stranger' })
    await expect(createApiKey(deps, { accountId: stranger.id, clientId })).rejects.toMatchObject({
      code: 'application_not_in_account',
    })
    await expect(createApiKey(deps, { accountId: 4_711 })).rejects.toMatchObject({
      code: 'account_not_found',
    })
  })
})
