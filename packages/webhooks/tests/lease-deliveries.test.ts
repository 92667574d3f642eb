import { createAccount } from '@pas/accounts/create-account'
import type { Webhook } from '@pas/db/database'
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
  async function addWebhook(): Promise<Webhook> {
    const { id: accountId } = await createAccount(deps(), { name: 'Test' })
    const webhook = await createWebhook(
      deps(),
      { accountId, oauthApplicationId: null },
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
  const lease = (room = 64) => leaseDeliveries(deps(), { room })
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

  it('are no more than there is room for', async () => {
    for (let count = 0; count < 3; count++) await addMessages((await addWebhook()).id, 4)
    expect(await lease(5)).toHaveLength(5)
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
        { ...one, leasedUntil: one.leasedUntil, url: '', secrets: [] },
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
