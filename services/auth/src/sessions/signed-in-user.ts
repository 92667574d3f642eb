import type { AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import { keepLanguage } from '@pas/pages/languages'
import type { RequestHandler, Response } from 'express'
import { type Session, sessionCookie } from './session-store'

/** Neither the user nor the account is disabled. */
export interface ActiveUser {
  id: number
  email: string
  firstName: string
  lastName: string
  /** Null for the browser's language. */
  language: string | null
  role: string
  account: { id: number; name: string; parentId: number | null }
  /** Null when it is not on. */
  secondFactor: { userId: number } | null
}

/** The user who signed in, or one whom that user switched to. */
export interface SignedInUser extends ActiveUser {
  sessionId: string
  /** Who signed in and then switched to this user; null when this one signed in. */
  actor: ActiveUser | null
  /** To a user of a sub-account, or back to the actor. */
  maySwitch: boolean
}

/** Nobody is signed in when the user, the actor or an account of theirs is disabled. */
export function readSignedInUser({ db }: { db: Database }): RequestHandler {
  return async (req, res, next) => {
    const session = sessionCookie.sessionOf(req)
    const user = session && (await findSignedInUser({ db }, session))
    res.locals.signedInUser = user
    // The person who reads is the user who signed in, also while they act for another.
    if (user) keepLanguage(res, (user.actor ?? user).language)
    next()
  }
}

async function findSignedInUser(
  { db }: { db: Database },
  { id: sessionId, userId, actorUserId }: Session,
): Promise<SignedInUser | null> {
  const users = await findActiveUsers({ db }, actorUserId === null ? [userId] : [userId, actorUserId])
  const user = users.find(({ id }) => id === userId)
  const actor = users.find(({ id }) => id === actorUserId) ?? null
  if (!user || (actorUserId !== null && !actor)) return null
  return { ...user, sessionId, actor, maySwitch: actor !== null || user.account.children.length > 0 }
}

export const signedInUserOf = (res: Response): SignedInUser | null =>
  (res.locals.signedInUser as SignedInUser | null | undefined) ?? null

export async function findActiveUser({ db }: { db: Database }, userId: number): Promise<ActiveUser | null> {
  const [user] = await findActiveUsers({ db }, [userId])
  return user ?? null
}

function findActiveUsers({ db }: { db: Database }, userIds: readonly number[]) {
  return db.user.findMany({
    where: { id: { in: [...userIds] }, disabledAt: null, account: { disabledAt: null } },
    select: {
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      language: true,
      role: true,
      secondFactor: { select: { userId: true } },
      account: {
        select: {
          id: true,
          name: true,
          parentId: true,
          /** One of those with a user to switch to. */
          children: {
            where: { disabledAt: null, users: { some: { disabledAt: null } } },
            select: { id: true },
            take: 1,
          },
        },
      },
    },
  })
}

/** `email` has to be normalized. */
export async function findActiveUserId({ db }: { db: Database }, email: string): Promise<number | null> {
  const user = await db.user.findFirst({
    where: { email, disabledAt: null, account: { disabledAt: null } },
    select: { id: true },
  })
  return user?.id ?? null
}

export const nameOf = ({ firstName, lastName }: Pick<ActiveUser, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

/** For audit rows. The actor is the user who signed in; `on_behalf_of` is the user for whom they act. */
export function actedBy(
  { id, actor }: SignedInUser,
  details?: AuditEvent['details'],
): Pick<AuditEvent, 'actor' | 'details'> {
  return actor
    ? { actor: `user:${actor.id}`, details: { ...details, on_behalf_of: `user:${id}` } }
    : { actor: `user:${id}`, ...(details && { details }) }
}

/** An admin who acts for another has no rights of the other's. */
export const isAdmin = ({ role, actor }: SignedInUser): boolean => role === 'admin' && actor === null
