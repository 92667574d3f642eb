import { z } from 'zod'

/**
 * The Redis sorted set into which each worker writes its engine and version every few seconds; an entry older than the
 * TTL is a dead worker's.
 */
export const workerHeartbeatKey = 'capture-workers'
export const workerHeartbeatIntervalMs = 3_000
export const workerHeartbeatTtlMs = 10_000

/** One entry of the set of heartbeats. */
const workerHeartbeat = z.object({ workerId: z.string(), engine: z.string(), version: z.string() })
/** Says that a worker serves an engine, and which version of its program. */
export type WorkerHeartbeat = z.infer<typeof workerHeartbeat>

/**
 * The entries that parse. A worker of another release may write another form: it then counts as absent, and the others
 * are still read.
 */
export function readHeartbeats(entries: readonly string[]): WorkerHeartbeat[] {
  return entries.flatMap((entry) => {
    try {
      return [workerHeartbeat.parse(JSON.parse(entry))]
    } catch {
      return []
    }
  })
}
