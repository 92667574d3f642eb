import { findHeartbeats } from '@pas/captures/worker-heartbeat'
import { emailClients } from '@pas/email-clients/catalogue'
import type { Clock } from '@pas/runtime/clock'
import type { Redis } from 'ioredis'

/** The engines that live workers serve, by the workers' heartbeats in Redis. */
export interface EngineStatus {
  /** Whether a live worker serves this engine. Rejects when Redis cannot be reached. */
  isServed(engine: string): Promise<boolean>
  /** Every served engine with its running version. Rejects when Redis cannot be reached. */
  served(): Promise<ReadonlyMap<string, string>>
}

/** How long an engine that was served counts as served without reading Redis again. */
const believedMs = 2_000

const engines = [...new Set(emailClients.map(({ engine }) => engine))]

/** Reads heartbeats below `prefix`, on demand. */
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
    const now = clock.now()
    const heartbeats = await findHeartbeats(redisConnection, { prefix, engines, now })
    known = new Map(heartbeats.map(({ engine, version }) => [engine, version]))
    readAt = now.getTime()
    return known
  }

  return {
    served: read,
    isServed: async (engine) => {
      const fresh = clock.now().getTime() - readAt < believedMs
      // When the last read had no worker for the engine, Redis is read again, so that requests succeed as soon as its
      // first worker has started.
      return (fresh && known.has(engine)) || (await read()).has(engine)
    },
  }
}
