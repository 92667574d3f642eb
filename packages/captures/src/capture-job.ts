import type { Preview } from '@pas/db/database'
import { z } from 'zod'
import { attemptsOfRound, maxCaptureAttempts } from './attempts'

/** Each engine has its own queue, so that operators scale each kind of worker alone. */
export const captureQueueName = (engine: string): string => `capture-${engine}`

/** Ids only: the row is the truth. New fields stay optional for one release, so that waiting jobs parse. */
export const capturePayload = z.object({ previewId: z.guid() })
export type CapturePayload = z.infer<typeof capturePayload>

export const measuringEngine = 'chromium'
/** Audits have their own queue: they may take seconds, and no capture waits for one. */
export const auditQueueName = `audit-${measuringEngine}`
export const auditPayload = z.object({ checkId: z.guid() })
export type AuditPayload = z.infer<typeof auditPayload>
export type QueuedPayload = CapturePayload | AuditPayload

/**
 * One attempt is one job: BullMQ ignores an id that it has, also of a finished job. It refuses ids with `:` and ids of
 * digits only.
 */
export const captureJobId = (previewId: string, attempt: number): string => `${previewId}-${attempt}`

/** The inverse of `captureJobId`, for previews and audits. */
export const rowIdOfJob = (jobId: string): string => jobId.slice(0, jobId.lastIndexOf('-'))

/** Newest attempt first. A retry by BullMQ keeps its id, so a job may have that of any attempt of the round. */
export const captureJobIds = (preview: Pick<Preview, 'id' | 'attempt' | 'status'>): string[] =>
  attemptsOfRound(preview).map((attempt) => captureJobId(preview.id, attempt))

/** `delay` in ms; `age`, in s, keeps finished jobs for late listeners. */
export const captureJobOptions = {
  attempts: maxCaptureAttempts,
  backoff: { type: 'fixed', delay: 250 },
  removeOnComplete: { age: 300, count: 10_000 },
  removeOnFail: { age: 300, count: 10_000 },
} as const

/** BullMQ's PRIORITY_LIMIT. */
const maxPriority = 2 ** 21

/** BullMQ takes it in `addBulk`. Lower numbers have higher priority. */
export const captureJob = ({ id, attempt }: Pick<Preview, 'id' | 'attempt'>, priority: number) => ({
  name: 'capture',
  data: { previewId: id } satisfies CapturePayload,
  opts: {
    ...captureJobOptions,
    jobId: captureJobId(id, attempt),
    priority: Math.min(priority, maxPriority),
  },
})
/** `ahead`: the account's audits that wait before it, so that accounts take turns. */
export const auditJob = ({ id, attempt }: { id: string; attempt: number }, ahead: number) => ({
  name: 'contrast',
  data: { checkId: id } satisfies AuditPayload,
  opts: {
    ...captureJobOptions,
    // No listener comes late, and an attempt that begins again without a claim must find its id free.
    removeOnComplete: true,
    removeOnFail: true,
    jobId: captureJobId(id, attempt),
    priority: Math.min(ahead + 1, maxPriority),
  },
})

export type CaptureJob = ReturnType<typeof captureJob> | ReturnType<typeof auditJob>
