import { captureJobId, captureJobOptions, maxPriority } from '@pas/captures/capture-job'
import { z } from 'zod'

export const measuringEngine = 'chromium'
/** A queue of its own: measuring may take seconds, and no capture waits for it. */
export const auditQueueName = `audit-${measuringEngine}`
/** For the effects of one email client in one email, with those of the unchanged email. */
export const maxEffectPictures = 24

/** `progress`: what an earlier part of the audit found, for the worker alone. */
export const auditPayload = z.object({ checkId: z.guid(), progress: z.unknown().optional() })
export type AuditPayload = z.infer<typeof auditPayload>

/** `ahead`: the account's measurements that wait before it, so that accounts take turns. */
export const auditJob = ({ id, attempt }: { id: string; attempt: number }, ahead: number) => ({
  name: 'audit',
  data: { checkId: id } satisfies AuditPayload,
  opts: {
    ...captureJobOptions,
    // No caller looks up a finished job, and an attempt that is queued again before any claim needs its id free.
    removeOnComplete: true,
    removeOnFail: true,
    jobId: captureJobId(id, attempt),
    priority: Math.min(ahead + 1, maxPriority),
  },
})

export type AuditJob = ReturnType<typeof auditJob>
