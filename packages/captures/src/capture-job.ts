import type { Preview } from '@pas/db/database'
import { z } from 'zod'
import { attemptsOfRound, maxCaptureAttempts } from './attempts'

/** One queue per engine, so that operators scale each kind of worker alone. */
export const captureQueueName = (engine: string): string => `capture-${engine}`

/** Ids only: the row is the truth. New fields stay optional for one release. */
export const capturePayload = z.object({ previewId: z.guid() })
export type CapturePayload = z.infer<typeof capturePayload>

/**
 * The id of the job for one attempt at a preview's capture: asking twice for the same attempt is one job; asking again after a finished
 * or lost attempt is a new one. BullMQ refuses `:` and all-digit ids, and a kept finished job blocks its id.
 */
export const captureJobId = (previewId: string, attempt: number): string => `${previewId}-${attempt}`

/** The preview that a job is for; the inverse of `captureJobId`. */
export const previewIdOfJob = (jobId: string): string => jobId.slice(0, jobId.lastIndexOf('-'))

/**
 * The ids under which a job for this preview can exist, the newest attempt's first: a job that is tried again keeps the id of the attempt
 * for which it was added, so that it is any of the row's round.
 */
export const captureJobIds = (preview: Pick<Preview, 'id' | 'attempt' | 'status'>): string[] =>
  attemptsOfRound(preview).map((attempt) => captureJobId(preview.id, attempt))

/** BullMQ job options: retry policy and how long finished jobs stay for listeners that come late. */
export const captureJobOptions = {
  attempts: maxCaptureAttempts,
  backoff: { type: 'fixed', delay: 250 },
  removeOnComplete: { age: 300, count: 10_000 },
  removeOnFail: { age: 300, count: 10_000 },
} as const

/** BullMQ refuses a priority above this (its PRIORITY_LIMIT). */
const maxPriority = 2 ** 21

/** The job for the preview's next attempt, as `addBulk` takes it. Lower priorities go first. */
export const captureJob = ({ id, attempt }: Pick<Preview, 'id' | 'attempt'>, priority: number) => ({
  name: 'capture',
  data: { previewId: id } satisfies CapturePayload,
  opts: {
    ...captureJobOptions,
    jobId: captureJobId(id, attempt),
    priority: Math.min(priority, maxPriority),
  },
})
export type CaptureJob = ReturnType<typeof captureJob>
