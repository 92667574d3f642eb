import { randomBytes, randomUUID } from 'node:crypto'
import { captureJobId, captureJobOptions, captureQueueName } from '@pas/captures/capture-job'
import { auditQueueName } from '@pas/checks/audit-job'
import { openCaptureStores, type CaptureStores } from '@pas/testing/capture-stores'
import { capturingColumns } from '@pas/testing/preview-columns'
import { testVariable } from '@pas/testing/test-environment'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { reconcileCaptures } from '../src/jobs/reconcile-captures'

const hourMs = 3_600_000

describe('the reconciler', () => {
  let stores: CaptureStores
  let redisConnection: Redis
  let queue: Queue
  let auditQueue: Queue
  const prefix = `test-${randomBytes(6).toString('hex')}`
  beforeAll(() => {
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'), { maxRetriesPerRequest: null })
    queue = new Queue(captureQueueName('text'), { connection: redisConnection, prefix })
    auditQueue = new Queue(auditQueueName, { connection: redisConnection, prefix })
  })
  beforeEach(async () => {
    stores = await openCaptureStores()
  })
  afterEach(async () => {
    await queue.obliterate({ force: true })
    await auditQueue.obliterate({ force: true })
    await stores.close()
  })
  afterAll(async () => {
    await queue.close()
    await auditQueue.close()
    redisConnection.disconnect()
  })

  const complete = jest.fn((_emailGuid: string) => Promise.resolve())
  const reconcile = () =>
    reconcileCaptures({
      ...stores,
      captureQueues: new Map([['text', queue]]),
      auditQueue,
      assetCompletion: { complete },
      reports: { takeUp: () => Promise.resolve() },
      signal: new AbortController().signal,
    })
  const rowOf = (id: string) => stores.db.preview.findUniqueOrThrow({ where: { id } })
  const addJob = (id: string, attempt: number, opts = {}) =>
    queue.add(
      'capture',
      { previewId: id },
      { ...captureJobOptions, jobId: captureJobId(id, attempt), priority: 1, ...opts },
    )

  it('gives every pending preview without a job a new one with its priority, and does nothing the second time', async () => {
    const email = await stores.addEmail()
    const kept = await stores.addPreview(email)
    await addJob(kept.id, 0)
    await stores.addPreview(email, { engine: 'another' })
    const strangers = await stores.addPreview(email, { askedByOwner: false })
    const lost = await stores.addPreview(email, {
      attempt: 3,
      requestedAt: new Date(stores.clock.now().getTime() + 1),
    })
    stores.clock.advance(6_000)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 2 })
    const job = await queue.getJob(captureJobId(lost.id, 3))
    // The owner's second; what others asked for does not count.
    expect([job?.data, job?.opts.priority]).toEqual([{ previewId: lost.id }, 2])
    const others = await queue.getJob(captureJobId(strangers.id, 0))
    expect(others?.opts.priority).toBeLessThanOrEqual(2)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 0 })
  })

  it('gives a pending contrast without a job a new one', async () => {
    const { id: emailId, accountId } = await stores.addEmail()
    const id = randomUUID()
    await stores.db.emailCheck.create({
      data: {
        ...{
          id,
          emailId,
          accountId,
          name: 'contrast',
          emailClient: 'A',
          engine: 'chromium',
          status: 'pending',
        },
        requestedAt: stores.clock.now(),
      },
    })
    stores.clock.advance(6_000)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 1 })
    expect(await auditQueue.getJob(captureJobId(id, 0))).toMatchObject({ data: { checkId: id } })
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 0 })
  })

  it('finds a lost capture, however many wait for an engine that no worker serves', async () => {
    const email = await stores.addEmail()
    await stores.db.$executeRaw`
      INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at)
      SELECT gen_random_uuid(), ${email.id}::uuid, ${email.accountId}, 'CLIENT' || n, 'vertical', 'allowed', 'absent',
             'token-' || n, ${stores.clock.now()}
        FROM generate_series(1, 10000) AS n`
    stores.clock.advance(1)
    const lost = await stores.addPreview(email)
    stores.clock.advance(6_000)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 1 })
    expect((await queue.getJob(captureJobId(lost.id, 0)))?.opts.priority).toBe(1)
  })

  it('leaves a preview alone that was just requested, whose retry waits, or whose email is erased', async () => {
    const email = await stores.addEmail()
    const retried = await stores.addPreview(email, { attempt: 2, failure: 'engine_failed' })
    await addJob(retried.id, 0, { delay: 60_000 })
    const erased = await stores.addEmail({ contentErasedAt: stores.clock.now() })
    await stores.addPreview(erased)
    stores.clock.advance(6_000)
    await stores.addPreview(email)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 0 })
  })

  it('replaces the finished job of a preview that still waits', async () => {
    const preview = await stores.addPreview(await stores.addEmail())
    const worker = new Worker(queue.name, () => Promise.resolve('nothing_to_do'), {
      connection: redisConnection,
      prefix,
    })
    const isDone = new Promise((resolve) => worker.once('completed', resolve))
    await addJob(preview.id, 0)
    await isDone
    await worker.close()
    stores.clock.advance(6_000)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 1 })
    expect(await queue.getJobState(captureJobId(preview.id, 0))).toBe('prioritized')
  })

  it('makes a capture past its deadline pending again, and failed after its last attempt', async () => {
    const email = await stores.addEmail()
    const deadlineAt = new Date(stores.clock.now().getTime() + 30_000)
    const first = await stores.addPreview(email, capturingColumns(deadlineAt))
    const last = await stores.addPreview(email, { ...capturingColumns(deadlineAt), attempt: 6 })
    stores.clock.advance(29_999)
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 0 })
    stores.clock.advance(1)
    expect(await reconcile()).toEqual({ overdue: 2, requeued: 1 })
    const ended = { failure: 'engine_crashed', deadlineAt: null }
    expect(await rowOf(first.id)).toMatchObject({ ...ended, status: 'pending', failedAt: null, attempt: 1 })
    expect(await rowOf(last.id)).toMatchObject({ ...ended, status: 'failed', failedAt: stores.clock.now() })
    expect(await queue.getJobState(captureJobId(first.id, 1))).toBe('prioritized')
  })

  it('changes nothing when the queue is away', async () => {
    await stores.addPreview(await stores.addEmail())
    stores.clock.advance(hourMs)
    const away = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 0, retryStrategy: null })
    away.on('error', () => undefined)
    const awayQueue = new Queue(queue.name, { connection: away, prefix })
    awayQueue.on('error', () => undefined)
    const reconciling = reconcileCaptures({
      ...stores,
      captureQueues: new Map([['text', awayQueue]]),
      auditQueue,
      assetCompletion: { complete },
      reports: { takeUp: () => Promise.resolve() },
      signal: new AbortController().signal,
    })
    await expect(reconciling).rejects.toThrow()
    await awayQueue.close()
    away.disconnect()
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 1 })
  })

  it('gives captures of other engines their jobs when a queue’s keys are not what they should be', async () => {
    const broken = new Queue(captureQueueName('firefox'), { connection: redisConnection, prefix })
    // As a worker of that engine can leave it: Redis answers WRONGTYPE to the queue's scripts.
    const brokenKey = broken.toKey('wait')
    await redisConnection.set(brokenKey, 'no list')
    const email = await stores.addEmail()
    await stores.addPreview(email, { engine: 'firefox' })
    stores.clock.advance(1)
    const lost = await stores.addPreview(email)
    stores.clock.advance(6_000)
    const reconciling = reconcileCaptures({
      ...stores,
      captureQueues: new Map([
        ['firefox', broken],
        ['text', queue],
      ]),
      auditQueue,
      assetCompletion: { complete },
      reports: { takeUp: () => Promise.resolve() },
      signal: new AbortController().signal,
    })
    await expect(reconciling).rejects.toThrow(/WRONGTYPE|queues/)
    expect(await queue.getJobState(captureJobId(lost.id, 0))).toBe('prioritized')
    await redisConnection.del(brokenKey)
    await broken.obliterate({ force: true })
    await broken.close()
  })

  it('completes an account’s email although a hundred of another are due longer', async () => {
    const { clock, db } = stores
    await db.$executeRaw`
      INSERT INTO emails (id, account_id, created_at, expires_at, assets_due_at)
      SELECT gen_random_uuid(), ${stores.accountId}, ${clock.now()}, ${new Date(clock.now().getTime() + hourMs)}, ${clock.now()}
        FROM generate_series(1, 100)`
    clock.advance(1)
    const { id: accountId } = await db.account.create({ data: { name: 'Other', createdAt: clock.now() } })
    const others = await stores.addEmail({ accountId, assetsDueAt: clock.now() })
    complete.mockClear()
    await reconcile()
    expect(complete.mock.calls).toContainEqual([others.id])
  })

  it('completes an email that lacks assets first, unless a process has its lease', async () => {
    const { clock } = stores
    const lacking = await stores.addEmail({ assetsDueAt: clock.now() })
    const leased = await stores.addEmail({ assetsDueAt: new Date(clock.now().getTime() + 60_000) })
    for (const email of [lacking, leased]) await stores.addPreview(email)
    clock.advance(6_000)
    complete.mockClear()
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 0 })
    expect(complete.mock.calls).toEqual([[lacking.id]])
    await stores.db.email.update({ where: { id: lacking.id }, data: { assetsDueAt: null } })
    expect(await reconcile()).toEqual({ overdue: 0, requeued: 1 })
  })
})
