import { readHeartbeats, workerHeartbeatKey, workerHeartbeatTtlMs } from '@pas/captures/worker-heartbeat'
import type { Clock } from '@pas/runtime/clock'
import type { Redis } from 'ioredis'

/** Which engines live workers serve right now, by the heartbeats they leave in Redis. */
export interface EngineStatus {
  /** Rejects when Redis is away. */
  isServed(engine: string): Promise<boolean>
  /** Every engine served and the version that runs; rejects when Redis is away. */
  served(): Promise<ReadonlyMap<string, string>>
}

/** How long an engine that was seen alive is believed to be without asking again. */
const believedMs = 2_000

export function createEngineStatus({
  redisConnection,
  prefix,
  clock,
}: {
  redisConnection: Redis
  prefix: string
  clock: Clock
}): EngineStatus {
  let known: ReadonlyMap<string, string> = new Map()
  let readAt = 0

  async function read(): Promise<ReadonlyMap<string, string>> {
    const now = clock.now().getTime()
    const entries = await redisConnection.zrangebyscore(
      `${prefix}:${workerHeartbeatKey}`,
      now - workerHeartbeatTtlMs,
      '+inf',
    )
    known = new Map(readHeartbeats(entries).map(({ engine, version }) => [engine, version]))
    readAt = now
    return known
  }

  return {
    served: read,
    isServed: async (engine) => {
      const fresh = clock.now().getTime() - readAt < believedMs
      // An engine that is missing is asked about again, so that a worker's first seconds lose no request.
      return (fresh && known.has(engine)) || (await read()).has(engine)
    },
  }
}
