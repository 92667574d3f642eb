import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Request } from 'express'
import type { ActiveUser, SignedInUser } from './signed-in-user'
import { startSession } from './start-session'

/**
 * Makes this browser act as `target`, without a password; call it only when `user` may. Resolves to false when either
 * user was disabled in this moment; the browser is signed out then.
 */
export const switchUser = (
  deps: { db: Database; clock: Clock },
  req: Request,
  { user, target }: { user: SignedInUser; target: ActiveUser },
): Promise<boolean> =>
  startSession(deps, req, {
    userId: target.id,
    passwordHash: null,
    // The user who signed in has given theirs.
    isSecondFactorSettled: true,
    switchedBy: user.id,
    action: 'user.switch',
  })
