import type { RowDeps } from '@pas/db/row-deps'
import { endSessions } from './end-sessions'
import { getUser } from './get-user'
import { endOneTimeLinks } from './one-time-links'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disabling ends sessions, links, codes and tokens for good; enabling first ends those made since. For consents call
 * `endConsentsOfActors`. Idempotent. Resolves to the user's id. Throws `user_not_found`.
 */
export async function setUserDisabled(
  { db, clock }: RowDeps,
  emailAddress: string,
  disabled: boolean,
): Promise<number> {
  const { id, disabledAt } = await getUser({ db }, emailAddress)
  if (!disabled && disabledAt === null) return id
  // First, so that no new session, code or token is made while the existing ones are ended.
  if (disabled) await markUserDisabled({ db, clock }, emailAddress)
  await endAccessOfUser({ db, clock }, id)
  if (!disabled) await db.user.update({ where: { id }, data: { disabledAt: null } })
  return id
}

/** Call it after the user was disabled, or new sessions and tokens could be made meanwhile. */
export async function endAccessOfUser({ db, clock }: RowDeps, userId: number): Promise<void> {
  await endSessions({ db }, { userId })
  await endOneTimeLinks({ db }, { userId })
  await revokeTokenFamilies({ db, clock }, { userId })
}

/** Shuts the user out at once; `setUserDisabled` then ends their tokens. Throws `user_not_found`. */
export async function markUserDisabled({ db, clock }: RowDeps, emailAddress: string): Promise<number> {
  const { id, disabledAt } = await getUser({ db }, emailAddress)
  if (disabledAt === null) await db.user.update({ where: { id }, data: { disabledAt: clock.now() } })
  return id
}
