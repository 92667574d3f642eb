import type { Database } from '@pas/db/database'
import type { RequestHandler, Response } from 'express'
import type { SessionData } from 'express-session'

/** Who uses this browser. */
export interface SignedInUser {
  id: number
  email: string
  firstName: string
  lastName: string
  account: { id: number; name: string; parentId: number | null }
}

/** Puts the session's user into `res.locals`; a user who was disabled, or whose account was, is not signed in. */
export function readSignedInUser({ db }: { db: Database }): RequestHandler {
  return async (req, res, next) => {
    // express-session gives none to a request whose target is no path, such as `OPTIONS *`.
    const session = req.session as Partial<SessionData> | undefined
    res.locals.signedInUser = await findActiveUser({ db }, session?.signedIn?.userId)
    next()
  }
}

/** The user that `readSignedInUser` found; null when nobody is signed in. */
export const signedInUserOf = (res: Response): SignedInUser | null =>
  (res.locals.signedInUser as SignedInUser | null | undefined) ?? null

/** A user who may act: neither disabled nor of a disabled account. */
export async function findActiveUser(
  { db }: { db: Database },
  userId: number | undefined,
): Promise<SignedInUser | null> {
  if (userId === undefined) return null
  return db.user.findFirst({
    where: { id: userId, disabledAt: null, account: { disabledAt: null } },
    select: {
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      account: { select: { id: true, name: true, parentId: true } },
    },
  })
}
