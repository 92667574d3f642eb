import { issueSecret } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Request, RequestHandler } from 'express'
import session, { type SessionData } from 'express-session'
import { sessionLifetimeMs, SessionStore } from './session-store'

/** The name of the session cookie. */
export const sessionCookieName = '__Host-session'
/** The attributes of the session cookie, needed to set it and to clear it. */
export const sessionCookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** Reads the session cookie into `req.session`. Sets the cookie only when a user signs in. */
export function sessionCookie(deps: { db: Database; clock: Clock; sessionSecret: string }): RequestHandler {
  return session({
    name: sessionCookieName,
    secret: deps.sessionSecret,
    store: new SessionStore(deps),
    genid: () => issueSecret('session'),
    resave: false,
    saveUninitialized: false,
    cookie: { ...sessionCookieOptions, maxAge: sessionLifetimeMs },
  })
}

/** The id of a signed-in user's session; null for an anonymous visitor, and in a request that has ended its session. */
export const storedSessionIdOf = (req: Request): string | null =>
  (req.session as Partial<SessionData> | undefined)?.signedIn ? req.sessionID : null
