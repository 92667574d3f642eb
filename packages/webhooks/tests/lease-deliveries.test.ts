import { createAccount } from '@pas/accounts/create-account'
import { openDatabase, type Database, type Prisma, type Webhook } from '@pas/db/database'
import { createManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { randomUUID } from 'node:crypto'
import { createWebhook } from '../src/create-webhook'
import { measureWebhooks } from '../src/deliveries'
import { leaseDeliveries, leaseMs, maxAttemptsPerWebhook, returnLease } from '../src/lease-deliveries'
import { recordAttempt } from '../src/record-attempt'
import type { WebhookAttempt } from '../src/webhook-attempt'

describe('due messages', () => {
  const clock = createManualClock(new Date())
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.webhookDelivery.deleteMany()
    await database.db.webhook.deleteMany()
  })

  const deps = () => ({ db: database.db, clock })
  async function addWebhook(ofAccount?: number): Promise<Webhook> {
    const accountId = ofAccount ?? (await createAccount(deps(), { name: 'Test' })).id
    const webhook = await createWebhook(
      deps(),
      { accountId, oauthApplicationId: null, userId: null },
      { url: 'https://partner.example.com/', eventTypes: ['preview.captured'], description: null },
    )
    if (!webhook) throw new Error('the account has too many')
    return webhook
  }
  const addMessages = (webhookId: string, count: number) =>
    database.db.webhookDelivery.createMany({
      data: Array.from({ length: count }, () => ({
        id: randomUUID(),
        webhookId,
        type: 'webhook.test',
        facts: {},
        nextAttemptAt: clock.now(),
        createdAt: clock.now(),
        expiresAt: clock.now(),
      })),
    })
  const lease = (room = 64, underWay: number[] = []) => leaseDeliveries(deps(), { room, underWay })
  /** Rows of deliveries that this connection has read so far. */
  async function readRows(db: Database): Promise<number> {
    await db.$executeRaw`SELECT pg_stat_force_next_flush()`
    const [read] = await db.$queryRaw<{ rows: number }[]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables WHERE relname = 'webhook_deliveries'`
    return read?.rows ?? 0
  }
  const attempt = (statusCode: number | null): WebhookAttempt => ({
    at: clock.now().toISOString(),
    statusCode,
    error: statusCode === null ? 'connection' : null,
    answer: '',
    durationMs: 1,
  })
  const outcome = { retryAfterMs: null, random: 0.5 }

  it('are leased by one process each, four of an endpoint at a time over all processes', async () => {
    const first = await addWebhook()
    const second = await addWebhook()
    await addMessages(first.id, 10)
    await addMessages(second.id, 2)
    const leased = (await Promise.all([lease(), lease(), lease()])).flat()
    // A process that finds an endpoint locked skips it, and looks again.
    leased.push(...(await lease()))
    const of = ({ id }: Webhook) => leased.filter(({ webhookId }) => webhookId === id)
    expect(new Set(leased.map(({ id }) => id)).size).toBe(leased.length)
    expect([of(first).length, of(second).length]).toEqual([maxAttemptsPerWebhook, 2])
    const [one] = of(first)
    if (one) await recordAttempt(deps(), one, attempt(200), outcome)
    expect((await lease()).map(({ webhookId }) => webhookId)).toEqual([first.id])
  })

  it('of an endpoint that another process is leasing at this moment are left to that process', async () => {
    const { id } = await addWebhook()
    await addMessages(id, 10)
    let commit = (): void => undefined
    const mayCommit = new Promise<void>((resolve) => (commit = resolve))
    let hasLeased = (): void => undefined
    const leased = new Promise<void>((resolve) => (hasLeased = resolve))
    // The first process has leased its four, and has not committed.
    const slowDb = {
      $queryRaw: database.db.$queryRaw.bind(database.db),
      $transaction: (work: (transaction: Prisma.TransactionClient) => Promise<unknown>) =>
        database.db.$transaction(async (transaction) => {
          const result = await work(transaction)
          hasLeased()
          await mayCommit
          return result
        }),
    } as unknown as Database
    const first = leaseDeliveries({ db: slowDb, clock }, { room: 64, underWay: [] })
    await leased
    expect(await lease()).toEqual([])
    commit()
    expect(await first).toHaveLength(maxAttemptsPerWebhook)
    expect(await lease()).toEqual([])
  })

  it('are no more than there is room for', async () => {
    for (let count = 0; count < 3; count++) await addMessages((await addWebhook()).id, 4)
    expect(await lease(5)).toHaveLength(5)
  })

  it('of different accounts take turns, and an account has sixteen places of a process at most', async () => {
    const [busy, other, third] = [await addWebhook(), await addWebhook(), await addWebhook()]
    for (let count = 0; count < 9; count++) {
      const { id } = await addWebhook(count < 5 ? busy.accountId : other.accountId)
      await addMessages(id, 4)
    }
    await addMessages(busy.id, 4)
    clock.advance(1_000)
    // Due later than all of the others'.
    await addMessages(third.id, 4)
    const underWay: number[] = []
    const leaseMore = async (room: number): Promise<number[]> => {
      const leased = await lease(room, underWay)
      underWay.push(...leased.map(({ accountId }) => accountId))
      return [busy, other, third].map(
        (one) => leased.filter(({ accountId }) => accountId === one.accountId).length,
      )
    }
    expect(await leaseMore(6)).toEqual([2, 2, 2])
    underWay.push(...Array<number>(10).fill(busy.accountId))
    expect(await leaseMore(8)).toEqual([0, 6, 2])
    expect(await leaseMore(60)).toEqual([4, 8, 0])
    expect(await leaseMore(60)).toEqual([0, 0, 0])
    // Another process has places of its own for these accounts.
    expect((await lease(64)).length).toBeGreaterThan(0)
  })

  it('are leased without reading the others that are due', async () => {
    const webhooks = [await addWebhook(), await addWebhook(), await addWebhook()]
    await database.db.$executeRaw`
      INSERT INTO webhook_deliveries (id, webhook_id, type, facts, next_attempt_at, created_at, expires_at)
      SELECT gen_random_uuid(), w.id, 'webhook.test', '{}', ${clock.now()}, ${clock.now()}, ${clock.now()}
        FROM webhooks w CROSS JOIN generate_series(1, 10_000)`
    await database.db.$executeRawUnsafe('ANALYZE webhooks, webhook_deliveries')
    const db = openDatabase({ url: database.url, poolMax: 1 })
    const before = await readRows(db)
    // More than five: after five runs of a prepared statement Postgres may choose a generic plan.
    for (let run = 0; run < 7; run++) await leaseDeliveries({ db, clock }, { room: 64, underWay: [] })
    expect(await readRows(db)).toBeLessThan(before + 7 * webhooks.length * 20)
    await db.$disconnect()
  })

  it('of a process that died are leased again after 30 s, and what it records late changes nothing', async () => {
    const { id } = await addWebhook()
    await addMessages(id, 1)
    const [late] = await lease()
    clock.advance(leaseMs - 1)
    expect(await lease()).toEqual([])
    clock.advance(1)
    const [again] = await lease()
    if (!late || !again) throw new Error('nothing was leased')
    expect(again.id).toBe(late.id)
    expect(await recordAttempt(deps(), late, attempt(500), outcome)).toMatchObject({ outcome: 'superseded' })
    expect((await database.db.webhook.findUniqueOrThrow({ where: { id } })).failingSince).toBeNull()
    expect(await recordAttempt(deps(), again, attempt(200), outcome)).toMatchObject({ outcome: 'delivered' })
    expect(await recordAttempt(deps(), late, attempt(200), outcome)).toMatchObject({ outcome: 'superseded' })
  })

  it('whose lease is returned are leased at once', async () => {
    await addMessages((await addWebhook()).id, 1)
    const [leased] = await lease()
    if (leased) await returnLease(deps(), leased)
    expect(await lease()).toHaveLength(1)
  })

  it('of an endpoint that fails are leased one at a time', async () => {
    const { id } = await addWebhook()
    await addMessages(id, 10)
    const leased = await lease()
    for (const one of leased) await recordAttempt(deps(), one, attempt(null), outcome)
    expect(await lease()).toHaveLength(1)
    expect(await lease()).toHaveLength(0)
    const [one] = await database.db.webhookDelivery.findMany({ where: { leasedUntil: { not: null } } })
    if (one?.leasedUntil)
      await recordAttempt(
        deps(),
        { ...one, leasedUntil: one.leasedUntil, accountId: 0, url: '', secrets: [] },
        attempt(200),
        outcome,
      )
    expect(await lease()).toHaveLength(maxAttemptsPerWebhook)
  })

  it('keep their last twenty attempts', async () => {
    const { id } = await addWebhook()
    await addMessages(id, 1)
    for (let count = 0; count < 25; count++) {
      await database.db.webhookDelivery.updateMany({
        data: { status: 'pending', nextAttemptAt: clock.now(), attempt: 0 },
      })
      const [leased] = await lease()
      if (!leased) throw new Error('nothing was leased')
      await recordAttempt(deps(), leased, { ...attempt(500), durationMs: count }, outcome)
    }
    const { attempts } = await database.db.webhookDelivery.findFirstOrThrow()
    expect((attempts as { durationMs: number }[]).map(({ durationMs }) => durationMs)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 5),
    )
  })

  it('are measured: how many wait, since when, and how many endpoints have failed for an hour', async () => {
    expect(await measureWebhooks(deps())).toEqual({ waiting: 0, oldestDueAt: null, failing: 0 })
    const failing = await addWebhook()
    await addMessages(failing.id, 1)
    const [leased] = await lease()
    if (leased) await recordAttempt(deps(), leased, attempt(500), outcome)
    clock.advance(3_600_000)
    const working = await addWebhook()
    await addMessages(working.id, 2)
    expect(await measureWebhooks(deps())).toEqual({ waiting: 3, oldestDueAt: clock.now(), failing: 1 })
    await database.db.webhook.updateMany({ data: { disabledAt: clock.now(), disabledReason: 'owner' } })
    expect(await measureWebhooks(deps())).toEqual({ waiting: 0, oldestDueAt: null, failing: 0 })
  })
})
