import type { ActiveUser, SignedInUser } from '../sessions/signed-in-user'

/**
 * Whether `user` may switch to `target` without a password: users of the account's direct parent account may, and a user
 * who acts for another may go back to being themselves.
 */
export const maySwitchTo = (user: SignedInUser, target: ActiveUser): boolean =>
  target.account.parentId === user.account.id || target.id === user.actor?.id
