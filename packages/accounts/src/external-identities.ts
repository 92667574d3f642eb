import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { revokeCodes } from './revoke-codes'
import { revokeFirstPartyTokens } from './revoke-sign-in'

/** `iss` and `sub` of the ID token (OpenID Connect Core 1.0 §2). */
export interface ExternalIdentityName {
  issuer: string
  subject: string
}

/**
 * For identities whose e-mail address the provider has not verified: a sign-in links the others. Resolves to the user's
 * id. Throws `user_not_found`, or `identity_taken`, also when the user has another one at this issuer.
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

/**
 * Also ends the user's sessions, unused codes and first-party tokens, which may come from a sign-in with such an
 * identity. `unlinked` lists each `sub`. Throws `user_not_found` or `identity_not_found`.
 */
export async function unlinkExternalIdentities(
  { db, clock }: RowDeps,
  emailAddress: string,
): Promise<{ userId: number; unlinked: string[] }> {
  const { id: userId } = await getUser({ db }, emailAddress)
  const identities = await db.externalIdentity.findMany({ where: { userId }, select: { subject: true } })
  if (identities.length === 0) {
    throw new AccountsError(
      'identity_not_found',
      `The user ${emailAddress.trim()} has no identity at an OpenID provider, so nothing was changed.`,
    )
  }
  await db.externalIdentity.deleteMany({ where: { userId } })
  await endSessions({ db }, { userId })
  await revokeCodes({ db, clock }, { userId })
  await revokeFirstPartyTokens({ db, clock }, userId)
  return { userId, unlinked: identities.map(({ subject }) => subject) }
}
