import { withdrawCaptures, type CaptureQueues, type RequestedPreview } from '../previews/request-capture'
import { inBatches } from './in-batches'
import type { RetentionDeps } from './retention-deps'

/** How long an email's end waits for captures that were asked for before it. */
export const graceMs = 10 * 60 * 1000

const size = 1_000

/**
 * Ends captures that wait still when their email's grace is over: `failed` with `content_gone`, their jobs withdrawn. Resolves to how many.
 * Begun one after the other they would each hold the content until their deadline, for as long as there are any.
 */
export function endLateCaptures({
  db,
  clock,
  captureQueues,
  signal,
}: RetentionDeps & { captureQueues: CaptureQueues }): Promise<number> {
  const now = clock.now()
  return inBatches(signal, async () => {
    const ended = await db.$queryRaw<RequestedPreview[]>`
      UPDATE previews SET status = 'failed', failure = 'content_gone', failed_at = ${now}, deadline_at = NULL
       WHERE id = ANY(ARRAY(
         SELECT p.id FROM emails e JOIN previews p ON p.email_id = e.id
          WHERE e.content_erased_at IS NULL AND e.expires_at <= ${new Date(now.getTime() - graceMs)}
            AND p.status = 'pending'
          ORDER BY p.id LIMIT ${size} FOR UPDATE OF p SKIP LOCKED))
      RETURNING id, engine, attempt, 'pending' AS status`
    await withdrawCaptures(captureQueues, ended)
    return { found: ended.length, done: ended.length }
  })
}
