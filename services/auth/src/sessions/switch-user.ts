import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Request } from 'express'
import type { ActiveUser, SignedInUser } from './signed-in-user'
import { startSession } from './start-session'

/**
 * Call it only when `maySwitchTo` allows it. Resolves to false, and the browser is signed out, when either user has
 * been disabled or the session has ended.
 */
export const switchUser = (
  deps: DatabaseDeps,
  req: Request,
  { user, target }: { user: SignedInUser; target: ActiveUser },
): Promise<boolean> =>
  startSession(deps, req, {
    userId: target.id,
    passwordHash: null,
    // The user who signed in has given their own second factor, and need not give that of `target`.
    isSecondFactorSettled: true,
    switchedBy: user.id,
    action: 'user.switch',
  })
