import { createAccount } from '@pas/accounts/create-account'
import { systemClock } from '@pas/runtime/clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createWebhook } from '@pas/webhooks/create-webhook'
import { pasInProcess, type PasInProcess } from './pas-in-process'

describe('pas webhook', () => {
  let database: TestDatabase
  let cli: PasInProcess
  const ids: string[] = []
  const accountIds: number[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    cli = pasInProcess({ DATABASE_URL: database.url })
    const deps = { db: database.db, clock: systemClock }
    for (const name of ['Acme', 'Zenith']) {
      const { id: accountId } = await createAccount(deps, { name })
      const webhook = await createWebhook(
        deps,
        { accountId, oauthApplicationId: null, userId: null },
        {
          url: `https://${name.toLowerCase()}.example:8443/a-secret-path`,
          eventTypes: ['preview.failed'],
          description: null,
        },
      )
      ids.push(webhook?.id ?? '')
      accountIds.push(accountId)
    }
    const at = new Date()
    await database.db.webhook.updateMany({
      where: { id: ids[1] ?? '' },
      data: { failingSince: at, failedAt: at },
    })
  })
  afterAll(() => database.close())

  const listed = async (...args: string[]) =>
    ((await cli.answerOf('webhook', 'list', ...args)) as { webhook_id: string }[]).map(
      ({ webhook_id }) => webhook_id,
    )

  it('list shows whose endpoints there are and how they do, without what may be secret in a URL', async () => {
    expect(await cli.answerOf('webhook', 'list', '--account', String(accountIds[0]))).toEqual([
      {
        webhook_id: ids[0],
        account_id: accountIds[0],
        host: 'acme.example:8443',
        event_types: ['preview.failed'],
        status: 'enabled',
        disabled_reason: null,
        failing_since: null,
        created_at: expect.any(String) as string,
      },
    ])
    expect(await listed()).toEqual(ids)
    expect(await listed('--failing')).toEqual([ids[1]])
    expect(await listed('--limit', '1')).toEqual([ids[0]])
    expect(await listed('--after', ids[0] ?? '')).toEqual([ids[1]])
    expect((await cli.pas('webhook', 'list')).stdout).not.toMatch(/a-secret-path/)
  })

  it('disable sends nothing more to one, with its audit row, and names one that does not exist', async () => {
    expect(await cli.answerOf('webhook', 'disable', ids[0] ?? '')).toEqual({})
    const row = await database.db.webhook.findUniqueOrThrow({ where: { id: ids[0] ?? '' } })
    expect([row.disabledAt, row.disabledReason]).toEqual([expect.any(Date), 'operator'])
    const trail = await database.db.auditEvent.findMany({ where: { action: 'webhook.disable' } })
    expect(trail).toMatchObject([
      { target: `webhook:${ids[0]}`, details: { account_id: accountIds[0], reason: 'operator' } },
    ])
    const missing = 'ffffffff-0000-4000-8000-000000000000'
    expect(await cli.failureOf('webhook', 'disable', missing)).toMatchObject({
      status: 1,
      code: 'webhook_not_found',
      message: expect.stringContaining(missing) as string,
    })
    expect(await cli.failureOf('webhook', 'disable', 'x')).toMatchObject({ status: 2, code: 'usage' })
  })
})
