import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  captureJob,
  captureJobId,
  captureJobOptions,
  captureQueueName,
  rowIdOfJob,
  type CapturePayload,
} from '@pas/captures/capture-job'
import { findHeartbeats } from '@pas/captures/worker-heartbeat'
import { auditJob, auditQueueName, measuringEngine } from '@pas/checks/audit-job'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import { findWithoutJob, requestCaptures } from '@pas/captures/request-captures'
import { createLogger } from '@pas/runtime/logger'
import { loadScripts } from '@pas/runtime/keep-scripts-loaded'
import { connectToQueues, neededRedis } from '@pas/runtime/open-redis'
import { systemClock } from '@pas/runtime/clock'
import { capturingColumns } from '@pas/testing/preview-columns'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import { Queue, QueueEvents, Worker, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import type { Preview } from '@pas/db/database'
import { startAssetOrigin, type AssetOrigin } from '../src/asset-origin'
import { EmailCache } from '../src/email-cache'
import { openEmailEmulator } from '../src/email-emulator'
import type { Engine } from '../src/engines/engine'
import { CaptureError } from '../src/errors'
import { startHeartbeat } from '../src/heartbeat'
import { startWorker, type WorkerDeps } from '../src/worker'
import { openTestStores, type TestStores } from './test-stores'
import { startTestText } from './test-text'

describe('a worker', () => {
  // The worker's, with the rights to its engine's queue and heartbeat only.
  const redis = { url: '', prefix: `test-${randomBytes(6).toString('hex')}` }
  const logger = createLogger('render-worker')
  logger.level = 'silent'
  const emulator = openEmailEmulator(logger)
  let connection: Redis
  let workerConnection: Redis
  let eventsConnection: Redis
  let queue: Queue<CapturePayload>
  let queueEvents: QueueEvents
  let stores: TestStores
  let assetOrigin: AssetOrigin
  let engine: Engine
  let deps: WorkerDeps
  let uploads: string[]
  let worker: Awaited<ReturnType<typeof startWorker>>

  beforeAll(async () => {
    redis.url = await makeRedisUrlOf('pas_worker_text', redis.prefix)
    workerConnection = new Redis(redis.url)
    const apiConnection = await connectToQueues(testVariable('TEST_REDIS_URL'), logger)
    connection = apiConnection
    queue = new Queue(captureQueueName('text'), { connection, prefix: redis.prefix })
    await queue.waitUntilReady()
    await loadScripts(apiConnection)
    eventsConnection = new Redis(testVariable('TEST_REDIS_URL'), { maxRetriesPerRequest: null })
    queueEvents = new QueueEvents(captureQueueName('text'), {
      connection: eventsConnection,
      prefix: redis.prefix,
    })
    await queueEvents.waitUntilReady()
    assetOrigin = await startAssetOrigin(() => undefined)
    engine = await startTestText()
  })
  beforeEach(async () => {
    stores = await openTestStores()
    uploads = []
    const storage: WorkerDeps['storage'] = {
      get: (key) => stores.storage.get(key),
      deletePrefix: (prefix) => stores.storage.deletePrefix(prefix),
      put: (key, body, contentType) => {
        uploads.push(key)
        return stores.storage.put(key, body, contentType)
      },
    }
    deps = {
      ...stores,
      db: stores.workerDb,
      storage,
      assetOrigin,
      emulator,
      logger,
      watchdog: { during: (_job, work) => work() },
      redis,
      concurrency: 2,
      captureTimeoutMs: 20_000,
      jobTimeoutMs: 30_000,
      reusesPages: true,
      emails: new EmailCache(),
    }
    worker = await startWorker(deps, engine)
  })
  afterEach(async () => {
    await worker.close()
    await stores.close()
  })
  afterAll(async () => {
    await emulator.close()
    await queueEvents.close()
    await queue.obliterate({ force: true })
    await queue.close()
    connection.disconnect()
    workerConnection.disconnect()
    eventsConnection.disconnect()
    await assetOrigin.close()
  })

  const request = (previewId: string, attempt = 0): Promise<Job> =>
    queue.add('capture', { previewId }, { ...captureJobOptions, jobId: captureJobId(previewId, attempt) })
  const heartbeats = () =>
    findHeartbeats(connection, {
      prefix: redis.prefix,
      engines: ['chromium', 'text'],
      now: systemClock.now(),
    })
  const textPreview = async () => stores.createPreview(await stores.createEmail({ plainText: 'Hello' }))

  it('captures the previews whose jobs are in its queue, and logs whose they are', async () => {
    const logged = jest.spyOn(logger, 'info')
    const { id, emailId, accountId } = await textPreview()
    const job = await request(id)
    expect(await job.waitUntilFinished(queueEvents, 10_000)).toBe('captured')
    expect((await stores.getPreview(id)).status).toBe('captured')
    expect(logged.mock.calls).toContainEqual([
      expect.objectContaining({ previewId: id, emailId, accountId, outcome: 'captured' }),
      'capture ended',
    ])
  })

  it('uploads once, however many jobs there are for one preview', async () => {
    const { id } = await textPreview()
    const jobs = await Promise.all([0, 1, 2, 3].map((attempt) => request(id, attempt)))
    const outcomes = await Promise.all(jobs.map((job) => job.waitUntilFinished(queueEvents, 10_000)))
    expect(outcomes.sort()).toEqual(['captured', 'nothing_to_do', 'nothing_to_do', 'nothing_to_do'])
    expect(uploads).toHaveLength(1)
  })

  it('captures while measuring contrast takes its time, and measures one at a time', async () => {
    let measured = 0
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const measuring: Engine = {
      ...engine,
      name: measuringEngine,
      capture: (...given) => engine.capture(...given),
      measureContrast: async () => {
        measured++
        begin()
        await ended
        return { texts: [], unmeasured: 0 }
      },
    }
    const ofAdmin = { ...redis, url: testVariable('TEST_REDIS_URL') }
    const own = await startWorker({ ...deps, redis: ofAdmin, concurrency: 1 }, measuring)
    const connected = { connection, prefix: redis.prefix }
    const captures = new Queue(captureQueueName(measuringEngine), connected)
    const contrasts = new Queue(auditQueueName, connected)
    const listening = eventsConnection.duplicate()
    const events = new QueueEvents(captures.name, { ...connected, connection: listening })
    try {
      const email = await stores.createEmail({ htmlText: '<p>Hello</p>' })
      const emailClients = ['CHROMEGMAILNEW', 'CHROMEOUTLOOKCOMDARK']
      const rows = await Promise.all(emailClients.map((code) => stores.addAudit('contrast', email, code)))
      await contrasts.addBulk(rows.map((row) => auditJob(row, 0)))
      await begun
      const { id } = await textPreview()
      const job = await captures.add('capture', { previewId: id })
      expect(await job.waitUntilFinished(events, 10_000)).toBe('captured')
      expect(measured).toBe(1)
      end()
      await until('both are measured', async () => {
        const { length } = await stores.db.emailCheck.findMany({ where: { status: 'done' } })
        return [length === 2, length]
      })
    } finally {
      end()
      await own.close()
      await Promise.all([captures.obliterate({ force: true }), contrasts.obliterate({ force: true })])
      await Promise.all([captures.close(), contrasts.close(), events.close()])
      listening.disconnect()
    }
  })

  it('retries a failure that may not repeat, and leaves the preview failed after its attempts', async () => {
    const { id, emailId } = await textPreview()
    await stores.storage.put(frozenEmailKey(emailId), Buffer.from('{'), 'application/json')
    const job = await request(id)
    await expect(job.waitUntilFinished(queueEvents, 10_000)).rejects.toThrow('content_damaged')
    expect(await stores.getPreview(id)).toMatchObject({ status: 'failed', attempt: 3 })
  })

  it('delays a capture with growing back-off while storage is unavailable, as one job, and captures afterwards', async () => {
    const captures = path.join(stores.storagePath, 'captures')
    await writeFile(captures, '')
    const isCaptured = new Promise<void>((resolve) => {
      queueEvents.on('completed', ({ returnvalue }) => {
        if (returnvalue === 'captured') resolve()
      })
    })
    const isPutOffThrice = new Promise<void>((resolve) => {
      let putOffs = 0
      queueEvents.on('delayed', () => {
        putOffs += 1
        if (putOffs === 3) resolve()
      })
    })
    const { id } = await textPreview()
    await request(id)
    await isPutOffThrice
    expect(await queue.getDelayedCount()).toBe(1)
    await rm(captures)
    await isCaptured
    expect(uploads.length).toBeGreaterThan(3)
    const jobs = await queue.getJobs('completed', 0, -1, true)
    const delays = jobs
      .filter(({ data }) => 'previewId' in data && data.previewId === id)
      .map(({ opts }) => opts.delay)
    expect(delays.slice(0, 4)).toEqual([undefined, 250, 500, 1_000])
    expect((await stores.getPreview(id)).status).toBe('captured')
  })

  it('puts the last attempt off for 30 s while the machine is busy, as the one job that requests join meanwhile', async () => {
    await worker.close()
    let captures = 0
    const busy: Engine = {
      ...engine,
      capture: () => {
        captures += 1
        return Promise.reject(new CaptureError('capture_timeout', 'it took too long'))
      },
      drawSample: () => Promise.resolve(20_000),
    }
    worker = await startWorker(deps, busy)
    const { id } = await textPreview()
    const isPutOff = new Promise<void>((resolve) => {
      queueEvents.on('delayed', ({ jobId }) => {
        if (jobId === captureJobId(id, 2)) resolve()
      })
    })
    await request(id)
    await isPutOff
    const pending = await stores.getPreview(id)
    expect(pending).toMatchObject({ status: 'pending', failure: 'engine_busy', attempt: 2 })
    const queues = new Map([['text', queue]])
    await requestCaptures(queues, [pending])
    expect(await findWithoutJob(queues, [pending])).toEqual([])
    const last = await queue.getJob(captureJobId(id, 2))
    expect(last?.opts.delay).toBe(30_000)
    expect(await last?.getState()).toBe('delayed')
    expect(captures).toBe(2)
    await last?.promote()
    await expect(last?.waitUntilFinished(queueEvents, 10_000)).rejects.toThrow('engine_busy')
    expect(await stores.getPreview(id)).toMatchObject({
      status: 'failed',
      failure: 'engine_busy',
      attempt: 3,
    })
  })

  it('of an engine that is slow at first takes no job until that has drawn its sample; others take them', async () => {
    let draw = (): void => undefined
    const isDrawn = new Promise<number>((resolve) => {
      draw = () => resolve(1)
    })
    const drawn: string[] = []
    const cold: Engine = {
      ...engine,
      isSlowAtFirst: true,
      drawSample: async () => {
        const tookMs = await isDrawn
        drawn.push('sample')
        return tookMs
      },
      capture: (document, signal) => {
        drawn.push('email')
        return engine.capture(document, signal)
      },
    }
    const coldWorker = await startWorker(deps, cold)
    const captured = async (): Promise<unknown> =>
      (await request((await textPreview()).id)).waitUntilFinished(queueEvents, 10_000)
    await Promise.all(Array.from({ length: 10 }, captured))
    expect(drawn).toEqual([])
    await worker.close()
    const waiting = captured()
    draw()
    expect(await waiting).toBe('captured')
    expect(drawn).toEqual(['sample', 'email'])
    await coldWorker.close()
  })

  it('does not take over an attempt that another job is drawing, though its own job has stalled once', async () => {
    const { id } = await textPreview()
    await stores.db.preview.update({
      where: { id },
      data: { ...capturingColumns(new Date(Date.now() + 60_000)), attempt: 3 },
    })
    await worker.close()
    const drawingConnection = eventsConnection.duplicate()
    const drawing = new Worker(queue.name, null, { connection: drawingConnection, prefix: redis.prefix })
    await request(id, 2)
    await drawing.getNextJob('drawing')
    const once = await request(id, 0)
    // The field in which BullMQ counts a job's stalls.
    await connection.hset(queue.toKey(once.id ?? ''), 'stc', 1)
    worker = await startWorker(deps, engine)
    expect(await once.waitUntilFinished(queueEvents, 10_000)).toBe('nothing_to_do')
    expect(await stores.getPreview(id)).toMatchObject({ status: 'capturing', attempt: 3 })
    await drawing.close()
    drawingConnection.disconnect()
  })

  it('draws what other accounts ask for while the slow emails of one hold its places', async () => {
    await worker.close()
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const held: string[] = []
    const slow: Engine = {
      ...engine,
      capture: async (document, signal) => {
        if ('text' in document && document.text.includes('slow')) {
          held.push(document.text)
          await isReleased
        }
        return engine.capture(document, signal)
      },
    }
    worker = await startWorker(deps, slow)
    const { id: otherId } = await stores.db.account.create({ data: { name: 'Other', createdAt: new Date() } })
    const ask = async (plainText: string, priority: number, of: Partial<Preview> = {}): Promise<Job> => {
      const row = await stores.createPreview(await stores.createEmail({ plainText }), of)
      const { name, data, opts } = captureJob(row, priority)
      return queue.add(name, data, opts)
    }
    const expectCaptured = async (job: Job): Promise<void> =>
      expect(await job.waitUntilFinished(queueEvents, 10_000)).toBe('captured')
    const drawing = [await ask('slow', 1), await ask('slow', 1)]
    const waiting = [await ask('slow', 1), await ask('slow', 9)]
    try {
      const ofOther = [
        await ask('quick', 2, { accountId: otherId }),
        await ask('quick', 3, { accountId: otherId }),
      ]
      for (const job of ofOther) await expectCaptured(job)
      expect(held).toHaveLength(2)
      expect(await Promise.all(waiting.map((job) => job.getState()))).toEqual(['delayed', 'prioritized'])
    } finally {
      release()
    }
    await waiting[0]?.promote()
    for (const job of [...drawing, ...waiting]) await expectCaptured(job)
    expect(await stores.getPreview(rowIdOfJob(waiting[0]?.id ?? ''))).toMatchObject({ attempt: 1 })
  })

  it('does not retry a failure that must repeat', async () => {
    const { id } = await stores.createPreview(await stores.createEmail({ htmlText: 'x' }), {
      emailClient: 'CHROMEGMAILNEW',
    })
    const job = await request(id)
    await expect(job.waitUntilFinished(queueEvents, 10_000)).rejects.toThrow('unsupported_document')
    expect(await stores.getPreview(id)).toMatchObject({ status: 'failed', attempt: 1 })
  })

  it('waits for an unavailable database without using up attempts', async () => {
    const { id } = await textPreview()
    await stores.db.$executeRaw`ALTER TABLE previews RENAME TO away`
    const isDelayed = new Promise<void>((resolve) => {
      queueEvents.on('delayed', ({ jobId }) => {
        if (jobId === captureJobId(id, 0)) resolve()
      })
    })
    const job = await request(id)
    await isDelayed
    await stores.db.$executeRaw`ALTER TABLE away RENAME TO previews`
    expect(await job.waitUntilFinished(queueEvents, 10_000)).toBe('captured')
    expect(await stores.getPreview(id)).toMatchObject({ status: 'captured', attempt: 1 })
  })

  it('delays an audit whose row it cannot read, and logs the id of the check', async () => {
    const warned = jest.spyOn(logger, 'warn')
    const ofAdmin = { ...redis, url: testVariable('TEST_REDIS_URL') }
    const own = await startWorker({ ...deps, redis: ofAdmin }, { ...engine, name: measuringEngine })
    const contrasts = new Queue(auditQueueName, { connection, prefix: redis.prefix })
    try {
      const emailId = await stores.createEmail({ htmlText: '<p>Hello</p>' })
      const row = await stores.addAudit('contrast', emailId, 'CHROMEGMAILNEW')
      await stores.db.$executeRaw`ALTER TABLE email_checks RENAME TO away`
      await contrasts.addBulk([auditJob(row, 0)])
      await until('the contrast is delayed', async () => (await contrasts.getDelayedCount()) === 1)
      expect(warned.mock.calls).toContainEqual([
        expect.objectContaining({ checkId: row.id, delayMs: 1_000 }),
        'audit delayed',
      ])
    } finally {
      warned.mockRestore()
      await own.close()
      await contrasts.obliterate({ force: true })
      await contrasts.close()
    }
  })

  it('finishes the captures under way when it is closed', async () => {
    const { id } = await textPreview()
    const isActive = new Promise<void>((resolve) => {
      queueEvents.once('active', () => resolve())
    })
    await request(id)
    await isActive
    await worker.close()
    expect((await stores.getPreview(id)).status).toBe('captured')
  })

  it('announces its engine by a heartbeat, and withdraws it when it stops', async () => {
    const heartbeat = await startHeartbeat(
      { redisConnection: workerConnection, prefix: redis.prefix, clock: systemClock, logger },
      [engine],
    )
    expect(await heartbeats()).toMatchObject([{ engine: 'text', version: engine.version }])
    await heartbeat.close()
    expect(await heartbeats()).toEqual([])
  })

  it("is told that Redis refuses it when it starts as another engine's user", async () => {
    const chromium = { name: 'chromium', version: '1', isHealthy: true }
    const { prefix } = redis
    const starting = startHeartbeat(
      { redisConnection: workerConnection, prefix, clock: systemClock, logger },
      [chromium],
    )
    const refusal: unknown = await starting.catch((error: unknown) => error)
    expect(neededRedis.isRefusal(refusal)).toBe(true)
  })

  it('announces no engine that does not start any more', async () => {
    const sick = { name: 'chromium', version: '1', isHealthy: false }
    const heartbeat = await startHeartbeat(
      { redisConnection: connection, prefix: redis.prefix, clock: systemClock, logger },
      [engine, sick],
    )
    expect((await heartbeats()).map(({ engine }) => engine)).toEqual(['text'])
    await heartbeat.close()
  })
})
