import { createSessionCookie } from '@pas/pages/session-cookie'
import { sessionLifetimeMs, type Session } from './session-store'

/** The cookie of a user's session at auth. Only `startSession` and `endSession` set and clear it. */
export const sessionCookie = createSessionCookie<Session>({
  name: '__Host-session',
  lifetimeMs: sessionLifetimeMs,
  isSigned: true,
})
