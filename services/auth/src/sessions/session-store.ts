import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import session, { type SessionData, Store } from 'express-session'

declare module 'express-session' {
  interface SessionData {
    /** Absent for an anonymous visitor, whose session is never stored. */
    signedIn?: SignedIn
  }
}

interface SignedIn {
  userId: number
  /** Who signed in and then switched to this user; null when nobody switched. */
  actorUserId: number | null
  at: Date
}

/** How long somebody stays signed in. */
export const sessionLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** When a session ends that began at this moment. */
export const sessionExpiry = (signedInAt: Date): Date => new Date(signedInAt.getTime() + sessionLifetimeMs)

/**
 * express-session's sessions in Postgres, so that they survive Redis. A cookie's id is stored as its hash, as everything that we
 * issue is (docs/contract.md §1), beside the user's id, so that one user's sessions can be ended; nothing else is kept in a session.
 */
export class SessionStore extends Store {
  constructor(private readonly deps: { db: Database; clock: Clock }) {
    super()
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    void this.find(id).then(
      (found) => {
        done(null, found)
      },
      (error: unknown) => {
        done(error)
      },
    )
  }

  /** `startSession` has made the row, with its audit row. Made here again, one that was ended meanwhile would come back. */
  override set(_id: string, _session: SessionData, done: (error?: unknown) => void = ignore): void {
    done()
  }

  /** `startSession` and `endSession` have removed the row, in the statement or transaction that says why. */
  override destroy(_id: string, done: (error?: unknown) => void = ignore): void {
    done()
  }

  private async find(id: string): Promise<SessionData | null> {
    const row = await this.deps.db.session.findUnique({ where: { idHash: sha256(id) } })
    if (!row || row.expiresAt <= this.deps.clock.now()) return null
    const cookie = new session.Cookie()
    cookie.expires = row.expiresAt
    return { cookie, signedIn: { userId: row.userId, actorUserId: row.actorUserId, at: row.signedInAt } }
  }
}

const ignore = (): void => undefined
