import { randomUUID } from 'node:crypto'
import {
  workerHeartbeatIntervalMs,
  workerHeartbeatKey,
  workerHeartbeatTtlMs,
  type WorkerHeartbeat,
} from '@pas/capture-queue/capture-queue'
import type { Clock } from '@pas/runtime/clock'
import type { Logger } from '@pas/runtime/logger'
import type { Redis } from 'ioredis'

interface HeartbeatDeps {
  redisConnection: Redis
  prefix: string
  clock: Clock
  logger: Logger
}

/** Says every few seconds which engines this process serves, from now until it is closed; then takes it back at once. */
export async function startHeartbeat(
  { redisConnection, prefix, clock, logger }: HeartbeatDeps,
  engines: readonly { name: string; version: string }[],
): Promise<{ close(): Promise<void> }> {
  const key = `${prefix}:${workerHeartbeatKey}`
  const workerId = randomUUID()
  const members = engines.map(({ name, version }) =>
    JSON.stringify({ workerId, engine: name, version } satisfies WorkerHeartbeat),
  )
  const beat = async (): Promise<void> => {
    const now = clock.now().getTime()
    await redisConnection
      .multi()
      .zadd(key, ...members.flatMap((member) => [now, member]))
      .zremrangebyscore(key, '-inf', now - workerHeartbeatTtlMs)
      .exec()
  }
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      logger.warn({ err: error }, 'heartbeat')
    })
  }, workerHeartbeatIntervalMs)
  return {
    close: async () => {
      clearInterval(timer)
      await redisConnection.zrem(key, ...members).catch(() => undefined)
    },
  }
}
