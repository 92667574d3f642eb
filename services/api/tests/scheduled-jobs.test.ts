import { randomBytes } from 'node:crypto'
import type { Closeable } from '@pas/runtime/lifecycle'
import { createLogger } from '@pas/runtime/logger'
import { itInLongRun } from '@pas/testing/long-run'
import { startRelay } from '@pas/testing/relay'
import { testVariable } from '@pas/testing/test-environment'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { SweepRefusedError } from '@pas/retention/retention-errors'
import { until } from '@pas/testing/until'
import { startScheduledJobs, type ScheduledJob } from '../src/jobs/start-scheduled-jobs'

const logger = createLogger('api')
logger.level = 'silent'

describe('a scheduled job', () => {
  let redisConnection: Redis
  let prefix: string
  let processes: Closeable[]
  beforeEach(() => {
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
    prefix = `test-${randomBytes(6).toString('hex')}`
    processes = []
  })
  afterEach(async () => {
    await Promise.all(processes.map((each) => each.close()))
    await forget()
    redisConnection.disconnect()
  })

  async function forget(): Promise<void> {
    const keys = await redisConnection.keys(`${prefix}:*`)
    if (keys.length > 0) await redisConnection.del(keys)
  }

  async function start(
    run: ScheduledJob['run'],
    { everyMs = 20, url = testVariable('TEST_REDIS_URL'), attempts = 1 } = {},
  ): Promise<Closeable> {
    const started = await startScheduledJobs({ redis: { url, prefix }, redisConnection, logger }, [
      { name: 'reconcile', everyMs, attempts, run },
    ])
    processes.push(started)
    return started
  }

  /** `isOver` resolves when `step` was called `count` times. */
  function countdown(count: number): { step: () => void; isOver: Promise<void> } {
    let left = count
    let end = (): void => undefined
    const isOver = new Promise<void>((resolve) => (end = resolve))
    return {
      isOver,
      step: () => {
        if (--left === 0) end()
      },
    }
  }

  it('runs again and again, one process at a time, and goes on after a failure', async () => {
    let running = 0
    let mostAtOnce = 0
    const runs = countdown(12)
    const run = async (): Promise<Record<string, number>> => {
      mostAtOnce = Math.max(mostAtOnce, ++running)
      // As long as two intervals, so that runs of other processes would overlap.
      await new Promise((resolve) => setTimeout(resolve, 40))
      running--
      runs.step()
      if (Math.random() < 0.3) throw new Error('this run breaks off')
      return {}
    }
    await Promise.all([start(run), start(run), start(run)])
    await runs.isOver
    expect(mostAtOnce).toBe(1)
  })

  it('runs again by itself after Redis has lost its data, and after it was away', async () => {
    const relay = await startRelay(testVariable('TEST_REDIS_URL'))
    let step = (): void => undefined
    const run = (): Promise<Record<string, number>> => {
      step()
      return Promise.resolve({})
    }
    const again = async (): Promise<void> => {
      const runs = countdown(3)
      step = runs.step
      await runs.isOver
    }
    await start(run, { url: relay.url })
    await again()
    await forget()
    await again()
    relay.cut()
    relay.mend()
    await again()
    await Promise.all(processes.splice(0).map((each) => each.close()))
    await relay.close()
  })

  itInLongRun('has another process run it when the one that ran it is gone', async () => {
    const relay = await startRelay(testVariable('TEST_REDIS_URL'))
    let isBegun = (): void => undefined
    const begun = new Promise<void>((resolve) => (isBegun = resolve))
    let end = (): void => undefined
    const gone = await start(
      () => {
        isBegun()
        return new Promise((resolve) => (end = () => resolve({})))
      },
      { url: relay.url },
    )
    await begun
    relay.cut()
    const runs = countdown(1)
    await start(() => {
      runs.step()
      return Promise.resolve({})
    })
    await runs.isOver
    end()
    relay.mend()
    await gone.close()
    await relay.close()
  })

  it('is told to stop when its process stops, and is waited for', async () => {
    let isBegun = (): void => undefined
    const begun = new Promise<void>((resolve) => (isBegun = resolve))
    let hasEnded = false
    const started = await start(
      (signal) =>
        new Promise((resolve) => {
          isBegun()
          signal.addEventListener('abort', () => {
            hasEnded = true
            resolve({})
          })
        }),
    )
    await begun
    await started.close()
    expect(hasEnded).toBe(true)
  })

  it('that refused to sweep is not retried before its next run', async () => {
    const runs = countdown(1)
    const error = jest.spyOn(logger, 'error')
    await start(
      () => {
        runs.step()
        return Promise.reject(new SweepRefusedError('too_many', 'no'))
      },
      { everyMs: 3_600_000, attempts: 5 },
    )
    await runs.isOver
    const queue = new Queue('scheduled-reconcile', { connection: redisConnection, prefix })
    await until(async () => (await queue.getFailedCount()) + (await queue.getDelayedCount()) >= 2)
    expect(await queue.getFailedCount()).toBe(1)
    expect(error).toHaveBeenCalledTimes(1)
    error.mockRestore()
    await queue.close()
  })

  it('that its process’s stop interrupted waits for its next attempt, and is not logged as a failure', async () => {
    let isBegun = (): void => undefined
    const begun = new Promise<void>((resolve) => (isBegun = resolve))
    const error = jest.spyOn(logger, 'error')
    const started = await start(
      (signal) =>
        new Promise((_resolve, reject) => {
          isBegun()
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
      { everyMs: 60_000, attempts: 2 },
    )
    await begun
    await started.close()
    expect(error).not.toHaveBeenCalled()
    error.mockRestore()
    const queue = new Queue('scheduled-reconcile', { connection: redisConnection, prefix })
    const tries = (await queue.getDelayed()).map(({ attemptsMade }) => attemptsMade)
    await queue.close()
    expect(tries).toContain(1)
  })
})
