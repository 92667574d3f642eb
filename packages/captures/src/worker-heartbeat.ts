import { z } from 'zod'

/**
 * The Redis sorted set, below the prefix, into which each worker of an engine writes its version every few seconds; an
 * entry older than the TTL is a dead worker's. Each engine has its own, so that a worker's user in Redis may write that
 * of its engine only.
 */
export const workerHeartbeatKey = (engine: string): string => `capture-workers:${engine}`

export const workerHeartbeatIntervalMs = 3_000
export const workerHeartbeatTtlMs = 10_000

const workerHeartbeat = z.object({ workerId: z.string(), engine: z.string(), version: z.string() })
/** Says that a worker serves an engine, and which version of its program. */
export type WorkerHeartbeat = z.infer<typeof workerHeartbeat>

/** The command of Redis that reads heartbeats, as ioredis has it. */
interface SortedSets {
  zrangebyscore(key: string, min: number, max: '+inf'): Promise<string[]>
}

/** The heartbeats of the live workers of these engines, below `prefix`. Rejects when Redis cannot be reached. */
export async function findHeartbeats(
  redisConnection: SortedSets,
  { prefix, engines, now }: { prefix: string; engines: readonly string[]; now: Date },
): Promise<WorkerHeartbeat[]> {
  const found = await Promise.all(
    engines.map(async (name) => {
      const key = `${prefix}:${workerHeartbeatKey(name)}`
      const entries = await redisConnection.zrangebyscore(key, now.getTime() - workerHeartbeatTtlMs, '+inf')
      // A worker speaks for its own engine only.
      return readHeartbeats(entries).filter(({ engine }) => engine === name)
    }),
  )
  return found.flat()
}

/** The entries that parse. A worker of another release may write another form, and then counts as absent. */
function readHeartbeats(entries: readonly string[]): WorkerHeartbeat[] {
  return entries.flatMap((entry) => {
    try {
      return [workerHeartbeat.parse(JSON.parse(entry))]
    } catch {
      return []
    }
  })
}
