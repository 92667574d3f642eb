import { randomBytes } from 'node:crypto'
import { cookieAttributes } from '@pas/pages/cookie-attributes'
import type { Request, Response } from 'express'
import { z } from 'zod'
import type { SessionStoreDeps } from '../sessions/session-store'

export interface SignInState {
  /** RFC 7636 §4.1. */
  codeVerifier: string
  returnTo: string
}

const cookieName = '__Host-board-sign-in'
/** How long a person may take to sign in. */
const lifetimeMs = 60 * 60 * 1000

const content = z.object({ codeVerifier: z.string(), returnTo: z.string(), expiresAt: z.number() })

/**
 * Sets a cookie, and returns what makes `state`. It is encrypted with the cookie as context, so that only this browser
 * can open it (RFC 6749 §10.12), and needs no row.
 */
export function createSignInState(
  deps: Pick<SessionStoreDeps, 'sealer' | 'clock'>,
  req: Request,
  res: Response,
): (state: SignInState) => string {
  const browserId = browserIdOf(req) ?? randomBytes(32).toString('base64url')
  res.cookie(cookieName, browserId, { ...cookieAttributes, maxAge: lifetimeMs })
  return (state) => {
    const text = JSON.stringify({ ...state, expiresAt: deps.clock.now().getTime() + lifetimeMs })
    return Buffer.from(deps.sealer.seal(text, contextOf(browserId))).toString('base64url')
  }
}

/** Null for a `state` that is of another browser, was changed, or is more than an hour old. */
export function openSignInState(
  { sealer, clock }: Pick<SessionStoreDeps, 'sealer' | 'clock'>,
  req: Request,
  state: unknown,
): SignInState | null {
  const browserId = browserIdOf(req)
  if (browserId === null || typeof state !== 'string') return null
  const text = sealer.open(Buffer.from(state, 'base64url'), contextOf(browserId))
  if (text === null) return null
  // During an update, a state may have been sealed in another shape.
  const { data } = content.safeParse(JSON.parse(text))
  return data && data.expiresAt > clock.now().getTime() ? data : null
}

const contextOf = (browserId: string): string => `sign-in of ${browserId}`

function browserIdOf(req: Request): string | null {
  const sent = (req.cookies as Partial<Record<string, string>>)[cookieName]
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : null
}
