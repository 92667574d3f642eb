import { createAccount } from '@pas/accounts/create-account'
import { claimCapture } from '@pas/captures/claim-capture'
import { failOverdue } from '@pas/captures/fail-overdue'
import { failCapturesOfErased } from '@pas/captures/fail-content-gone'
import { recordFailure, recordPicture } from '@pas/captures/record-capture'
import { requeueLostCapture } from '@pas/captures/requeue-lost-capture'
import { retryFailed } from '@pas/captures/retry-failed'
import type { Email, Preview } from '@pas/db/database'
import { capturingColumns } from '@pas/testing/preview-columns'
import { createManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { until } from '@pas/testing/until'
import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { createWebhook } from '../src/create-webhook'
import { webhookEventTypes } from '../src/event-types'
import { leaseDeliveries } from '../src/lease-deliveries'
import { webhookFacts } from '../src/webhook-facts'

describe('the end of a capture adds messages,', () => {
  // Behind Postgres, also when a test has moved it on.
  const clock = createManualClock(new Date(Date.now() - 3_600_000))
  let database: TestDatabase
  let workerUrl: string
  beforeAll(async () => {
    database = await createTestDatabase()
    workerUrl = await database.makeUrlOf('pas_worker')
  })
  afterAll(() => database.close())

  let accountId: number
  let email: Email
  beforeEach(async () => {
    const { db } = database
    accountId = (await createAccount({ db, clock }, { name: 'Test' })).id
    await addWebhook()
    email = await db.email.create({
      data: {
        id: randomUUID(),
        accountId,
        reference: 'campaign-17',
        createdAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + 48 * 3_600_000),
      },
    })
  })

  const deps = () => ({ db: database.db, clock })
  async function addWebhook(eventTypes = [...webhookEventTypes]) {
    const settings = { url: 'https://partner.example.com/', eventTypes, description: null }
    const webhook = await createWebhook(
      deps(),
      { accountId, oauthApplicationId: null, userId: null },
      settings,
    )
    if (!webhook) throw new Error('the account has too many')
    return webhook
  }
  const addPreview = (data: Partial<Preview> = {}): Promise<Preview> =>
    database.db.preview.create({
      data: {
        id: randomUUID(),
        emailId: email.id,
        accountId,
        emailClient: `CLIENT${randomBytes(4).toString('hex')}`,
        orientation: 'vertical',
        images: 'allowed',
        engine: 'text',
        imageToken: randomBytes(24).toString('base64url'),
        requestedAt: clock.now(),
        ...data,
      },
    })
  const picture = {
    ...{ width: 640, height: 1_200, truncated: false, drawnBy: '1' },
    pictureSha256: new Uint8Array(32).fill(0xab),
  }
  async function claim({ id }: Preview) {
    const claimed = await claimCapture({ ...deps(), jobTimeoutMs: 30_000 }, id, false)
    if (!claimed) throw new Error('the preview cannot be claimed')
    return claimed
  }
  const messages = () =>
    database.db.webhookDelivery.findMany({ where: { emailId: email.id }, orderBy: { type: 'desc' } })
  const types = async (): Promise<string[]> => (await messages()).map(({ type }) => type)

  it('with what is true at that moment, due at once', async () => {
    const preview = await addPreview()
    await recordPicture(deps(), await claim(preview), picture)
    const [captured, finished] = await messages()
    expect(await types()).toEqual(['preview.captured', 'email.previews_finished'])
    expect(captured && webhookFacts.parse(captured.facts)).toEqual({
      reference: 'campaign-17',
      endUserId: null,
      preview: {
        drawnBy: '1',
        id: preview.id,
        emailId: email.id,
        emailClient: preview.emailClient,
        orientation: 'vertical',
        images: 'allowed',
        status: 'captured',
        imageToken: preview.imageToken,
        requestedAt: preview.requestedAt,
        capturedAt: clock.now(),
        width: 640,
        height: 1_200,
        truncated: false,
        pictureSha256: picture.pictureSha256,
        failure: null,
      },
    })
    expect(finished?.facts).toMatchObject({ counts: { waiting: 0, captured: 1, failed: 0 } })
    for (const message of [captured, finished])
      expect(message).toMatchObject({
        status: 'pending',
        createdAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + 7 * 24 * 3_600_000),
      })
  })

  it('whichever statement records it, also one for many', async () => {
    await recordFailure(deps(), await claim(await addPreview()), 'unsupported_document')
    expect(await types()).toEqual(['preview.failed', 'email.previews_finished'])
    const dead = { ...capturingColumns(clock.now()), attempt: 3 }
    for (let count = 0; count < 5; count++) await addPreview(dead)
    await failOverdue(deps())
    expect((await types()).filter((type) => type === 'preview.failed')).toHaveLength(6)
    const finished = async () => (await types()).filter((type) => type === 'email.previews_finished').length
    // One for the first, and one for the five.
    expect(await finished()).toBe(2)
    await addPreview()
    await failCapturesOfErased(deps(), [email.id])
    expect(await finished()).toBe(3)
  })

  it('again when what was retried has ended, also when it failed again', async () => {
    const preview = await addPreview()
    const finished = async () =>
      (await messages())
        .filter(({ type }) => type === 'email.previews_finished')
        .map(({ facts }) => webhookFacts.parse(facts).counts)
    await recordFailure(deps(), await claim(preview), 'unsupported_document')
    await retryFailed(deps())
    expect(await finished()).toHaveLength(1)
    await recordFailure(deps(), await claim(preview), 'unsupported_document')
    await retryFailed(deps())
    await recordPicture(deps(), await claim(preview), picture)
    const failed = { waiting: 0, captured: 0, failed: 1 }
    expect(await finished()).toHaveLength(3)
    expect(await finished()).toEqual(
      expect.arrayContaining([failed, failed, { waiting: 0, captured: 1, failed: 0 }]),
    )
  })

  it('and an attempt that is repeated, or a state that is no end, adds none', async () => {
    const preview = await addPreview()
    await recordFailure(deps(), await claim(preview), 'engine_failed')
    expect(await types()).toEqual([])
    const claimed = await claim(preview)
    await recordPicture(deps(), claimed, picture)
    const before = await types()
    await recordPicture(deps(), claimed, picture)
    await requeueLostCapture(deps(), { previewId: preview.id, attempt: claimed.attempt })
    await retryFailed(deps())
    expect(await types()).toEqual(before)
  })

  it('also when a worker records it, whose role may read none of them', async () => {
    const preview = await addPreview()
    const { attempt } = await claim(preview)
    const worker = new Client({ connectionString: workerUrl })
    await worker.connect()
    await worker.query(
      `UPDATE previews SET status = 'captured', captured_at = $2, deadline_at = NULL, width = 1, height = 1, truncated = false,
              drawn_by = '1' WHERE id = $1 AND attempt = ${attempt}`,
      [preview.id, clock.now()],
    )
    await expect(worker.query('SELECT secret FROM webhooks')).rejects.toThrow(/permission denied/)
    await expect(worker.query('SELECT add_webhook_messages()')).rejects.toThrow()
    await worker.end()
    expect(await types()).toEqual(['preview.captured', 'email.previews_finished'])
  })

  it('one of them for all when the last two captures end at the same moment', async () => {
    const previews = [await addPreview(), await addPreview()]
    for (const preview of previews) await claim(preview)
    const sessions = previews.map(() => new Client({ connectionString: database.url }))
    for (const session of sessions) await session.connect()
    const [first, second] = sessions as [Client, Client]
    const record = (session: Client, preview?: Preview): Promise<unknown> =>
      session.query(
        `UPDATE previews SET status = 'failed', failure = 'engine_failed', failed_at = now(), deadline_at = NULL WHERE id = $1`,
        [preview?.id],
      )
    await first.query('BEGIN')
    await record(first, previews[0])
    const recording = record(second, previews[1])
    await until('the second waits for the first', async () => {
      const waiting = await database.db.$queryRaw<unknown[]>`
        SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`
      return waiting.length === 1
    })
    await first.query('COMMIT')
    await recording
    for (const session of sessions) await session.end()
    expect((await messages()).filter(({ type }) => type === 'email.previews_finished')).toMatchObject([
      { facts: { counts: { waiting: 0, captured: 0, failed: 2 } } },
    ])
  })

  describe('of previews that a page asks for one by one', () => {
    const finished = async () =>
      (await messages())
        .filter(({ type }) => type === 'email.previews_finished')
        .map(({ facts, nextAttemptAt }) => ({
          ...webhookFacts.parse(facts).counts,
          dueInMs: (nextAttemptAt?.getTime() ?? 0) - clock.now().getTime(),
        }))
    const due = async () =>
      (await leaseDeliveries(deps(), { room: 1_000, underWay: [] }))
        .filter((one) => one.accountId === accountId)
        .map(({ type }) => type)
    const single = (): Promise<Preview> => addPreview({ askedSingly: true })
    const draw = async (preview: Preview): Promise<unknown> =>
      recordPicture(deps(), await claim(preview), picture)

    beforeEach(async () => {
      await database.db.webhook.deleteMany({ where: { accountId } })
      await addWebhook(['email.previews_finished'])
    })

    it('one, five seconds after the last', async () => {
      await draw(await single())
      expect(await finished()).toEqual([{ waiting: 0, captured: 1, failed: 0, dueInMs: 5_000 }])
      await draw(await single())
      expect(await finished()).toEqual([{ waiting: 0, captured: 2, failed: 0, dueInMs: 5_000 }])
      expect(await due()).toEqual([])
      clock.advance(5_000)
      expect(await due()).toEqual(['email.previews_finished'])
      await draw(await single())
      // One that is being sent stays.
      expect(await finished()).toHaveLength(2)
    })

    it('none while another waits that was asked for since', async () => {
      await draw(await single())
      const next = await single()
      clock.advance(5_000)
      expect(await due()).toEqual([])
      await draw(next)
      expect(await finished()).toEqual([{ waiting: 0, captured: 2, failed: 0, dueInMs: 5_000 }])
    })

    it('and at once when a list ends after them', async () => {
      await draw(await single())
      await draw(await addPreview())
      expect(await finished()).toEqual([{ waiting: 0, captured: 2, failed: 0, dueInMs: 0 }])
      expect(await due()).toEqual(['email.previews_finished'])
    })

    it('leaves one that was sent and is to be sent again', async () => {
      await draw(await single())
      const facts = { attempts: [{}], nextAttemptAt: new Date(clock.now().getTime() + 60_000) }
      await database.db.webhookDelivery.updateMany({ where: { emailId: email.id }, data: facts })
      await draw(await single())
      expect(await finished()).toHaveLength(2)
    })
  })

  it('for enabled endpoints that want them, and for no other account', async () => {
    const { db } = database
    await db.webhook.updateMany({
      where: { accountId },
      data: { disabledAt: clock.now(), disabledReason: 'owner' },
    })
    const other = await createAccount(deps(), { name: 'Another' })
    await createWebhook(
      deps(),
      { accountId: other.id, oauthApplicationId: null, userId: null },
      { url: 'https://a.example/', eventTypes: [...webhookEventTypes], description: null },
    )
    await recordPicture(deps(), await claim(await addPreview()), picture)
    expect(await types()).toEqual([])
    const { id } = await addWebhook(['preview.captured'])
    await recordPicture(deps(), await claim(await addPreview()), picture)
    expect((await messages()).map(({ webhookId, type }) => [webhookId, type])).toEqual([
      [id, 'preview.captured'],
    ])
  })

  it('and is recorded while an endpoint is being changed or deleted', async () => {
    const preview = await addPreview()
    const claimed = await claim(preview)
    const session = new Client({ connectionString: database.url })
    await session.connect()
    await session.query('BEGIN')
    await session.query('DELETE FROM webhooks WHERE account_id = $1', [accountId])
    await recordPicture(deps(), claimed, picture)
    await session.query('ROLLBACK')
    await session.end()
    expect(await types()).toEqual(['preview.captured', 'email.previews_finished'])
  })
})
