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
import { drawnByOf } from './drawn-by'
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
  const entries = engines.map((engine) => ({ engine, member: memberOf(workerId, engine) }))
  const beat = async (): Promise<void> => {
    const now = clock.now().getTime()
    await Promise.all(
      entries.flatMap(({ engine, member }): Promise<unknown>[] => [
        redisConnection.zremrangebyscore(keyOf(engine), '-inf', now - workerHeartbeatTtlMs),
        engine.isHealthy
          ? redisConnection.zadd(keyOf(engine), now, member)
          : redisConnection.zrem(keyOf(engine), member),
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
      await Promise.allSettled(
        entries.map(({ engine, member }) => redisConnection.zrem(keyOf(engine), member)),
      )
    },
  }
}

function memberOf(workerId: string, engine: BeatingEngine): string {
  const { name, version } = engine
  return JSON.stringify({
    workerId,
    engine: name,
    version,
    drawnBy: drawnByOf(engine),
  } satisfies WorkerHeartbeat)
}
