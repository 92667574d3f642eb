import { createSessionCookie } from '@pas/pages/session-cookie'
import { asCaller } from '@pas/runtime/caller'
import type { RequestHandler, Response } from 'express'
import { createApiReader, type ApiReader } from '../api/create-api-reader'
import type { ReaderDeps } from '../api/create-public-reader'
import { SignedOutError } from '../api/signed-out-error'
import { maxSessionMs, type BoardSession } from './session-store'
import { createSessionTokens, type SessionDeps } from './session-tokens'

/** The user as whom this browser is signed in, and the API as that user sees it. */
export interface SignedIn {
  user: BoardSession['user']
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

/** The cookie of a user's session at the board. */
export const sessionCookie = createSessionCookie<BoardSession>({
  name: '__Host-board-session',
  lifetimeMs: maxSessionMs,
})

/** Puts the session's user and that user's `ApiReader` into `res.locals`. */
export function readSignedIn(deps: SessionDeps & { api: ReaderDeps }): RequestHandler {
  return (req, res, next) => {
    const session = sessionCookie.sessionOf(req)
    res.locals.signedIn = session && {
      user: session.user,
      api: createApiReader(deps.api, createSessionTokens(deps, session), req.ip),
    }
    if (session) asCaller(session.user.id, next)
    else next()
  }
}

/** The signed-in user. For routes behind `requireSession`: without a session it throws a `SignedOutError`. */
export function signedInOf(res: Response): SignedIn {
  const { signedIn } = res.locals
  if (!signedIn) throw new SignedOutError('Nobody is signed in')
  return signedIn
}
