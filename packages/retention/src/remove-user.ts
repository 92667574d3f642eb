import { endAccessOfUser } from '@pas/accounts/set-user-disabled'
import { handOverApiKeysOf, revokeApiKeysOf } from '@pas/accounts/revoke-api-key'
import { endConsentsOfActors } from '@pas/consents/end-consent'
import type { RowDeps } from '@pas/db/row-deps'
import { countLiveShares, keepLiveShares } from '@pas/shares/end-shares'
import { deleteUser } from './delete-user'

/** What stays, as the account's own. */
export interface KeptOfUser {
  links: boolean
  keys: boolean
}

/**
 * Shuts the user out at once, and revokes or hands over their API keys. Resolves to the numbers of share links and API
 * keys that end, or stay. Call it in a transaction, and then `finishUserRemoval`.
 */
export async function beginUserRemoval(
  { db, clock }: RowDeps,
  userId: number,
  kept: KeptOfUser,
): Promise<{ links: number; keys: number }> {
  // Before the user is disabled, which closes the links.
  const links = await (kept.links ? keepLiveShares : countLiveShares)({ db, clock }, { userId })
  // Before the keys: a key that is being made locks the user's row, so that it is found below.
  await db.user.updateMany({ where: { id: userId, disabledAt: null }, data: { disabledAt: clock.now() } })
  const keys = await (kept.keys ? handOverApiKeysOf : revokeApiKeysOf)({ db, clock }, userId)
  return { links, keys }
}

/** May take minutes. Repeat an interrupted call. As for `deleteUser`, emails stay without `storage`. */
export async function finishUserRemoval(
  deps: Parameters<typeof deleteUser>[0],
  userId: number,
): Promise<{ emails: number }> {
  await endAccessOfUser(deps, userId)
  await endConsentsOfActors(deps, { userId })
  return deleteUser(deps, userId)
}
