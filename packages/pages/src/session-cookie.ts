import type { Request, RequestHandler } from 'express'
import { cookieAttributes } from './cookie-attributes'

declare global {
  namespace Express {
    interface Locals {
      /** The session of this request; null for a visitor who is not signed in. `SessionCookie` sets and reads it. */
      session?: { id: string } | null
    }
  }
}

/** The cookie with the id of a browser's session. The service owns the rows, which hold only the id's hash. */
export interface SessionCookie<Session extends { id: string }> {
  /** Makes the handler that finds the session that the cookie names. Mount it after `readCookies`. */
  read(find: (id: string) => Promise<Session | null>): RequestHandler
  /** The request's session; null for a visitor who is not signed in. */
  sessionOf(req: Request): Session | null
  /** Makes a new session that of this request and browser. Its id must be new, too (session fixation). */
  begin(req: Request, session: Session): void
  /** Clears the cookie; the request has no session from here on. */
  end(req: Request): void
}

/** Makes the cookie. A signed one needs the secret of `readCookies`; a made-up id then costs no query. */
export function createSessionCookie<Session extends { id: string }>({
  name,
  lifetimeMs,
  isSigned = false,
}: {
  name: `__Host-${string}`
  lifetimeMs: number
  isSigned?: boolean
}): SessionCookie<Session> {
  const attributes = { ...cookieAttributes, signed: isSigned }
  return {
    read: (find) => async (req, res, next) => {
      const cookies = (isSigned ? req.signedCookies : req.cookies) as Record<string, unknown>
      const id = cookies[name]
      res.locals.session = typeof id === 'string' ? await find(id) : null
      next()
    },
    sessionOf: (req) => (req.res?.locals.session ?? null) as Session | null,
    begin: ({ res }, session) => {
      if (!res) return
      res.locals.session = session
      res.cookie(name, session.id, { ...attributes, maxAge: lifetimeMs })
    },
    end: ({ res }) => {
      if (!res) return
      res.locals.session = null
      res.clearCookie(name, cookieAttributes)
    },
  }
}
