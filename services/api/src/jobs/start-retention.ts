import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import type { Redis } from 'ioredis'
import { retentionFailed, retentionRan } from '../events'
import type { RetentionDeps } from './retention-deps'
import { runRetention } from './run-retention'
import { sweepObjects } from './sweep-objects'

const sweepIntervalMs = 24 * 60 * 60 * 1000

/**
 * Runs retention again and again in this process, until it is closed; closing waits for the batch under way. Waits between half and one
 * and a half of `intervalMs`, so that many processes do not run in step. The sweep of storage is one process's a day: who finds the mark
 * in Redis gone.
 */
export function startRetention({
  logger,
  redisConnection,
  prefix,
  intervalMs,
  ...stores
}: Omit<RetentionDeps, 'signal'> & {
  logger: Logger
  redisConnection: Redis
  prefix: string
  intervalMs: number
}): Closeable {
  const stopping = new AbortController()
  const deps: RetentionDeps = { ...stores, signal: stopping.signal }
  const sweepMark = `${prefix}:retention-sweep`

  const sweepOnceADay = async (): Promise<number> => {
    if (!(await redisConnection.set(sweepMark, '', 'PX', sweepIntervalMs, 'NX'))) return 0
    try {
      return await sweepObjects(deps)
    } catch (error) {
      await redisConnection.del(sweepMark)
      throw error
    }
  }

  const run = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      const counts = await runRetention(deps)
      retentionRan(logger, { ...counts, swept: await sweepOnceADay() }, performance.now() - startedAt)
    } catch (error) {
      retentionFailed(logger, error)
    }
  }

  let running = Promise.resolve()
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(
      () => {
        running = run().then(() => {
          if (!stopping.signal.aborted) wait()
        })
      },
      intervalMs * (0.5 + Math.random()),
    ).unref()
  }
  wait()
  return {
    close: () => {
      stopping.abort()
      clearTimeout(timer)
      return running
    },
  }
}
