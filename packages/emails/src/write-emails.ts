import type { Email } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import type { EmailKey } from './find-emails'
import { emailLifetimeMs } from './lifetimes'

export type NewEmail = Omit<Email, 'expiresAt' | 'contentErasedAt' | 'label'>

/** `subject` and `fromAddress` are cut at 998 characters, without NUL, which Postgres refuses. */
export const createEmailRow = ({ db }: DbDeps, email: NewEmail): Promise<Email> =>
  db.email.create({
    data: {
      ...email,
      subject: headerText(email.subject),
      fromAddress: headerText(email.fromAddress),
      expiresAt: new Date(email.createdAt.getTime() + emailLifetimeMs),
    },
  })

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
