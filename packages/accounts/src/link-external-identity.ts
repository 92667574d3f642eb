import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { getUser } from './get-user'

/** A person's identity at an OpenID provider: `iss` and `sub` of the ID token (OpenID Connect Core 1.0 §2). */
export interface ExternalIdentityName {
  issuer: string
  subject: string
}

/**
 * Links an identity to a user, for people whose provider does not verify their e-mail address. Resolves to the user's
 * id. Throws `user_not_found`, `email_invalid`, or `identity_taken` when the identity is linked to a user already, or
 * the user has another identity at this provider.
 */
export async function linkExternalIdentity(
  { db, clock }: RowDeps,
  emailAddress: string,
  { issuer, subject }: ExternalIdentityName,
): Promise<number> {
  const { id: userId } = await getUser({ db }, emailAddress)
  const row = { issuer, subject, userId, linkedAt: clock.now() }
  const { count } = await db.externalIdentity.createMany({ data: row, skipDuplicates: true })
  if (count > 0) return userId
  throw new AccountsError(
    'identity_taken',
    `Nothing was changed: '${subject}' is linked to a user already, or ${emailAddress.trim()} has an identity at ${issuer}. Unlink it first with pas user unlink-identity.`,
  )
}
