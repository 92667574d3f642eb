import { failOverdue } from '@pas/captures/fail-overdue'
import { findPending } from '@pas/captures/find-pending'
import { findWithoutJob, requestCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { AssetCompletion } from '../emails/complete-assets'

/** A row that was made less than this ago may still be on its way into the queue. */
const newRowMs = 5_000
/** Rows that one run looks at. */
const maxPending = 10_000
/** Emails whose assets one run completes. */
const maxIncomplete = 100
/** Jobs asked for at once, on the connection that serves requests. */
const size = 100

/**
 * Puts right what a lost Redis, a lost job or a lost worker left behind; resolves to how many of each. A capture past its deadline is pending
 * again, or failed when that was its last attempt, and every pending preview without a job in its engine's queue gets one, as far behind
 * as its account's turn at that engine is. A run looks at as many for each engine, those whose turn is next first, so that what piles up
 * for an engine that no worker serves hides no lost job of another. An email that lacks assets, its process gone, is completed before, which
 * is not waited for. Safe beside everything else: a preview with two jobs is captured once. Rejects
 * with Redis's errors, or the queue's 503, while it is away.
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
  // One that fails is found again by the next run.
  for (const { id } of incomplete) assetCompletion.complete(id).catch(() => undefined)
  let requeued = 0
  for (let start = 0; start < pending.length && !signal.aborted; start += size) {
    const lost = await findWithoutJob(captureQueues, pending.slice(start, start + size))
    await requestCaptures(captureQueues, lost)
    requeued += lost.length
  }
  return { overdue, requeued }
}
