import type { AccountsDeps } from './accounts-deps'
import { AccountsError } from './accounts-error'
import { getUser } from './get-user'

/** Who somebody is at an OpenID provider: `iss` and `sub` of the ID token (OpenID Connect Core 1.0 §2). */
export interface ExternalIdentityName {
  issuer: string
  subject: string
}

/**
 * Links an identity to a user, for people whose provider does not verify their e-mail address. Resolves to the user's
 * id. Throws `user_not_found`, or `identity_taken` when the identity is linked, or the user has another one there.
 */
export async function linkExternalIdentity(
  { db, clock }: AccountsDeps,
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
