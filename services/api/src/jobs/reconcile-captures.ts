import { failOverdue } from '@pas/captures/fail-overdue'
import { findPending } from '@pas/captures/find-pending'
import {
  findWithoutJob,
  requestCaptures,
  type CaptureQueue,
  type CaptureQueues,
  type RequestedCapture,
} from '@pas/captures/request-captures'
import { auditJob, measuringEngine, type AuditJob } from '@pas/checks/audit-job'
import { failOverdueAudits, findPendingAudits } from '@pas/checks/audit-rows'
import type { Database } from '@pas/db/database'
import { findDueEmails } from '@pas/emails/asset-lease'
import type { Clock } from '@pas/runtime/clock'
import type { AssetCompletion } from '../assets/complete-assets'
import type { Reports } from '../checks/email-reports'

/** The request that made a younger row may still be adding its job. */
const newRowMs = 5_000
const maxPending = 10_000
const maxIncomplete = 100
/** Per round trip. Few, because requests share the connection. */
const maxJobs = 100

/**
 * Repairs what a lost Redis, job or process left behind (ADR 18). Rejects with Redis's errors or a
 * `QueueUnavailableError`, after it has repaired the other engines.
 */
export async function reconcileCaptures({
  db,
  clock,
  captureQueues,
  auditQueue,
  assetCompletion,
  reports,
  signal,
}: {
  db: Database
  clock: Clock
  captureQueues: CaptureQueues
  auditQueue: CaptureQueue<AuditJob>
  assetCompletion: Pick<AssetCompletion, 'complete'>
  reports: Pick<Reports, 'takeUp'>
  signal: AbortSignal
}): Promise<{ overdue: number; requeued: number }> {
  const now = clock.now()
  const overdue = (await failOverdue({ db, clock })) + (await failOverdueAudits({ db, clock }))
  const which = { requestedBefore: new Date(now.getTime() - newRowMs), limit: maxPending }
  const captures = await findPending({ db }, which)
  const contrasts = await findPendingAudits({ db }, which)
  const incomplete = await findDueEmails({ db, clock }, maxIncomplete)
  // An error is ignored: the next run finds the email again.
  for (const id of incomplete) assetCompletion.complete(id).catch(() => undefined)
  await reports.takeUp()
  const addCaptures = (lost: RequestedCapture[]) => requestCaptures(captureQueues, lost)
  const addContrasts = (lost: RequestedCapture[]) =>
    auditQueue.addBulk(lost.map((contrast) => auditJob(contrast, contrast.priority ?? 0)))
  // Each queue on its own: an engine's worker can leave keys that make each script on its queue fail.
  const requeues = await Promise.allSettled([
    ...[...captureQueues.keys()].map((engine) => {
      const ofEngine = captures.filter((pending) => pending.engine === engine)
      return requeue(captureQueues, ofEngine, addCaptures, signal)
    }),
    requeue(new Map([[measuringEngine, auditQueue]]), contrasts, addContrasts, signal),
  ])
  const failed = requeues.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  const requeued = requeues.reduce(
    (sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0),
    0,
  )
  return { overdue, requeued }
}

async function requeue(
  captureQueues: Parameters<typeof findWithoutJob>[0],
  pending: readonly RequestedCapture[],
  add: (lost: RequestedCapture[]) => Promise<unknown>,
  signal: AbortSignal,
): Promise<number> {
  let requeued = 0
  for (let start = 0; start < pending.length && !signal.aborted; start += maxJobs) {
    const lost = await findWithoutJob(captureQueues, pending.slice(start, start + maxJobs))
    await add(lost)
    requeued += lost.length
  }
  return requeued
}
