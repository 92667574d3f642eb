import { randomUUID } from 'node:crypto'
import {
  workerHeartbeatIntervalMs,
  workerHeartbeatKey,
  workerHeartbeatTtlMs,
  type WorkerHeartbeat,
} from '@pas/captures/worker-heartbeat'
import type { Clock } from '@pas/runtime/clock'
import type { Logger } from '@pas/runtime/logger'
import { createSparingWarnings } from '@pas/runtime/sparing-warnings'
import type { Redis } from 'ioredis'
import type { Engine } from './engines/engine'

type BeatingEngine = Pick<Engine, 'name' | 'version' | 'isHealthy'>

/** Tells the API which email clients are available; `close` removes the entries. Rejects when the first write fails. */
export async function startHeartbeat(
  {
    redisConnection,
    prefix,
    clock,
    logger,
  }: { redisConnection: Redis; prefix: string; clock: Clock; logger: Logger },
  engines: readonly BeatingEngine[],
): Promise<{ close(): Promise<void> }> {
  const workerId = randomUUID()
  const keyOf = ({ name }: BeatingEngine): string => `${prefix}:${workerHeartbeatKey(name)}`
  const memberOf = ({ name, version }: BeatingEngine): string =>
    JSON.stringify({ workerId, engine: name, version } satisfies WorkerHeartbeat)
  const beat = async (): Promise<void> => {
    const now = clock.now().getTime()
    await Promise.all(
      engines.flatMap((engine): Promise<unknown>[] => [
        redisConnection.zremrangebyscore(keyOf(engine), '-inf', now - workerHeartbeatTtlMs),
        engine.isHealthy
          ? redisConnection.zadd(keyOf(engine), now, memberOf(engine))
          : redisConnection.zrem(keyOf(engine), memberOf(engine)),
      ]),
    )
  }
  await beat()
  const warn = createSparingWarnings(logger)
  const timer = setInterval(() => {
    beat().catch((error: unknown) => warn(error, 'the heartbeat was not written to Redis'))
  }, workerHeartbeatIntervalMs)
  return {
    close: async () => {
      clearInterval(timer)
      await Promise.allSettled(engines.map((engine) => redisConnection.zrem(keyOf(engine), memberOf(engine))))
    },
  }
}
