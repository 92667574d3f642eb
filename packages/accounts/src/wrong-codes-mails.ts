import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { nextMailAttempt } from './link-mails'

const triedForMs = 24 * 60 * 60 * 1000

export interface WrongCodesMail {
  userId: number
  email: string
  firstName: string
  /** The user's, or else that of the pages that last took the second factor. */
  language: string | null
  wrongCodes: number
  createdAt: Date
}

/** While an earlier one waits, none is added. */
export async function requestWrongCodesMail(
  { db, clock }: RowDeps,
  { userId, wrongCodes }: Pick<WrongCodesMail, 'userId' | 'wrongCodes'>,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    INSERT INTO wrong_codes_mails AS waiting (user_id, wrong_codes, created_at, expires_at, mail_due_at)
    VALUES (${userId}::int, ${wrongCodes}::int, ${now}::timestamptz,
            ${new Date(now.getTime() + triedForMs)}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE
       SET wrong_codes = excluded.wrong_codes, created_at = excluded.created_at, expires_at = excluded.expires_at,
           mail_due_at = excluded.mail_due_at, mail_attempts = 0
     WHERE waiting.expires_at <= ${now}::timestamptz`
}

/**
 * Sets when the next attempt is due, so a mail whose process dies is sent later. A disabled user's mail waits. Null
 * when there is none.
 */
export async function claimWrongCodesMail({ db, clock }: RowDeps): Promise<WrongCodesMail | null> {
  const now = clock.now()
  const [mail] = await db.$queryRaw<WrongCodesMail[]>`
    UPDATE wrong_codes_mails mail
       SET mail_attempts = mail.mail_attempts + 1, mail_due_at = ${nextMailAttempt(now, Prisma.sql`mail.mail_attempts`)}
      FROM users u LEFT JOIN second_factors f ON f.user_id = u.id
     WHERE u.id = mail.user_id AND mail.user_id = (
             SELECT m.user_id
               FROM wrong_codes_mails m JOIN users o ON o.id = m.user_id JOIN accounts a ON a.id = o.account_id
              WHERE m.mail_due_at <= ${now}::timestamptz AND m.expires_at > ${now}::timestamptz
                AND o.disabled_at IS NULL AND a.disabled_at IS NULL
              ORDER BY m.mail_due_at LIMIT 1 FOR UPDATE OF m SKIP LOCKED)
    RETURNING mail.user_id AS "userId", u.email, u.first_name AS "firstName", coalesce(u.language, f.language) AS language,
              mail.wrong_codes AS "wrongCodes", mail.created_at AS "createdAt"`
  return mail ?? null
}

/** For a mail that was sent, or that the mail server refuses for good. */
export async function removeWrongCodesMail(
  { db }: DbDeps,
  { userId, createdAt }: Pick<WrongCodesMail, 'userId' | 'createdAt'>,
): Promise<void> {
  await db.wrongCodesMail.deleteMany({ where: { userId, createdAt } })
}
