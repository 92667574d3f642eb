import { Prisma } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import { emailRows } from '@pas/emails/email-rows'
import type { Batch, Position } from '@pas/emails/lock-emails'
import type { RequestedCapture } from './request-captures'
import type { PictureRow } from './storage-keys'

/** Locks the emails, and skips locked ones, so that only one of two runs works on an email's pictures. */
export function lockEmailsOfOldPictures(
  { db }: DbDeps,
  { oldest, after, limit }: { oldest: Date } & Batch,
): Promise<Position[]> {
  return db.$queryRaw<Position[]>`
    SELECT p.id, p.captured_at AS at FROM previews p JOIN ${emailRows} ON e.id = p.email_id
     WHERE p.captured_at <= ${oldest} AND (p.captured_at, p.id) > (${after.at}, ${after.id}::uuid)
     ORDER BY p.captured_at, p.id LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED`
}

export interface OldPicture extends PictureRow {
  id: string
  isShared: boolean
  isLast: boolean
}

const pictureColumns = Prisma.sql`p.email_id AS "emailId", p.image_token AS "imageToken", p.named_by_hash AS "namedByHash",
  p.picture_sha256 AS "pictureSha256"`

/**
 * All old pictures of the emails of `previewIds`, which must be locked. Leaves out emails with unfinished captures, which
 * may be about to use a stored picture. `isShared`: a picture that is not old is equal. `isLast`: all of the email's are
 * old.
 */
export function lockOldPictures(
  { db }: DbDeps,
  previewIds: readonly string[],
  oldest: Date,
): Promise<OldPicture[]> {
  return db.$queryRaw<OldPicture[]>`
    WITH old AS MATERIALIZED (
      SELECT p.* FROM previews p
       WHERE p.email_id IN (SELECT email_id FROM previews WHERE id = ANY(${previewIds}::uuid[]))
         AND p.captured_at <= ${oldest} AND NOT EXISTS (
               SELECT FROM previews o WHERE o.email_id = p.email_id AND o.status IN ('pending', 'capturing'))
       ORDER BY p.id FOR UPDATE OF p),
    newer AS MATERIALIZED (
      SELECT o.email_id, o.named_by_hash, o.picture_sha256 FROM previews o
       WHERE o.email_id IN (SELECT email_id FROM old) AND o.captured_at > ${oldest})
    SELECT p.id, ${pictureColumns}, NOT EXISTS (SELECT FROM newer n WHERE n.email_id = p.email_id) AS "isLast",
           p.named_by_hash AND EXISTS (
             SELECT FROM newer n
              WHERE n.email_id = p.email_id AND n.named_by_hash AND n.picture_sha256 = p.picture_sha256) AS "isShared"
      FROM old p`
}

/** A worker can record a picture of these emails only after this transaction. */
export function lockPreviewsOf(
  { db }: DbDeps,
  emailIds: readonly string[],
): Promise<(RequestedCapture & PictureRow)[]> {
  return db.$queryRaw<(RequestedCapture & PictureRow)[]>`
    SELECT id, engine, attempt, status, ${pictureColumns}
      FROM previews p WHERE email_id = ANY(${emailIds}::uuid[]) ORDER BY id FOR UPDATE`
}

/**
 * Prevents the removal of a preview until the transaction ends. False when it no longer has this attempt's picture, or
 * is being removed: does not wait for that lock.
 */
export async function keepCaptured(
  { db }: DbDeps,
  { previewId, attempt }: { previewId: string; attempt: number },
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id FROM previews WHERE id = ${previewId}::uuid AND status = 'captured' AND attempt = ${attempt}
       FOR KEY SHARE SKIP LOCKED`
  return rows.length > 0
}
