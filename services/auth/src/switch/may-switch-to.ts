import type { SignedInUser } from '../sessions/signed-in-user'

/** Whether `user` may switch to `target` without a password: only users of the account's direct parent account may. */
export const maySwitchTo = (user: SignedInUser, target: SignedInUser): boolean =>
  target.account.parentId === user.account.id
