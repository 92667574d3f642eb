import type { Request, RequestHandler, Response } from 'express'
import { createApiReader, type ApiReader } from '../api/create-api-reader'
import type { ReaderDeps } from '../api/create-public-reader'
import { SignedOutError } from '../api/signed-out-error'
import { deleteSession, findSession, maxSessionMs, type BoardSession } from './session-store'
import { createSessionTokens, type SessionTokensDeps } from './session-tokens'

/** The user as whom this browser is signed in, and the API as that user sees it. */
export interface SignedIn {
  user: BoardSession['user']
  api: ApiReader
}

declare global {
  namespace Express {
    interface Locals {
      /** Null for a visitor who is not signed in. Set by `readSession`; `signedInOf` reads it. */
      signedIn?: SignedIn | null
      /** The session that the cookie names. Set by `readSession`. */
      session?: BoardSession | null
    }
  }
}

export type SessionDeps = SessionTokensDeps & { api: ReaderDeps }

const cookieName = '__Host-board-session'
const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** Reads the session that the cookie names, and puts it, its user and that user's `ApiReader` into `res.locals`. */
export function readSession(deps: SessionDeps): RequestHandler {
  return async (req, res, next) => {
    const id = (req.cookies as Partial<Record<string, string>>)[cookieName]
    const session = id === undefined ? null : await findSession(deps, id)
    res.locals.session = session
    res.locals.signedIn = session && {
      user: session.user,
      api: createApiReader(deps.api, createSessionTokens(deps, session), req.ip),
    }
    next()
  }
}

/** The signed-in user. For routes behind `requireSession`: without a session it throws a `SignedOutError`. */
export function signedInOf(res: Response): SignedIn {
  const { signedIn } = res.locals
  if (!signedIn) throw new SignedOutError('Nobody is signed in')
  return signedIn
}

/** The id of the request's session, to which form tokens are bound; null for a visitor who is not signed in. */
export const sessionIdOf = (req: Request): string | null => req.res?.locals.session?.id ?? null

/** Sets the cookie of a new session. */
export function setSessionCookie(res: Response, id: string): void {
  res.cookie(cookieName, id, { ...cookieAttributes, maxAge: maxSessionMs })
}

/** Ends the request's session, if there is one: its row, and the cookie. Resolves to the session that has ended. */
export async function endSession(deps: SessionDeps, res: Response): Promise<BoardSession | null> {
  const session = res.locals.session ?? null
  if (session) await deleteSession(deps, session.id)
  res.locals.session = null
  res.locals.signedIn = null
  res.clearCookie(cookieName, cookieAttributes)
  return session
}
