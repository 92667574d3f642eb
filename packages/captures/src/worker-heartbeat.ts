import { z } from 'zod'

/**
 * The Redis sorted set, below the prefix, into which each worker of an engine writes its version every few seconds; an
 * entry older than the TTL is a dead worker's. Each engine has its own, so that a worker's user in Redis may write that
 * of its engine only.
 */
export const workerHeartbeatKey = (engine: string): string => `capture-workers:${engine}`
/** The set into which workers of the last release write, of every engine. */
const lastReleasesKey = 'capture-workers'

export const workerHeartbeatIntervalMs = 3_000
export const workerHeartbeatTtlMs = 10_000

/** One entry of the set of heartbeats. */
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
  const entriesOf = (key: string): Promise<string[]> =>
    redisConnection.zrangebyscore(`${prefix}:${key}`, now.getTime() - workerHeartbeatTtlMs, '+inf')
  const found = await Promise.all([
    entriesOf(lastReleasesKey).then(readHeartbeats),
    ...engines.map(async (name) =>
      // A worker speaks for its own engine only.
      readHeartbeats(await entriesOf(workerHeartbeatKey(name))).filter(({ engine }) => engine === name),
    ),
  ])
  return found.flat()
}

/**
 * The entries that parse. A worker of another release may write another form: it then counts as absent, and the others
 * are still read.
 */
function readHeartbeats(entries: readonly string[]): WorkerHeartbeat[] {
  return entries.flatMap((entry) => {
    try {
      return [workerHeartbeat.parse(JSON.parse(entry))]
    } catch {
      return []
    }
  })
}
