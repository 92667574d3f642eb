import type { Database } from '@pas/db/database'
import type { RequestHandler, Response } from 'express'
import type { SessionData } from 'express-session'

/** The user who is signed in with this browser. */
export interface SignedInUser {
  id: number
  email: string
  firstName: string
  lastName: string
  account: { id: number; name: string; parentId: number | null }
}

/**
 * Puts the session's user into `res.locals`, for `signedInUserOf`. A user who is disabled, or whose account is, counts
 * as not signed in.
 */
export function readSignedInUser({ db }: { db: Database }): RequestHandler {
  return async (req, res, next) => {
    // express-session sets no session for a request whose target is not a path, such as `OPTIONS *`.
    const session = req.session as Partial<SessionData> | undefined
    res.locals.signedInUser = await findActiveUser({ db }, session?.signedIn?.userId)
    next()
  }
}

/** The user that `readSignedInUser` found; null for a visitor who is not signed in. */
export const signedInUserOf = (res: Response): SignedInUser | null =>
  (res.locals.signedInUser as SignedInUser | null | undefined) ?? null

/** The user with this id, or null when there is none, or the user or their account is disabled. */
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

/**
 * The id of the user with this e-mail address, in lower case; null when there is none, or the user or their account is
 * disabled.
 */
export async function findActiveUserId({ db }: { db: Database }, email: string): Promise<number | null> {
  const user = await db.user.findFirst({
    where: { email, disabledAt: null, account: { disabledAt: null } },
    select: { id: true },
  })
  return user?.id ?? null
}
