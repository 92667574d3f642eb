import type { Request, RequestHandler } from 'express'
import { cookieAttributes } from './cookie-attributes'

declare global {
  namespace Express {
    interface Locals {
      /** Null for a visitor who is not signed in. */
      session?: { id: string } | null
    }
  }
}

/** Holds a session's id, of which the service's rows have only the hash. */
export interface SessionCookie<Session extends { id: string }> {
  /** Mount it after `readCookies`. */
  read(find: (id: string) => Promise<Session | null>): RequestHandler
  sessionOf(req: Request): Session | null
  /** The session's id must be new, too (session fixation). */
  begin(req: Request, session: Session): void
  end(req: Request): void
}

/** A signed cookie needs the secret of `readCookies`; a made-up id then costs no query. */
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
