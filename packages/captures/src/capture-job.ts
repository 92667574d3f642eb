import type { Preview } from '@pas/db/database'
import { z } from 'zod'
import { attemptsOfRound, maxCaptureAttempts } from './attempts'

/** Each engine has its own queue, so that operators scale each kind of worker alone. */
export const captureQueueName = (engine: string): string => `capture-${engine}`

/** Ids only: the row is the truth. New fields stay optional for one release, so that waiting jobs parse. */
export const capturePayload = z.object({ previewId: z.guid() })
export type CapturePayload = z.infer<typeof capturePayload>

/**
 * One attempt is one job: BullMQ ignores an id that it has, also of a finished job. It refuses ids with `:` and ids of
 * digits only.
 */
export const captureJobId = (previewId: string, attempt: number): string => `${previewId}-${attempt}`

/** The inverse of `captureJobId`, for previews and checks. */
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
export const maxPriority = 2 ** 21

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

export type CaptureJob = ReturnType<typeof captureJob>
