import type { AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import { keepLanguage } from '@pas/pages/languages'
import type { RequestHandler, Response } from 'express'
import { type Session, sessionCookie } from './session-store'

/** A user who is not disabled, of an account that is not. */
export interface ActiveUser {
  id: number
  email: string
  firstName: string
  lastName: string
  /** The language that the user chose; null for that of the browser. */
  language: string | null
  account: { id: number; name: string; parentId: number | null }
}

/** The user whom this browser acts as: the one who signed in, or one whom that user switched to. */
export interface SignedInUser extends ActiveUser {
  /** The id of the session, in clear text, as in the cookie. */
  sessionId: string
  /** The user who signed in and then switched to this one; null when this one signed in. */
  actor: ActiveUser | null
}

/**
 * Puts the session's user into `res.locals`, for `signedInUserOf`: null when the user or the actor is disabled, or the
 * account of either. The request's pages are in the language that the user chose.
 */
export function readSignedInUser({ db }: { db: Database }): RequestHandler {
  return async (req, res, next) => {
    const session = sessionCookie.sessionOf(req)
    const user = session && (await findSignedInUser({ db }, session))
    res.locals.signedInUser = user
    // The reader is who signed in, also while they act for another user.
    if (user) keepLanguage(res, (user.actor ?? user).language)
    next()
  }
}

/** The user that `readSignedInUser` found; null for a visitor who is not signed in. */
export const signedInUserOf = (res: Response): SignedInUser | null =>
  (res.locals.signedInUser as SignedInUser | null | undefined) ?? null

/** The user with this id, or null when there is none, or the user or their account is disabled. */
export async function findActiveUser({ db }: { db: Database }, userId: number): Promise<ActiveUser | null> {
  const [user] = await findActiveUsers({ db }, [userId])
  return user ?? null
}

/** A user's first and last name. */
export const nameOf = ({ firstName, lastName }: Pick<ActiveUser, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

/**
 * The `actor` and `details` of an audit row about something that a user did: the actor is the user who signed in. While
 * that user acts for another, the details also have `on_behalf_of`, the other user.
 */
export function actedBy(
  { id, actor }: SignedInUser,
  details?: AuditEvent['details'],
): Pick<AuditEvent, 'actor' | 'details'> {
  return actor
    ? { actor: `user:${actor.id}`, details: { ...details, on_behalf_of: `user:${id}` } }
    : { actor: `user:${id}`, ...(details && { details }) }
}

async function findSignedInUser(
  { db }: { db: Database },
  { id: sessionId, userId, actorUserId }: Session,
): Promise<SignedInUser | null> {
  const users = await findActiveUsers({ db }, actorUserId === null ? [userId] : [userId, actorUserId])
  const user = users.find(({ id }) => id === userId)
  const actor = users.find(({ id }) => id === actorUserId) ?? null
  return user && (actorUserId === null || actor) ? { ...user, sessionId, actor } : null
}

function findActiveUsers({ db }: { db: Database }, userIds: readonly number[]): Promise<ActiveUser[]> {
  return db.user.findMany({
    where: { id: { in: [...userIds] }, disabledAt: null, account: { disabledAt: null } },
    select: {
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      language: true,
      account: { select: { id: true, name: true, parentId: true } },
    },
  })
}

/**
 * The id of the user with this e-mail address, which has to be normalized (`normalizeEmailAddress`); null when there is
 * none, or the user or their account is disabled.
 */
export async function findActiveUserId({ db }: { db: Database }, email: string): Promise<number | null> {
  const user = await db.user.findFirst({
    where: { email, disabledAt: null, account: { disabledAt: null } },
    select: { id: true },
  })
  return user?.id ?? null
}
