import type { RowDeps } from '@pas/db/row-deps'
import { emailRows, takesCaptures } from '@pas/emails/email-rows'

/**
 * For a picture that is lost: if the email takes captures and the row has the attempt that drew it, the preview is
 * `pending` again, with all that share the object. Resolves to whether it is.
 */
export async function requeueLostCapture(
  { db, clock }: RowDeps,
  { previewId, attempt }: { previewId: string; attempt: number },
): Promise<boolean> {
  const count = await db.$executeRaw`
    WITH lost AS MATERIALIZED (
      SELECT p.id, p.email_id, p.named_by_hash, p.picture_sha256 FROM previews p JOIN ${emailRows} ON e.id = p.email_id
       WHERE p.id = ${previewId}::uuid AND p.status = 'captured' AND p.attempt = ${attempt} AND ${takesCaptures(clock.now())}
    ), sharing AS MATERIALIZED (
      SELECT p.id FROM previews p JOIN lost ON p.email_id = lost.email_id
       WHERE p.status = 'captured' AND (p.id = lost.id OR (
               lost.named_by_hash AND p.named_by_hash AND p.picture_sha256 = lost.picture_sha256))
       -- In one fixed order: two statements that lock the same rows in opposite orders would deadlock.
       ORDER BY p.id FOR NO KEY UPDATE OF p)
    UPDATE previews p
       SET status = 'pending', deadline_at = NULL, captured_at = NULL, width = NULL, height = NULL, truncated = NULL,
           drawn_by = NULL, picture_sha256 = NULL, named_by_hash = false
      FROM sharing WHERE p.id = sharing.id`
  return count > 0
}
