import { Prisma } from '@pas/db/database'

/** SQL condition: a preview of this email waits or is being captured. */
export const hasUnfinishedPreview = (emailId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = ${emailId} AND p.status IN ('pending', 'capturing'))`

/**
 * SQL subquery of one account's unfinished work for engines; of all accounts for null. Captures and measurements of
 * contrast both count in the limit `captures-waiting`.
 */
export const unfinishedOf = (accountId: Prisma.Sql | null): Prisma.Sql => {
  const ofAccount = accountId === null ? Prisma.empty : Prisma.sql`AND account_id = ${accountId}`
  return Prisma.sql`(
    SELECT engine, status::text AS status, requested_at, asked_by_owner, asked_from, false AS is_contrast
      FROM previews WHERE status IN ('pending', 'capturing') ${ofAccount}
     UNION ALL
    SELECT engine, CASE status WHEN 'running' THEN 'capturing' ELSE status END, requested_at, true, NULL, true
      FROM email_checks WHERE ended_at IS NULL AND engine IS NOT NULL ${ofAccount})`
}
