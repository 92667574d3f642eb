import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { provideBoardApplication } from '@pas/accounts/provide-board-application'
import { pictureKey, type PictureRow } from '@pas/captures/storage-keys'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import { adoptStore } from '@pas/retention/installation-mark'
import { systemClock } from '@pas/runtime/clock'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { capturedColumns } from '@pas/testing/preview-columns'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { createWebhook } from '@pas/webhooks/create-webhook'
import { addTestMessage } from '@pas/webhooks/deliveries'
import { randomBytes, randomUUID } from 'node:crypto'
import { pasInProcess, type PasInProcess } from './pas-in-process'

const hash = () => new Uint8Array(randomBytes(32))
const inAnHour = () => new Date(Date.now() + 3_600_000)

describe('pas … delete', () => {
  let database: TestDatabase
  let folder: TestFolder
  let storage: Storage
  let cli: PasInProcess
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await createTestFolder()
    storage = openStorage({ kind: 'file', path: folder.path })
    cli = pasInProcess({ DATABASE_URL: database.url, STORAGE_URL: folder.url })
  })
  beforeEach(() => {
    cli.typed = undefined
  })
  afterAll(async () => {
    storage.close()
    await database.close()
    await folder.close()
  })

  const trailSince = async (id: bigint) =>
    (await database.db.auditEvent.findMany({ where: { id: { gt: id } }, orderBy: { id: 'asc' } })).map(
      ({ action, target }) => [action, target],
    )
  const lastAuditId = async () =>
    (await database.db.auditEvent.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n

  /** An account with an application and a user who uses it, with a row in every table that can name the user. */
  async function addCustomer(name: string) {
    const deps = { db: database.db, clock: systemClock }
    const createdAt = new Date()
    const { id: accountId } = await createAccount(deps, { name })
    const { clientId } = await createOauthApplication(deps, {
      accountId,
      name,
      callbackUris: ['https://partner.example/callback'],
    })
    const { id: oauthApplicationId } = await database.db.oauthApplication.findUniqueOrThrow({
      where: { clientId },
    })
    await createApiKey(deps, { accountId, clientId })
    const email = `${name.toLowerCase()}@person.example`
    const { id: userId } = await createUser(deps, { accountId, email, firstName: name, lastName: 'Lovelace' })
    await addGrants(userId, oauthApplicationId, createdAt)
    await database.db.chosenEmailClient.create({ data: { userId, emailClient: 'GMAILNEW' } })
    await database.db.emailClientSet.create({ data: { userId, name: 'Check', emailClients: ['GMAILNEW'] } })
    await database.db.accountLimits.create({ data: { accountId, emailsPerMinute: 5 } })
    const uploaded = await addEmail({ accountId, userId, oauthApplicationId })
    await addWebhook(accountId, oauthApplicationId, userId)
    const shareId = await addShare({ accountId, userId, oauthApplicationId }, uploaded.id)
    return { accountId, clientId, oauthApplicationId, userId, email, uploaded, shareId }
  }

  /** An endpoint, and a message that waits for it. */
  async function addWebhook(accountId: number, oauthApplicationId: number, userId: number): Promise<void> {
    const deps = { db: database.db, clock: systemClock }
    const settings = { url: 'https://partner.example/', eventTypes: [], description: null }
    const webhook = await createWebhook(deps, { accountId, oauthApplicationId, userId }, settings)
    if (!webhook) throw new Error('the account has too many webhooks')
    await addTestMessage(deps, webhook.id)
  }

  /** A share link, with what it keeps of its email's content. */
  async function addShare(
    owner: { accountId: number; userId: number; oauthApplicationId: number },
    emailId: string,
  ): Promise<string> {
    const times = { createdAt: new Date(), expiresAt: inAnHour() }
    const content = { create: { content: '{}', expiresAt: times.expiresAt } }
    const tokenHash = hash()
    const id = randomUUID()
    await database.db.share.create({
      data: { id, tokenHash, ...owner, ...times, emailId, shows: ['source'], content },
    })
    return id
  }

  async function linkOf(id: string) {
    const { revokedAt, oauthApplicationId } = await database.db.share.findUniqueOrThrow({ where: { id } })
    const contents = await database.db.shareContent.count({ where: { shareId: id } })
    return { isRevoked: revokedAt !== null, oauthApplicationId, contents }
  }

  /** How many messages wait for endpoints that do not exist any more. */
  const messagesForNobody = async (): Promise<number> => {
    const webhooks = await database.db.webhook.findMany({ select: { id: true } })
    return database.db.webhookDelivery.count({
      where: { webhookId: { notIn: webhooks.map(({ id }) => id) } },
    })
  }

  /** A session, a consent, a code, a waiting request and tokens of a user for an application. */
  async function addGrants(userId: number, oauthApplicationId: number, createdAt: Date): Promise<void> {
    const { db } = database
    const idHash = hash()
    const grant = { userId, oauthApplicationId, scope: 'full', expiresAt: inAnHour() }
    await db.session.create({ data: { idHash, userId, signedInAt: createdAt, expiresAt: inAnHour() } })
    await db.authorizationRequest.create({ data: { ...grant, idHash: hash(), sessionIdHash: idHash } })
    await db.consent.create({ data: { userId, oauthApplicationId, scope: 'full', createdAt } })
    await db.authorizationCode.create({ data: { ...grant, codeHash: hash() } })
    await seedAccessToken(db, { userId, oauthApplicationId, createdAt })
    const { id: tokenFamilyId } = await db.tokenFamily.findFirstOrThrow({
      where: { userId, oauthApplicationId },
    })
    await db.refreshToken.create({
      data: { tokenHash: hash(), tokenFamilyId, createdAt, expiresAt: inAnHour() },
    })
  }

  /** An email with one picture, both in storage. */
  async function addEmail(owner: { accountId: number; userId?: number; oauthApplicationId?: number }) {
    const createdAt = new Date()
    const id = randomUUID()
    await database.db.email.create({
      data: { id, ...owner, endUserId: 'reader', createdAt, expiresAt: inAnHour() },
    })
    const preview = await database.db.preview.create({
      data: {
        id: randomUUID(),
        emailId: id,
        accountId: owner.accountId,
        emailClient: 'PLAINTEXT',
        orientation: 'vertical',
        images: 'allowed',
        engine: 'text',
        imageToken: randomBytes(24).toString('base64url'),
        requestedAt: createdAt,
        ...capturedColumns(createdAt),
      },
    })
    await storage.put(frozenEmailKey(id), Buffer.from('{}'), 'application/json')
    await storage.put(pictureKey(preview, 'full'), Buffer.from('png'), 'image/png')
    return { id, preview }
  }

  const isStored = async ({ id, preview }: { id: string; preview: PictureRow }) => [
    (await storage.get(frozenEmailKey(id))) !== null,
    (await storage.get(pictureKey(preview, 'full'))) !== null,
  ]

  /** Every row of every table as text. */
  async function everything(): Promise<string> {
    const tables = await database.db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    const texts = await Promise.all(
      tables.map(({ name }) =>
        database.db.$queryRawUnsafe<{ text: string }[]>(`SELECT t::text AS text FROM "${name}" t`),
      ),
    )
    return texts
      .flat()
      .map(({ text }) => text)
      .join('\n')
  }

  /** The number of rows in which a column of this name has this value, in all tables. */
  async function rowsNaming(column: string, value: number): Promise<number> {
    const tables = await database.db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = ${column}`
    const counts = await Promise.all(
      tables.map(({ name }) =>
        database.db.$queryRawUnsafe<{ n: number }[]>(
          `SELECT count(*)::int AS n FROM "${name}" WHERE "${column}" = ${value}`,
        ),
      ),
    )
    return counts.flat().reduce((sum, { n }) => sum + n, 0)
  }

  describe('of a user', () => {
    it('leaves no row that names the person, but their number in the audit trail; their account keeps its emails', async () => {
      const { userId, email, uploaded, accountId } = await addCustomer('Ada')
      expect(await rowsNaming('user_id', userId)).toBeGreaterThan(6)
      // Refused commands that name the address must not leave it behind either.
      const person = ['--first-name', 'Ada', '--last-name', 'Lovelace', '--email', email]
      await cli.failureOf('user', 'create', '--account', String(accountId), ...person)
      await cli.failureOf('token', 'revoke', '--user-email', email, '--client-id', 'none')
      const before = await lastAuditId()
      expect(await cli.answerOf('user', 'delete', email, '--yes')).toEqual({
        deleted: `user:${userId}`,
        links: 1,
        keys: 0,
      })

      expect(await rowsNaming('user_id', userId)).toBe(0)
      expect(await database.db.accessToken.count()).toBe(0)
      expect(await database.db.refreshToken.count()).toBe(0)
      const rest = await everything()
      expect(rest).not.toContain(email)
      expect(rest).not.toContain('Lovelace')
      expect(await trailSince(before)).toEqual([
        ['user.delete', `user:${userId}`],
        ['user.deleted', `user:${userId}`],
      ])
      expect(await database.db.email.findUnique({ where: { id: uploaded.id } })).toMatchObject({
        accountId,
        userId: null,
      })
      expect(await isStored(uploaded)).toEqual([true, true])
      expect(await cli.failureOf('user', 'delete', email, '--yes')).toMatchObject({
        status: 1,
        code: 'user_not_found',
      })
      expect(await everything()).not.toContain(email)
    })

    it('removes the emails and pictures that were uploaded with their tokens, too, with --with-emails', async () => {
      const { email, uploaded, accountId, userId } = await addCustomer('Grace')
      const other = await addEmail({ accountId })
      expect(await cli.answerOf('user', 'delete', '--email', email, '--with-emails', '--yes')).toEqual({
        deleted: `user:${userId}`,
        links: 1,
        keys: 0,
        emails: 1,
      })
      expect(await isStored(uploaded)).toEqual([false, false])
      expect(await isStored(other)).toEqual([true, true])
    })

    it('is prepared for every table: each reference to a user is deleted with the user, or cleared', async () => {
      const references = await database.db.$queryRaw<{ column: string; rule: string }[]>`
        SELECT conrelid::regclass || '.' || a.attname AS column, confdeltype::text AS rule
          FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
         WHERE contype = 'f' AND confrelid = 'users'::regclass`
      const kept = references.filter(({ rule }) => rule !== 'c').map(({ column }) => column)
      expect(kept.sort()).toEqual(['api_keys.user_id', 'emails.user_id', 'shares.user_id'])
      const named = await database.db.$queryRaw<{ column: string }[]>`
        SELECT table_name || '.' || column_name AS column FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name LIKE '%user_id' AND column_name <> 'end_user_id'`
      const unreferenced = named
        .map(({ column }) => column)
        .filter((column) => !references.some((reference) => reference.column === column))
      // Recovery codes refer to the second factor, and are deleted with it. Counts of grants end after 15 minutes.
      expect(unreferenced.sort()).toEqual([
        'grant_counts.user_id',
        'recovery_codes.user_id',
        'token_families.actor_user_id',
        'token_families.user_id',
      ])
    })
  })

  describe('of an account', () => {
    it('removes everything that belongs to it, and nothing of another account', async () => {
      const gone = await addCustomer('Acme')
      const stays = await addCustomer('Other')
      // Another account's user uses the application of the one that goes.
      await database.db.consent.create({
        data: {
          userId: stays.userId,
          oauthApplicationId: gone.oauthApplicationId,
          scope: 'full',
          createdAt: new Date(),
        },
      })
      await seedAccessToken(database.db, {
        userId: stays.userId,
        oauthApplicationId: gone.oauthApplicationId,
        createdAt: new Date(),
      })
      const through = await addEmail({
        accountId: stays.accountId,
        userId: stays.userId,
        oauthApplicationId: gone.oauthApplicationId,
      })
      const sharedThrough = await addShare(
        { accountId: stays.accountId, userId: stays.userId, oauthApplicationId: gone.oauthApplicationId },
        through.id,
      )
      const many = await Promise.all(
        Array.from({ length: 60 }, () => addEmail({ accountId: gone.accountId })),
      )
      const before = await lastAuditId()

      expect(await cli.answerOf('account', 'delete', String(gone.accountId), '--yes')).toEqual({
        deleted: `account:${gone.accountId}`,
        emails: 61,
        links: 2,
      })
      expect(await rowsNaming('account_id', gone.accountId)).toBe(0)
      expect(await messagesForNobody()).toBe(0)
      expect(await rowsNaming('user_id', gone.userId)).toBe(0)
      expect(await rowsNaming('oauth_application_id', gone.oauthApplicationId)).toBe(0)
      for (const email of [gone.uploaded, ...many]) expect(await isStored(email)).toEqual([false, false])
      expect(await trailSince(before)).toEqual([
        ['account.delete', `account:${gone.accountId}`],
        ['account.deleted', `account:${gone.accountId}`],
      ])
      expect(await isStored(through)).toEqual([true, true])
      expect(await linkOf(sharedThrough)).toEqual({ isRevoked: true, oauthApplicationId: null, contents: 0 })
      expect(await database.db.email.count({ where: { accountId: stays.accountId } })).toBe(2)
      expect(await rowsNaming('user_id', stays.userId)).toBeGreaterThan(6)
      expect(
        (await cli.answerOf('audit', 'list', '--account', String(gone.accountId))) as unknown[],
      ).not.toHaveLength(0)
    })

    it('goes on where it was interrupted, and says why it could not go on', async () => {
      const { accountId, uploaded } = await addCustomer('Slow')
      const { db } = database
      await db.$executeRaw`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`
      await db.$executeRaw`CREATE TRIGGER refuse BEFORE DELETE ON users EXECUTE FUNCTION refuse()`
      expect(await cli.failureOf('account', 'delete', String(accountId), '--yes')).toMatchObject({
        status: 1,
        code: 'unfinished',
        message: expect.stringMatching(/run the command again\..*not now/s) as string,
      })
      expect(await isStored(uploaded)).toEqual([false, false])
      expect((await db.account.findUniqueOrThrow({ where: { id: accountId } })).disabledAt).not.toBeNull()
      await db.$executeRaw`DROP FUNCTION refuse() CASCADE`
      expect(await cli.answerOf('account', 'delete', String(accountId), '--yes')).toMatchObject({ emails: 0 })
      expect(await rowsNaming('account_id', accountId)).toBe(0)
    })

    it('is refused while it has sub-accounts, which are named', async () => {
      const { accountId } = await addCustomer('Parent')
      const { account_id: child } = (await cli.answerOf(
        'account',
        'create',
        '--name',
        'Child',
        '--parent',
        String(accountId),
      )) as { account_id: number }
      expect(await cli.failureOf('account', 'delete', String(accountId), '--yes')).toMatchObject({
        status: 1,
        code: 'account_has_sub_accounts',
        message: expect.stringContaining(String(child)) as string,
      })
      expect(
        (await database.db.account.findUniqueOrThrow({ where: { id: accountId } })).disabledAt,
      ).toBeNull()
    })

    it('is refused with the store of another installation, where its pictures would stay', async () => {
      const { accountId, uploaded } = await addCustomer('Marked')
      await adoptStore({ db: database.db, storage, clock: systemClock })
      const other = await createTestFolder()
      try {
        const { failureOf } = pasInProcess({ DATABASE_URL: database.url, STORAGE_URL: other.url })
        expect(await failureOf('account', 'delete', String(accountId), '--yes')).toMatchObject({
          code: 'config_invalid',
          message: expect.stringContaining('STORAGE_URL') as string,
        })
      } finally {
        await other.close()
      }
      expect(await isStored(uploaded)).toEqual([true, true])
      expect(
        (await database.db.account.findUniqueOrThrow({ where: { id: accountId } })).disabledAt,
      ).toBeNull()
    })
  })

  it('of an application takes its keys, consents and tokens along, and leaves the emails to their account', async () => {
    const { clientId, oauthApplicationId, uploaded, userId } = await addCustomer('Partner')
    expect(await cli.answerOf('app', 'delete', clientId, '--yes')).toEqual({
      deleted: `application:${clientId}`,
      links: 1,
    })
    expect(await rowsNaming('oauth_application_id', oauthApplicationId)).toBe(0)
    expect(await messagesForNobody()).toBe(0)
    expect(await database.db.user.count({ where: { id: userId } })).toBe(1)
    expect(await isStored(uploaded)).toEqual([true, true])
    expect(await cli.failureOf('app', 'delete', clientId, '--yes')).toMatchObject({
      status: 1,
      code: 'application_not_found',
    })
  })

  describe.each(['user', 'app'] as const)('of a %s with share links', (group) => {
    const nameOf = (customer: { email: string; clientId: string }): string =>
      group === 'user' ? customer.email : customer.clientId

    it('asks with the number of those that open, and revokes them, so that they say so', async () => {
      const customer = await addCustomer(`Sharer${group}`)
      const { accountId, userId, oauthApplicationId, uploaded } = customer
      await addShare({ accountId, userId, oauthApplicationId }, uploaded.id)
      const over = await addShare({ accountId, userId, oauthApplicationId }, uploaded.id)
      await database.db.share.update({ where: { id: over }, data: { expiresAt: new Date() } })
      cli.typed = nameOf(customer)
      expect(await cli.answerOf(group, 'delete', nameOf(customer))).toMatchObject({ links: 2 })
      expect(cli.asked).toContain('2 live share links end')
      expect(await linkOf(customer.shareId)).toMatchObject({ isRevoked: true, contents: 0 })
      expect(await linkOf(over)).toMatchObject({ isRevoked: false })
    })

    it('hands those that open to their account with --keep-links, and no others', async () => {
      const customer = await addCustomer(`Keeper${group}`)
      cli.typed = nameOf(customer)
      expect(await cli.answerOf(group, 'delete', nameOf(customer), '--keep-links')).toMatchObject({
        links: 1,
      })
      expect(cli.asked).toContain('1 live share link stays')
      expect(await linkOf(customer.shareId)).toEqual({
        isRevoked: false,
        oauthApplicationId: null,
        contents: 1,
      })
      const disabled = await addCustomer(`Closed${group}`)
      await cli.answerOf(group, 'disable', nameOf(disabled))
      const answer = await cli.answerOf(group, 'delete', nameOf(disabled), '--keep-links', '--yes')
      expect(answer).toMatchObject({ links: 0 })
      expect(await linkOf(disabled.shareId)).toMatchObject({ isRevoked: true, contents: 0 })
    })
  })

  it('and disable of the board’s application and account are refused without --own, and say what would end', async () => {
    const deps = { db: database.db, clock: systemClock }
    const clientId = 'pas-board-of-this-test'
    const board = { boardUrl: 'https://board.example', clientId, clientSecret: 's'.repeat(32) }
    await provideBoardApplication(deps, board)
    const application = await database.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    const { accountId, userId, uploaded } = await addCustomer('Reader')
    const shareId = await addShare({ accountId, userId, oauthApplicationId: application.id }, uploaded.id)
    const own = String(application.accountId)
    expect(await cli.answerOf('account', 'show', own)).toMatchObject({ kind: 'own' })
    const kinds = (await cli.answerOf('account', 'list')) as { account_id: number; kind: string }[]
    expect(kinds.filter(({ kind }) => kind === 'own').map(({ account_id: id }) => id)).toEqual([
      application.accountId,
    ])
    for (const [group, name, code] of [
      ['account', own, 'own_account'],
      ['app', clientId, 'own_application'],
    ] as const) {
      for (const command of [
        [group, 'disable', name],
        [group, 'delete', name, '--yes'],
      ]) {
        const refused = await cli.failureOf(...command)
        expect(refused).toMatchObject({ status: 1, code })
        expect(refused.message).toMatch(/pas-board-of-this-test.*sign in.*1 live share link.*--own/)
      }
    }
    expect(await database.db.oauthApplication.count({ where: { clientId, disabledAt: null } })).toBe(1)
    expect(await cli.answerOf('app', 'disable', clientId, '--own')).toEqual({})
    expect(await cli.answerOf('app', 'enable', clientId)).toEqual({})
    expect(await cli.answerOf('account', 'delete', own, '--own', '--yes')).toEqual({
      ...{ deleted: `account:${own}`, emails: 0, links: 1 },
    })
    expect(await linkOf(shareId)).toMatchObject({ isRevoked: true })
    // A partner's account becomes the operator's own with an application of the operator's.
    const partner = ['--account', String(accountId), '--name', 'Own', '--callback', 'https://own.example/']
    await cli.answerOf('app', 'create', ...partner, '--first-party')
    expect(await cli.answerOf('account', 'show', String(accountId))).toMatchObject({ kind: 'own' })
  })

  it('of a key takes it off the list; revoking one that is revoked says that it changed nothing', async () => {
    const { accountId } = await addCustomer('Keys')
    const list = async () =>
      (await cli.answerOf('key', 'list', '--account', String(accountId))) as {
        key_prefix: string
        status: string
      }[]
    const [{ key_prefix: prefix } = { key_prefix: '' }] = await list()
    expect(await cli.answerOf('key', 'revoke', prefix)).toEqual({})
    expect(await cli.answerOf('key', 'revoke', prefix)).toEqual({ already: 'revoked' })
    expect((await cli.pas('key', 'revoke', prefix)).stdout).toMatch(
      /^api_key:\S+ was revoked already, at 2\S+\n$/,
    )
    expect(await list()).toMatchObject([{ status: 'revoked' }])
    expect(await cli.answerOf('key', 'delete', prefix, '--yes')).toEqual({ deleted: `api_key:${prefix}` })
    expect(await list()).toEqual([])
  })

  it('asks the operator to type the name, and changes nothing without it', async () => {
    const { accountId, clientId, email } = await addCustomer('Asked')
    const things: [string, string][] = [
      ['account', String(accountId)],
      ['user', email],
      ['app', clientId],
    ]
    for (const [group, name] of things) {
      cli.typed = undefined
      expect(await cli.failureOf(group, 'delete', name)).toMatchObject({
        status: 2,
        code: 'usage',
        message: expect.stringContaining('--yes') as string,
      })
      cli.typed = 'yes'
      expect(await cli.failureOf(group, 'delete', name)).toMatchObject({ status: 1, code: 'not_confirmed' })
      expect(cli.asked).toContain(`Type ${name} to confirm`)
    }
    expect(await database.db.user.count({ where: { email, disabledAt: null } })).toBe(1)
    expect(await database.db.account.count({ where: { id: accountId, disabledAt: null } })).toBe(1)
    cli.typed = email
    expect(await cli.answerOf('user', 'delete', email)).toMatchObject({
      deleted: expect.any(String) as string,
    })
  })
})
