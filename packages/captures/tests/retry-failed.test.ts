import { randomBytes } from 'node:crypto'
import { capturedColumns, capturingColumns, failedColumns } from '@pas/testing/preview-columns'
import { testVariable } from '@pas/testing/test-environment'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { captureJobId, captureQueueName } from '../src/capture-job'
import { countCaptures } from '../src/count-captures'
import { QueueUnavailableError, requestCaptures } from '../src/request-captures'
import { retryFailed } from '../src/retry-failed'
import { openCaptureStores, type CaptureStores } from '@pas/testing/capture-stores'

describe('failed captures', () => {
  let stores: CaptureStores
  let redisConnection: Redis
  let queue: Queue
  const prefix = `test-${randomBytes(6).toString('hex')}`
  beforeAll(() => {
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
    queue = new Queue(captureQueueName('text'), { connection: redisConnection, prefix })
  })
  beforeEach(async () => {
    stores = await openCaptureStores()
  })
  afterEach(async () => {
    await queue.obliterate({ force: true })
    await stores.close()
  })
  afterAll(async () => {
    await queue.close()
    redisConnection.disconnect()
  })

  const retry = (textQueue = queue) =>
    stores.db.$transaction(async (db) => {
      const captures = await retryFailed({ ...stores, db })
      await requestCaptures(new Map(captures.map(({ engine }) => [engine, textQueue])), captures)
      return captures.length
    })
  const failed = (attempt: number) => ({ ...failedColumns(stores.clock.now()), attempt })
  const capturing = () => capturingColumns(stores.clock.now())
  const rowOf = (id: string) => stores.db.preview.findUniqueOrThrow({ where: { id } })

  it('wait again with a new round of attempts, under jobs that nothing blocks', async () => {
    const email = await stores.addEmail()
    const first = await stores.addPreview(email, failed(3))
    const second = await stores.addPreview(email, failed(1))
    // A kept finished job blocks its id.
    for (const attempt of [0, 3]) await queue.add('old', {}, { jobId: captureJobId(first.id, attempt) })
    expect(await retry()).toBe(2)
    const renewed = { status: 'pending', failure: null, failedAt: null, deadlineAt: null }
    expect(await rowOf(first.id)).toMatchObject({ ...renewed, attempt: 6 })
    expect(await rowOf(second.id)).toMatchObject({ ...renewed, attempt: 3 })
    expect((await queue.getJob(captureJobId(first.id, 6)))?.data).toEqual({ previewId: first.id })
    expect(await queue.getJob(captureJobId(second.id, 3))).toBeTruthy()
    expect(await retry()).toBe(0)
  })

  it('are left unchanged when their email takes no captures, as are previews that have not failed', async () => {
    const expired = await stores.addEmail()
    await stores.addPreview(expired, failed(3))
    stores.clock.advance(48 * 3_600_000)
    const erased = await stores.addEmail({ contentErasedAt: stores.clock.now() })
    await stores.addPreview(erased, failed(3))
    const email = await stores.addEmail()
    await stores.addPreview(email, capturedColumns(stores.clock.now()))
    await stores.addPreview(email)
    const before = await stores.db.preview.findMany({ orderBy: { id: 'asc' } })
    expect(await retry()).toBe(0)
    expect(await stores.db.preview.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
    expect(await queue.count()).toBe(0)
  })

  it('queue behind what their account has waiting for the same engine', async () => {
    const email = await stores.addEmail()
    await stores.addPreview(email, { engine: 'another' })
    await stores.addPreview(email, { ...failed(3), engine: 'roundcube' })
    await stores.addPreview(email)
    await stores.addPreview(email, capturing())
    const again = await stores.addPreview(email, failed(3))
    await retry()
    expect((await queue.getJob(captureJobId(again.id, 6)))?.opts.priority).toBe(3)
  })

  it('stay failed when the queue is away', async () => {
    const preview = await stores.addPreview(await stores.addEmail(), failed(3))
    const away = new Redis('redis://127.0.0.1:1', {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: null,
    })
    away.on('error', () => undefined)
    const awayQueue = new Queue(queue.name, { connection: away, prefix })
    awayQueue.on('error', () => undefined)
    await expect(retry(awayQueue)).rejects.toBeInstanceOf(QueueUnavailableError)
    await awayQueue.close()
    away.disconnect()
    expect((await rowOf(preview.id)).status).toBe('failed')
  })

  it('are counted by engine, beside those that wait and those under way', async () => {
    const email = await stores.addEmail()
    await stores.addPreview(email)
    await stores.addPreview(email, capturing())
    await stores.addPreview(email, failed(3))
    await stores.addPreview(email, failed(3))
    await stores.addPreview(email, capturedColumns(stores.clock.now()))
    await stores.addPreview(email, { ...failed(3), engine: 'retired' })
    const none = { waiting: 0, capturing: 0, failed: 0 }
    const counts = await countCaptures(stores, ['chromium', 'text'])
    expect(counts).toEqual(expect.arrayContaining([{ engine: 'chromium', ...none }]))
    expect(counts.find(({ engine }) => engine === 'text')).toEqual({
      engine: 'text',
      waiting: 1,
      capturing: 1,
      failed: 2,
    })
    expect(counts.find(({ engine }) => engine === 'retired')).toEqual({
      engine: 'retired',
      ...none,
      failed: 1,
    })
    expect(counts.map(({ engine }) => engine)).toEqual([...counts.map(({ engine }) => engine)].sort())
  })
})
