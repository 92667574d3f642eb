import { z } from 'zod'

/**
 * A Redis sorted set of workers' versions, below the prefix; entries older than the TTL are dead workers'. One for
 * each engine, so that a worker's Redis user writes only its own.
 */
export const workerHeartbeatKey = (engine: string): string => `capture-workers:${engine}`

export const workerHeartbeatIntervalMs = 3_000
export const workerHeartbeatTtlMs = 10_000

const workerHeartbeat = z.object({
  workerId: z.string(),
  engine: z.string(),
  version: z.string(),
  /** A worker of another release may not tell it. */
  drawnBy: z.string().optional(),
})
export type WorkerHeartbeat = z.infer<typeof workerHeartbeat>

interface SortedSets {
  zrangebyscore(key: string, min: number, max: '+inf'): Promise<string[]>
}

/** Rejects when Redis cannot be reached. */
export async function findHeartbeats(
  redisConnection: SortedSets,
  { prefix, engines, now }: { prefix: string; engines: readonly string[]; now: Date },
): Promise<WorkerHeartbeat[]> {
  const heartbeats = await Promise.all(
    engines.map(async (name) => {
      const key = `${prefix}:${workerHeartbeatKey(name)}`
      const entries = await redisConnection.zrangebyscore(key, now.getTime() - workerHeartbeatTtlMs, '+inf')
      // A worker speaks for its own engine only.
      return readHeartbeats(entries).filter(({ engine }) => engine === name)
    }),
  )
  return heartbeats.flat()
}

/** Workers of another release may write another form; they count as absent. */
function readHeartbeats(entries: readonly string[]): WorkerHeartbeat[] {
  return entries.flatMap((entry) => {
    try {
      return [workerHeartbeat.parse(JSON.parse(entry))]
    } catch {
      return []
    }
  })
}

export interface ServedEngine {
  engine: string
  version: string
  workers: number
}

/** By engine, then by version. */
export function countWorkers(heartbeats: readonly WorkerHeartbeat[]): ServedEngine[] {
  const counted = new Map<string, ServedEngine>()
  for (const { engine, version } of heartbeats) {
    const key = JSON.stringify([engine, version])
    counted.set(key, { engine, version, workers: (counted.get(key)?.workers ?? 0) + 1 })
  }
  return [...counted.keys()].sort().flatMap((key) => counted.get(key) ?? [])
}
