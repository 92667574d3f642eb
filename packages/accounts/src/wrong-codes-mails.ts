import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { nextMailAttempt } from './next-mail-attempt'

/** How long after the wrong codes the mail may still be sent. */
const triedForMs = 24 * 60 * 60 * 1000

/** A mail, to be sent now, that warns the owner of a second factor of wrong codes after the right password. */
export interface WrongCodesMail {
  userId: number
  email: string
  firstName: string
  /** The user's language, or else that of the pages that last took the second factor; null when not known. */
  language: string | null
  wrongCodes: number
  createdAt: Date
}

/** Stores that the user is to be warned by mail; does nothing while an earlier such mail waits to be sent. */
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
 * Claims a mail that is due, and sets when the next attempt is due, so that a mail whose process dies while it sends is
 * sent by a later attempt. A disabled user's mail waits, and holds up no other. Null when there is none.
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

/** Deletes a mail that has been sent, or that the mail server refuses for good. */
export async function removeWrongCodesMail(
  { db }: DbDeps,
  { userId, createdAt }: Pick<WrongCodesMail, 'userId' | 'createdAt'>,
): Promise<void> {
  await db.wrongCodesMail.deleteMany({ where: { userId, createdAt } })
}
