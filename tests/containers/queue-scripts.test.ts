import { randomBytes } from 'node:crypto'
import { captureQueueName } from '@pas/captures/capture-job'
import { keepScriptsLoaded } from '@pas/runtime/keep-scripts-loaded'
import { closedInTime } from '@pas/runtime/lifecycle'
import { connectToQueues } from '@pas/runtime/open-redis'

import { openServingRedis } from '@pas/runtime/serving-redis'
import { until } from '@pas/testing/until'
import { Queue, QueueEvents, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { startOwnRedis, type OwnStore } from '../faults/own-stores'

const name = captureQueueName('text')
const prefix = `test-${randomBytes(6).toString('hex')}`
const intervals = { lockDuration: 2_000, stalledInterval: 500, maxStalledCount: 4 }

describe('a worker, which may not load the scripts of its queue', () => {
  let redis: OwnStore
  let admin: Redis
  const closing: (() => unknown)[] = []
  const seen: string[] = []
  const logger = { warn: (_fields: object, text: string) => void seen.push(text) }

  beforeEach(async () => {
    redis = await startOwnRedis({ users: ['pas_api', 'pas_worker_text'], prefix })
    admin = new Redis(redis.url, { maxRetriesPerRequest: null })
    admin.on('error', () => undefined)
    seen.length = 0
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    admin.disconnect()
    await redis.close()
  })

  const urlOf = (user: string): string => redis.url.replace('pas_admin', user)

  function startWorker(processJob: () => Promise<string>): void {
    const connection = openServingRedis(urlOf('pas_worker_text'), logger as never)
    const worker = new Worker(name, processJob, { connection, prefix, ...intervals })
    worker.on('error', ({ message }) => void seen.push(message))
    closing.push(
      () => connection.disconnect(),
      () => closedInTime(worker.close(true)),
    )
  }

  /** What api does, but that it loads the scripts when `loadScripts` is called. */
  async function startApi(): Promise<{
    queue: Queue
    events: QueueEvents
    loadScripts: () => Promise<void>
  }> {
    const url = urlOf('pas_api')
    const connection = await connectToQueues(url, logger as never)
    const queue = new Queue(name, { connection, prefix })
    queue.on('error', () => undefined)
    const events = new QueueEvents(name, { connection: { url, maxRetriesPerRequest: null }, prefix })
    events.on('error', () => undefined)
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()])
    closing.push(
      () => connection.disconnect(),
      () => closedInTime(events.close()),
    )
    return {
      queue,
      events,
      loadScripts: async () => {
        const scripts = await keepScriptsLoaded(connection, logger as never)
        closing.push(() => scripts.close())
      },
    }
  }

  const waits = (): Promise<void> =>
    until('the worker waits for its scripts', () => [
      seen.includes('Redis refuses what the queues need; it is asked again every second'),
      seen,
    ])

  it('waits for an api that loads them, and then takes the job that was there before', async () => {
    const { queue, events, loadScripts } = await startApi()
    const job = await queue.add('capture', {})
    await admin.script('FLUSH')
    startWorker(() => Promise.resolve('done'))
    await waits()
    expect(await job.getState()).toBe('waiting')
    await loadScripts()
    expect(await job.waitUntilFinished(events, 20_000)).toBe('done')
  }, 60_000)

  it('loses no job when Redis restarts and forgets them while it works', async () => {
    const { queue, loadScripts } = await startApi()
    await loadScripts()
    let begun: () => void = () => undefined
    let end: () => void = () => undefined
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const mayEnd = new Promise<void>((resolve) => (end = resolve))
    startWorker(async () => {
      begun()
      await mayEnd
      return 'done'
    })
    await queue.addBulk([
      { name: 'capture', data: {} },
      { name: 'capture', data: {} },
    ])
    await hasBegun
    await redis.kill()
    end()
    await redis.start()
    await until('both are done', async () => {
      const counts = await queue.getJobCounts().catch(() => null)
      return [counts?.completed === 2, counts]
    })
  }, 60_000)

  it('finds them again after SCRIPT FLUSH, without a reconnection', async () => {
    const { queue, events, loadScripts } = await startApi()
    await loadScripts()
    startWorker(() => Promise.resolve('done'))
    expect(await (await queue.add('capture', {})).waitUntilFinished(events, 20_000)).toBe('done')
    await admin.script('FLUSH')
    expect(await (await queue.add('capture', {})).waitUntilFinished(events, 30_000)).toBe('done')
  }, 60_000)

  it('is refused for ever by a Redis that it fills, says so sparingly, and goes on once it has memory', async () => {
    const { queue, events, loadScripts } = await startApi()
    await loadScripts()
    const job = await queue.add('capture', {})
    await admin.config('SET', 'maxmemory', '1')
    startWorker(() => Promise.resolve('done'))
    const calls = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1] ?? 0)
    const before = await calls()
    await until('it is asked again and again', async () => {
      const count = (await calls()) - before
      return [count > 8, count]
    })
    expect(seen).toEqual(['Redis refuses what the queues need; it is asked again every second'])
    await admin.config('SET', 'maxmemory', '0')
    expect(await job.waitUntilFinished(events, 20_000)).toBe('done')
  }, 60_000)
})
