import { findHeartbeats } from '@pas/captures/worker-heartbeat'
import { emailClients } from '@pas/email-clients/catalogue'
import type { Clock } from '@pas/runtime/clock'
import type { Redis } from 'ioredis'

/** Of the running workers of an engine. */
export interface ServedEngine {
  version: string
  /** Several while workers are updated. */
  drawnBy: readonly string[]
}

/** The methods reject when Redis cannot be reached. */
export interface EngineStatus {
  isServed(engine: string): Promise<boolean>
  served(): Promise<ReadonlyMap<string, ServedEngine>>
}

const freshMs = 2_000

const engines = [...new Set(emailClients.map(({ engine }) => engine))]

export function createEngineStatus({
  redisConnection,
  prefix,
  clock,
}: {
  redisConnection: Redis
  prefix: string
  clock: Clock
}): EngineStatus {
  let known: ReadonlyMap<string, ServedEngine> = new Map()
  let readAt = 0

  async function read(): Promise<ReadonlyMap<string, ServedEngine>> {
    const now = clock.now()
    const heartbeats = await findHeartbeats(redisConnection, { prefix, engines, now })
    known = new Map(
      heartbeats.map(({ engine, version }) => {
        const drawnBy = heartbeats
          .filter((beat) => beat.engine === engine)
          .flatMap((beat) => beat.drawnBy ?? [])
        return [engine, { version, drawnBy: [...new Set(drawnBy)] }]
      }),
    )
    readAt = now.getTime()
    return known
  }

  return {
    served: read,
    isServed: async (engine) => {
      const isFresh = clock.now().getTime() - readAt < freshMs
      // Redis is read again for an engine without a worker, so that requests succeed as soon as its first worker has
      // started.
      return (isFresh && known.has(engine)) || (await read()).has(engine)
    },
  }
}
