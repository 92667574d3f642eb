import type { ActiveUser, SignedInUser } from '../sessions/signed-in-user'

/**
 * Whether `user` may switch to `target` without a password: when `user` belongs to the direct parent account of the
 * target's account, or when `target` is the user who signed in and acts as `user`.
 */
export const maySwitchTo = (user: SignedInUser, target: ActiveUser): boolean =>
  target.account.parentId === user.account.id || target.id === user.actor?.id
