import type { Email } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import type { EmailKey } from './find-emails'
import { expiresAtOf } from './lifetimes'

export type NewEmail = Omit<Email, 'expiresAt' | 'contentErasedAt' | 'label'>

/** What came by SMTP. */
export type NewMail = Omit<NewEmail, 'revisionOf' | 'assetsDueAt'> & { inbox: string }

/** `subject` and `fromAddress` are cut at 998 characters, without NUL, which Postgres refuses. */
export const createEmailRow = ({ db }: DbDeps, email: NewEmail): Promise<Email> =>
  db.email.create({
    data: {
      ...email,
      subject: headerText(email.subject),
      fromAddress: headerText(email.fromAddress),
      expiresAt: expiresAtOf(email),
    },
  })

/**
 * In a transaction: one mail of an account is made after the other, each later than the one before, so that a list that
 * goes on behind a mail misses none. `revisionOf` is the last in the inbox with the same reference. Assets are due when
 * somebody asks for a capture.
 */
export async function createMailRow({ db }: DbDeps, mail: NewMail): Promise<Email> {
  const { accountId, inbox, reference } = mail
  await db.$executeRaw`SELECT pg_advisory_xact_lock(${mailLock}::int, ${accountId}::int)`
  const [newest] = await db.$queryRaw<{ createdAt: Date }[]>`
    SELECT created_at AS "createdAt" FROM emails
     WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC LIMIT 1`
  const earlier =
    reference === null
      ? null
      : await db.email.findFirst({
          where: { accountId, inbox, reference },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          select: { id: true },
        })
  const next = newest ? newest.createdAt.getTime() + 1 : 0
  const createdAt = new Date(Math.max(mail.createdAt.getTime(), next))
  return createEmailRow(
    { db },
    {
      ...{ ...mail, createdAt, revisionOf: earlier?.id ?? null },
      assetsDueAt: expiresAtOf({ createdAt }),
    },
  )
}

/** The first key of the advisory lock; the second is the account. */
const mailLock = 0x6d61696c

/** An undefined member stays. */
export async function nameEmail(
  { db }: DbDeps,
  key: Required<EmailKey>,
  { reference, label }: { [Name in 'reference' | 'label']?: Email[Name] | undefined },
): Promise<void> {
  await db.email.updateMany({
    where: { ...key },
    data: { ...(reference !== undefined && { reference }), ...(label !== undefined && { label }) },
  })
}

/** RFC 5322 §2.1.1. */
const maxHeaderCharacters = 998

// The first cut keeps a long text from being spread into characters as a whole.
const headerText = (text: string | null): string | null =>
  text === null
    ? null
    : [...text.slice(0, 4 * maxHeaderCharacters).replaceAll('\0', '')].slice(0, maxHeaderCharacters).join('')
