import { captureJobId, captureJobIds, maxCaptureAttempts } from '@pas/capture-queue/capture-queue'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { AssetCompletion } from '../emails/complete-assets'
import { requestCaptures, type CaptureQueues, type RequestedPreview } from '../previews/request-capture'

/** A row that was made less than this ago may still be on its way into the queue. */
const patienceMs = 5_000
/** Rows looked at in one run. */
const most = 10_000
/** Emails whose assets are seen to in one run. */
const mostIncomplete = 100
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
  const overdue = await db.$executeRaw`
    UPDATE previews
       SET status = (CASE WHEN attempt % ${maxCaptureAttempts} = 0 THEN 'failed' ELSE 'pending' END)::"PreviewStatus",
           failed_at = CASE WHEN attempt % ${maxCaptureAttempts} = 0 THEN ${now}::timestamptz END,
           failure = 'engine_crashed', deadline_at = NULL
     WHERE status = 'capturing' AND deadline_at <= ${now}`
  const pending = await db.$queryRaw<RequestedPreview[]>`
    WITH waiting AS (
      SELECT id, email_id, engine, attempt, status, requested_at,
             row_number() OVER (PARTITION BY account_id, engine ORDER BY requested_at)::int AS turn
        FROM previews WHERE status IN ('pending', 'capturing'))
    SELECT w.id, w.engine, w.attempt, w.status, w.turn
      FROM waiting w
     WHERE w.status = 'pending' AND w.requested_at <= ${new Date(now.getTime() - patienceMs)}
       -- Not a join: for some thousand waiting rows that would be planned as a scan of all emails.
       AND (SELECT e.content_erased_at IS NULL AND e.assets_due_at IS NULL FROM emails e WHERE e.id = w.email_id)
     ORDER BY row_number() OVER (PARTITION BY w.engine ORDER BY w.turn, w.requested_at) LIMIT ${most}`
  const incomplete = await db.email.findMany({
    where: { assetsDueAt: { lte: now }, contentErasedAt: null },
    select: { id: true },
    orderBy: { assetsDueAt: 'asc' },
    take: mostIncomplete,
  })
  // One that fails is found again by the next run.
  for (const { id } of incomplete) assetCompletion.complete(id).catch(() => undefined)
  let requeued = 0
  for (let start = 0; start < pending.length && !signal.aborted; start += size) {
    const lost = await removeFinishedJobs(captureQueues, pending.slice(start, start + size))
    await requestCaptures(captureQueues, lost)
    requeued += lost.length
  }
  return { overdue, requeued }
}

/** Resolves to those that no job stands for. A finished job, which is kept for a while, would keep its id from a new one: it is removed. */
async function removeFinishedJobs(
  captureQueues: CaptureQueues,
  previews: readonly RequestedPreview[],
): Promise<RequestedPreview[]> {
  const lost = await Promise.all(
    previews.map(async (preview) => {
      const queue = captureQueues.get(preview.engine)
      if (!queue) return []
      const states = await Promise.all(captureJobIds(preview).map((jobId) => queue.getJobState(jobId)))
      if (states.some((state) => !['unknown', 'completed', 'failed'].includes(state))) return []
      if (states[0] !== 'unknown') await queue.remove(captureJobId(preview.id, preview.attempt))
      return [preview]
    }),
  )
  return lost.flat()
}
