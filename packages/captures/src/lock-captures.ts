import type { DbDeps } from '@pas/db/row-deps'
import { emailRows } from '@pas/emails/email-rows'
import type { Batch, Position } from '@pas/emails/lock-emails'
import type { RequestedCapture } from './request-captures'

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

/** Leaves out those captured after `oldest`. */
export function lockOldPictures(
  { db }: DbDeps,
  previewIds: readonly string[],
  oldest: Date,
): Promise<{ id: string; emailId: string; imageToken: string }[]> {
  return db.$queryRaw<{ id: string; emailId: string; imageToken: string }[]>`
    SELECT id, email_id AS "emailId", image_token AS "imageToken" FROM previews
     WHERE id = ANY(${previewIds}::uuid[]) AND captured_at <= ${oldest}
     ORDER BY id FOR UPDATE`
}

/** A worker can record a picture of these emails only after this transaction. */
export function lockPreviewsOf(
  { db }: DbDeps,
  emailIds: readonly string[],
): Promise<(RequestedCapture & { emailId: string; imageToken: string })[]> {
  return db.$queryRaw<(RequestedCapture & { emailId: string; imageToken: string })[]>`
    SELECT id, email_id AS "emailId", engine, attempt, status, image_token AS "imageToken"
      FROM previews WHERE email_id = ANY(${emailIds}::uuid[]) ORDER BY id FOR UPDATE`
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
