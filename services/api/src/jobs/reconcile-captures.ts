import { failOverdue } from '@pas/captures/fail-overdue'
import { findPending } from '@pas/captures/find-pending'
import { findWithoutJob, requestCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { AssetCompletion } from '../assets/complete-assets'

/** A row younger than this may not be in its queue yet, because the request that made it is still adding its job. */
const newRowMs = 5_000
/** Pending rows that one run checks. */
const maxPending = 10_000
/** Emails whose assets one run completes. */
const maxIncomplete = 100
/** Jobs checked and added in parallel. Few, because requests share the connection. */
const size = 100

/**
 * Repairs what a lost Redis, job or process left behind: applies the crash rule to captures past their deadline
 * (`overdue`), gives pending previews without a job a new one with their account's priority (`requeued`), and starts to
 * complete emails that lack assets, without waiting for that. `findPending` says which previews come first. Safe beside
 * everything else, because a preview with two jobs is captured once. Rejects with Redis's errors or a
 * `QueueUnavailableError`.
 */
export async function reconcileCaptures({
  db,
  clock,
  captureQueues,
  assetCompletion,
  signal,
}: {
  db: Database
  clock: Clock
  captureQueues: CaptureQueues
  assetCompletion: Pick<AssetCompletion, 'complete'>
  signal: AbortSignal
}): Promise<{ overdue: number; requeued: number }> {
  const now = clock.now()
  const overdue = await failOverdue({ db, clock })
  const pending = await findPending(
    { db },
    { requestedBefore: new Date(now.getTime() - newRowMs), limit: maxPending },
  )
  const incomplete = await db.email.findMany({
    where: { assetsDueAt: { lte: now }, contentErasedAt: null },
    select: { id: true },
    orderBy: { assetsDueAt: 'asc' },
    take: maxIncomplete,
  })
  // An email whose completion fails is found again by the next run.
  for (const { id } of incomplete) assetCompletion.complete(id).catch(() => undefined)
  let requeued = 0
  for (let start = 0; start < pending.length && !signal.aborted; start += size) {
    const lost = await findWithoutJob(captureQueues, pending.slice(start, start + size))
    await requestCaptures(captureQueues, lost)
    requeued += lost.length
  }
  return { overdue, requeued }
}
