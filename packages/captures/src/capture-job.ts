import type { Preview } from '@pas/db/database'
import { z } from 'zod'
import { attemptsOfRound, maxCaptureAttempts } from './attempts'

/** BullMQ's name of an engine's queue. Each engine has its own, so that operators scale each kind of worker alone. */
export const captureQueueName = (engine: string): string => `capture-${engine}`

/** Ids only: the row is the truth. New fields stay optional for a release, so that the last release's jobs parse. */
export const capturePayload = z.object({ previewId: z.guid() })
export type CapturePayload = z.infer<typeof capturePayload>

/** The engine that measures the contrast of an email. */
export const measuringEngine = 'chromium'
/** The queue of its audits. It is not that of captures: an audit may take seconds, and no capture waits for one. */
export const auditQueueName = `audit-${measuringEngine}`
/** The data of such a job: the row of `email_checks`. */
export const auditPayload = z.object({ checkId: z.guid() })
export type AuditPayload = z.infer<typeof auditPayload>
/** The data of any job of these queues. */
export type QueuedPayload = CapturePayload | AuditPayload

/**
 * The id of the job for one attempt at a preview's capture. It makes adding jobs idempotent: a second request for the
 * same attempt adds no job, and a request after a finished or lost attempt has a new id, as BullMQ ignores a job whose
 * id a kept finished job has. BullMQ refuses ids with `:` and ids of digits only.
 */
export const captureJobId = (previewId: string, attempt: number): string => `${previewId}-${attempt}`

/** The row that a job is for, of a preview or an audit; the inverse of `captureJobId`. */
export const rowIdOfJob = (jobId: string): string => jobId.slice(0, jobId.lastIndexOf('-'))

/**
 * The ids under which a job for this preview can exist, the newest attempt's first. BullMQ's retry of a job keeps the
 * id of the attempt for which the job was added, so the id can be that of any attempt of the row's round.
 */
export const captureJobIds = (preview: Pick<Preview, 'id' | 'attempt' | 'status'>): string[] =>
  attemptsOfRound(preview).map((attempt) => captureJobId(preview.id, attempt))

/** BullMQ's job options: retries (`delay` in ms), and how long (`age` in s) finished jobs stay for late listeners. */
export const captureJobOptions = {
  attempts: maxCaptureAttempts,
  backoff: { type: 'fixed', delay: 250 },
  removeOnComplete: { age: 300, count: 10_000 },
  removeOnFail: { age: 300, count: 10_000 },
} as const

/** BullMQ refuses a priority above this (its PRIORITY_LIMIT). */
const maxPriority = 2 ** 21

/** The job for the preview's next attempt, as BullMQ's `addBulk` takes it. Lower numbers have higher priority. */
export const captureJob = ({ id, attempt }: Pick<Preview, 'id' | 'attempt'>, priority: number) => ({
  name: 'capture',
  data: { previewId: id } satisfies CapturePayload,
  opts: {
    ...captureJobOptions,
    jobId: captureJobId(id, attempt),
    priority: Math.min(priority, maxPriority),
  },
})
/** The job for an audit. `ahead`: how many of the account's audits wait before it, so that accounts take turns. */
export const auditJob = ({ id, attempt }: { id: string; attempt: number }, ahead: number) => ({
  name: 'contrast',
  data: { checkId: id } satisfies AuditPayload,
  opts: {
    ...captureJobOptions,
    // Nobody listens for it later, and an attempt that is begun again without a claim must find its id free.
    removeOnComplete: true,
    removeOnFail: true,
    jobId: captureJobId(id, attempt),
    priority: Math.min(ahead + 1, maxPriority),
  },
})

/** A job for `addBulk` of an engine's queue. */
export type CaptureJob = ReturnType<typeof captureJob> | ReturnType<typeof auditJob>
