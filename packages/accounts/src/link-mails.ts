import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { linkExpiry, mailTriedForMs, type PasswordLink } from './one-time-links'
import { issueSecret, sha256 } from './secrets'

export interface LinkMail extends PasswordLink {
  email: string
  firstName: string
  token: string
}

/**
 * Claims the mail of link `id`, or a due mail of the account with the fewest attempts in a day. Each attempt makes a
 * new token and delays the next, so a mail whose process dies is sent later.
 */
export async function claimLinkMail(
  { db, clock }: RowDeps,
  { id }: { id?: bigint } = {},
): Promise<LinkMail | null> {
  const now = clock.now()
  const token = issueSecret('oneTimeLink')
  const triedFrom = new Date(now.getTime() - mailTriedForMs)
  const which =
    id === undefined
      ? Prisma.sql`l.mail_due_at <= ${now}`
      : Prisma.sql`l.id = ${id} AND l.mail_due_at IS NOT NULL`
  const [mail] = await db.$queryRaw<Omit<LinkMail, 'token'>[]>`
    UPDATE one_time_links link
       SET token_hash = ${sha256(token)}::bytea, expires_at = ${linkExpiry(now)}::timestamptz,
           mail_attempts = link.mail_attempts + 1,
           mail_due_at = ${nextMailAttempt(now, Prisma.sql`link.mail_attempts`)}
      FROM users u
     WHERE u.id = link.user_id AND link.id = (
             SELECT l.id
               FROM one_time_links l JOIN users o ON o.id = l.user_id JOIN accounts a ON a.id = o.account_id
               LEFT JOIN (
                 SELECT t.account_id, sum(m.mail_attempts) AS attempts
                   FROM one_time_links m JOIN users t ON t.id = m.user_id
                  WHERE m.mail_attempts > 0 AND m.created_at > ${triedFrom} GROUP BY t.account_id
               ) AS tried ON tried.account_id = a.id
              WHERE ${which} AND l.created_at > ${triedFrom}
                AND o.disabled_at IS NULL AND a.disabled_at IS NULL
              ORDER BY coalesce(tried.attempts, 0), l.mail_due_at LIMIT 1 FOR UPDATE OF l SKIP LOCKED)
    RETURNING link.user_id AS "userId", link.purpose, coalesce(u.language, link.language) AS language, u.email, u.first_name AS "firstName"`
  return mail ? { ...mail, token } : null
}

/** The link stays usable. */
export async function markLinkMailed({ db }: DbDeps, { token }: LinkMail): Promise<void> {
  await db.oneTimeLink.updateMany({ where: { tokenHash: sha256(token) }, data: { mailDueAt: null } })
}

/** For a mail that the mail server refuses for good. Deletes the link, too. */
export async function giveUpLinkMail({ db }: DbDeps, { token }: LinkMail): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { tokenHash: sha256(token) } })
}

/** The delay is a minute, then doubles with each attempt, up to an hour. `attempts`: SQL of the number so far. */
export const nextMailAttempt = (now: Date, attempts: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${now}::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(${attempts}, 10))`
