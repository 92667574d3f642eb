import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { revokeFirstPartyTokens } from './revoke-first-party-tokens'

/**
 * Removes a user's identities at OpenID providers. Ends the user's sessions, because they may have begun with such an
 * identity, and revokes the tokens of first-party applications. Resolves to the user's id and the `sub` of each
 * identity. Throws `user_not_found`, or `identity_not_found` when there is none.
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
  await revokeFirstPartyTokens({ db, clock }, userId)
  return { userId, unlinked: identities.map(({ subject }) => subject) }
}
