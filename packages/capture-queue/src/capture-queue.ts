import { z } from 'zod'

/** One queue an engine, so that operators scale each kind of worker alone. */
export const captureQueueName = (engine: string): string => `capture-${engine}`

/** Ids only: the row is the truth. New fields stay optional for one release. */
export const capturePayload = z.object({ previewId: z.guid() })
export type CapturePayload = z.infer<typeof capturePayload>

/**
 * The id under which a preview's capture waits: asking twice for the same attempt is one job; asking again after a finished
 * or lost attempt is a new one. BullMQ refuses `:` and all-digit ids, and a kept finished job blocks its id.
 */
export const captureJobId = (previewId: string, attempt: number): string => `${previewId}-${attempt}`

/**
 * How often one capture is tried before it is `failed`, unless an operator has it tried again. The row's attempt number only ever grows,
 * so that a late worker's is never a new one's: every multiple of this ends a round of attempts, and a pending row at one begins the next.
 */
export const maxCaptureAttempts = 3

/**
 * Under which ids a job can stand for this preview, the newest attempt's first: a job that is tried again keeps the id of the attempt it
 * was put in for, so that it is any of the row's round. A round is few attempts, however many rounds there were.
 */
export function captureJobIds(preview: { id: string; attempt: number; status: string }): string[] {
  const { id, attempt, status } = preview
  const ended = status === 'capturing' ? attempt - 1 : attempt
  const first = ended - (ended % maxCaptureAttempts)
  return Array.from({ length: attempt - first + 1 }, (_, back) => captureJobId(id, attempt - back))
}

/** BullMQ job options: retry policy and how long finished jobs stay for listeners that come late. */
export const captureJobOptions = {
  attempts: maxCaptureAttempts,
  backoff: { type: 'fixed', delay: 250 },
  removeOnComplete: { age: 300, count: 10_000 },
  removeOnFail: { age: 300, count: 10_000 },
} as const

/** A worker says here, every few seconds, which engine and version it serves; older entries are dead workers'. */
export const workerHeartbeatKey = 'capture-workers'
export const workerHeartbeatIntervalMs = 3_000
export const workerHeartbeatTtlMs = 10_000

/** One entry of the heartbeat set. */
const workerHeartbeat = z.object({ workerId: z.string(), engine: z.string(), version: z.string() })
export type WorkerHeartbeat = z.infer<typeof workerHeartbeat>

/** The entries that are one; another release may say it in another way, which speaks for its own worker and hides no other. */
export function readHeartbeats(entries: readonly string[]): WorkerHeartbeat[] {
  return entries.flatMap((entry) => {
    try {
      return [workerHeartbeat.parse(JSON.parse(entry))]
    } catch {
      return []
    }
  })
}

/** Which preview a job id speaks of; the inverse of `captureJobId`. */
export const previewIdOfJob = (jobId: string): string => jobId.slice(0, jobId.lastIndexOf('-'))
