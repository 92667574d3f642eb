import type { DbDeps } from '@pas/db/row-deps'
import { deleteEmailRows, emailRows } from '@pas/emails/email-rows'

/** Removes previews, and emails with all their previews. Adds them to `removed_usage`, so that reports stay right. */
export async function removeRows(
  { db }: DbDeps,
  { previewIds, emailIds }: { previewIds: readonly string[]; emailIds: readonly string[] },
): Promise<void> {
  // In one fixed order, so that two removals never deadlock.
  await db.$executeRaw`
    WITH removed_previews AS (
      DELETE FROM previews WHERE id = ANY(${previewIds}::uuid[]) OR email_id = ANY(${emailIds}::uuid[])
      RETURNING account_id, email_id, captured_at, asked_by_owner),
    removed_checks AS (
      DELETE FROM email_checks WHERE email_id = ANY(${emailIds}::uuid[]) RETURNING account_id, email_id, ended_at, name, status, pictures),
    removed_emails AS (${deleteEmailRows(emailIds)}),
    uses AS (
      SELECT p.account_id, p.captured_at AS at, e.end_user_id, 0 AS emails, 1 AS captures,
             CASE WHEN p.asked_by_owner THEN 0 ELSE 1 END AS captures_without_credential, 0 AS effect_pictures
        FROM removed_previews p JOIN ${emailRows} ON e.id = p.email_id
       WHERE p.captured_at IS NOT NULL
      UNION ALL
      SELECT c.account_id, c.ended_at, e.end_user_id, 0,
             CASE WHEN c.name = 'contrast' AND c.status = 'done' THEN 1 ELSE 0 END, 0, c.pictures
        FROM removed_checks c JOIN ${emailRows} ON e.id = c.email_id
       WHERE c.ended_at IS NOT NULL AND (c.pictures > 0 OR (c.name = 'contrast' AND c.status = 'done'))
      UNION ALL
      SELECT account_id, created_at, end_user_id, 1, 0, 0, 0 FROM removed_emails)
    INSERT INTO removed_usage AS total (account_id, day, end_user_id, emails, captures, captures_without_credential, effect_pictures)
    SELECT account_id, (at AT TIME ZONE 'UTC')::date, coalesce(end_user_id, ''), sum(emails), sum(captures),
           sum(captures_without_credential), sum(effect_pictures)
      FROM uses
     GROUP BY 1, 2, 3
     ORDER BY 1, 2, 3
    ON CONFLICT (account_id, day, end_user_id)
    DO UPDATE SET emails = total.emails + excluded.emails, captures = total.captures + excluded.captures,
      captures_without_credential = total.captures_without_credential + excluded.captures_without_credential,
      effect_pictures = total.effect_pictures + excluded.effect_pictures`
}
