import type { SignedInUser } from '../sessions/signed-in-user'

/** Whether somebody may become another user without that one's password: the parent account's people may, and only the direct parent's. */
export const maySwitchTo = (user: SignedInUser, target: SignedInUser): boolean =>
  target.account.parentId === user.account.id
