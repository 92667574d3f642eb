import { createSessionCookie } from '@pas/pages/session-cookie'
import { asCaller } from '@pas/runtime/caller'
import type { RequestHandler, Response } from 'express'
import { createApiReader, type ApiReader } from '../api/create-api-reader'
import type { ReaderDeps } from '../api/create-public-reader'
import { SignedOutError } from '../api/signed-out-error'
import { maxSessionMs, type BoardSession } from './session-store'
import { createSessionTokens, type SessionDeps } from './session-tokens'

export interface SignedIn {
  user: BoardSession['user']
  isAdmin: boolean
  api: ApiReader
}

declare global {
  namespace Express {
    interface Locals {
      /** Null for a visitor who is not signed in. Set by `readSignedIn`; `signedInOf` reads it. */
      signedIn?: SignedIn | null
    }
  }
}

export const sessionCookie = createSessionCookie<BoardSession>({
  name: '__Host-board-session',
  lifetimeMs: maxSessionMs,
})

export function readSignedIn(deps: SessionDeps & { api: ReaderDeps }): RequestHandler {
  return (req, res, next) => {
    const session = sessionCookie.sessionOf(req)
    res.locals.signedIn = session && {
      user: session.user,
      isAdmin: session.isAdmin,
      api: createApiReader(deps.api, createSessionTokens(deps, session), req.ip),
    }
    // Makes this user the caller of all that follows, because callers take turns.
    if (session) asCaller(session.user.id, next)
    else next()
  }
}

/** For routes behind `requireSession`: throws a `SignedOutError` without a session. */
export function signedInOf(res: Response): SignedIn {
  const { signedIn } = res.locals
  if (!signedIn) throw new SignedOutError('Nobody is signed in')
  return signedIn
}
