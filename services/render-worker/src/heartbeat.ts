import { randomUUID } from 'node:crypto'
import {
  workerHeartbeatIntervalMs,
  workerHeartbeatKey,
  workerHeartbeatTtlMs,
  type WorkerHeartbeat,
} from '@pas/captures/worker-heartbeat'
import type { Clock } from '@pas/runtime/clock'
import type { Logger } from '@pas/runtime/logger'
import type { Redis } from 'ioredis'
import type { Engine } from './engines/engine'

interface HeartbeatDeps {
  redisConnection: Redis
  prefix: string
  clock: Clock
  logger: Logger
}

/**
 * Writes to Redis every few seconds which engines of this process can draw, so that the API knows which email clients
 * are available; `close` removes the entries at once. Rejects when the first write fails.
 */
export async function startHeartbeat(
  { redisConnection, prefix, clock, logger }: HeartbeatDeps,
  engines: readonly Pick<Engine, 'name' | 'version' | 'isHealthy'>[],
): Promise<{ close(): Promise<void> }> {
  const key = `${prefix}:${workerHeartbeatKey}`
  const workerId = randomUUID()
  const membersOf = (some: typeof engines): string[] =>
    some.map(({ name, version }) =>
      JSON.stringify({ workerId, engine: name, version } satisfies WorkerHeartbeat),
    )
  const beat = async (): Promise<void> => {
    const now = clock.now().getTime()
    const transaction = redisConnection.multi().zremrangebyscore(key, '-inf', now - workerHeartbeatTtlMs)
    for (const member of membersOf(engines.filter(({ isHealthy }) => isHealthy)))
      transaction.zadd(key, now, member)
    for (const member of membersOf(engines.filter(({ isHealthy }) => !isHealthy)))
      transaction.zrem(key, member)
    await transaction.exec()
  }
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      logger.warn({ err: error }, 'the heartbeat was not written to Redis')
    })
  }, workerHeartbeatIntervalMs)
  return {
    close: async () => {
      clearInterval(timer)
      await redisConnection.zrem(key, ...membersOf(engines)).catch(() => undefined)
    },
  }
}
