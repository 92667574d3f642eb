import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { randomBytes, randomUUID } from 'node:crypto'
import { pasInProcess, type PasInProcess } from './pas-in-process'

const hourMs = 3_600_000

describe('pas share', () => {
  let database: TestDatabase
  let cli: PasInProcess
  let clientId: string
  const userEmail = 'ada@person.example'
  const accountIds: number[] = []
  const ids: string[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    cli = pasInProcess({ DATABASE_URL: database.url })
    const { db } = database
    const deps = { db, clock: systemClock }
    for (const name of ['Acme', 'Zenith']) accountIds.push((await createAccount(deps, { name })).id)
    const [accountId = 0, partnerId = 0] = accountIds
    const person = { email: userEmail, firstName: 'Ada', lastName: 'Lovelace' }
    const { id: userId } = await createUser(deps, { accountId, ...person })
    const callbackUris = ['https://partner.example/callback']
    clientId = (await createOauthApplication(deps, { accountId: partnerId, name: 'Partner', callbackUris }))
      .clientId
    const { id: oauthApplicationId } = await db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    const now = Date.now()
    const emailOf = new Map<number, string>()
    for (const id of accountIds) {
      const times = { createdAt: new Date(now), expiresAt: new Date(now + hourMs) }
      emailOf.set(id, (await db.email.create({ data: { id: randomUUID(), accountId: id, ...times } })).id)
    }
    for (const [index, givers] of [
      { accountId, userId, oauthApplicationId },
      { accountId },
      { accountId: partnerId, oauthApplicationId },
    ].entries()) {
      const { id } = await db.share.create({
        data: {
          ...{ id: randomUUID(), tokenHash: randomBytes(32), emailId: emailOf.get(givers.accountId) ?? '' },
          ...{ ...givers, shows: ['source'], label: `label ${index}` },
          createdAt: new Date(now + index),
          expiresAt: new Date(now + (index === 1 ? 0 : hourMs)),
          content: { create: { content: '{}', expiresAt: new Date(now + hourMs) } },
        },
      })
      ids.push(id)
    }
  })
  afterAll(() => database.close())

  const listed = async (...args: string[]) =>
    ((await cli.answerOf('share', 'list', ...args)) as { share_id: string }[]).map(({ share_id }) =>
      ids.indexOf(share_id),
    )

  it('list shows whose links there are and which of them open, and never their tokens', async () => {
    const { emailId, userId } = await database.db.share.findUniqueOrThrow({ where: { id: ids[0] ?? '' } })
    expect(await cli.answerOf('share', 'list', '--limit', '1')).toEqual([
      {
        share_id: ids[0],
        account_id: accountIds[0],
        email_guid: emailId,
        user_id: userId,
        client_id: clientId,
        label: 'label 0',
        shows: ['source'],
        status: 'live',
        views: 0,
        created_at: expect.any(String) as string,
        expires_at: expect.any(String) as string,
        revoked_at: null,
      },
    ])
    expect(await listed()).toEqual([0, 1, 2])
    expect(await listed('--account', String(accountIds[0]))).toEqual([0, 1])
    expect(await listed('--user-email', userEmail)).toEqual([0])
    expect(await listed('--client-id', clientId)).toEqual([0, 2])
    expect(await listed('--status', 'expired')).toEqual([1])
    expect(await listed('--status', 'live', '--after', ids[0] ?? '')).toEqual([2])
    await cli.answerOf('user', 'disable', userEmail)
    expect(await listed('--status', 'disabled')).toEqual([0])
    expect(await listed('--status', 'live')).toEqual([2])
    await cli.answerOf('user', 'enable', userEmail)
    expect(await cli.failureOf('share', 'list', '--client-id', 'none')).toMatchObject({
      code: 'application_not_found',
    })
    const [row] = await database.db.auditEvent.findMany({ where: { action: 'share.list' }, take: 1 })
    expect(row).toMatchObject({ target: 'shares' })
  })

  it('revoke ends one at once, with its audit row, and names one that does not exist', async () => {
    const [id = ''] = ids
    expect(await cli.answerOf('share', 'revoke', id)).toEqual({})
    expect(await cli.answerOf('share', 'revoke', '--share-id', id)).toEqual({ already: 'revoked' })
    expect(await listed('--status', 'revoked')).toEqual([0])
    expect(await database.db.shareContent.count({ where: { shareId: id } })).toBe(0)
    const trail = await database.db.auditEvent.findMany({
      where: { action: 'share.revoke' },
      orderBy: { id: 'asc' },
    })
    expect(trail).toMatchObject([
      { target: `share:${id}`, details: { account_id: accountIds[0] } },
      { target: `share:${id}`, details: { already: 'revoked' } },
    ])
    const missing = 'ffffffff-0000-4000-8000-000000000000'
    expect(await cli.failureOf('share', 'revoke', missing)).toMatchObject({
      status: 1,
      code: 'share_not_found',
      message: expect.stringContaining('pas share list') as string,
    })
  })
})
