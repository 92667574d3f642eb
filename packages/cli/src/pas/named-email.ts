import { AccountsError } from '@pas/accounts/accounts-error'
import type { DbDeps } from '@pas/db/row-deps'
import type { EmailRow } from '@pas/emails/read-emails'
import type { Naming } from './named-thing'

export const namedEmail: Naming<string> = {
  argument: 'email-guid',
  flags: '--email-guid <guid>',
  description: "the email's guid, or its reference",
  parse: (text) => text,
  // A reference may say what the email is about.
  target: (named) => async (deps) => {
    const email = await getEmail(deps, named).catch(() => null)
    return email ? `email:${email.id}` : 'email'
  },
}

/** By guid or reference. Throws `email_not_found` or `email_ambiguous`. */
export async function getEmail(deps: DbDeps, named: string): Promise<EmailRow> {
  const [email, another] = await (await import('@pas/emails/read-emails')).findEmailsNamed(deps, named, 2)
  if (!email)
    throw new AccountsError(
      'email_not_found',
      `There is no email '${named.slice(0, 100)}': check the guid or the reference, or see 'pas email list'.`,
    )
  if (another)
    throw new AccountsError(
      'email_ambiguous',
      `Several emails have the reference '${named.slice(0, 100)}': give the guid, which 'pas email list --reference' shows.`,
    )
  return email
}
