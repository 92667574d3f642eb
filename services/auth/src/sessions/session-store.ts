import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import session, { type SessionData, Store } from 'express-session'

declare module 'express-session' {
  interface SessionData {
    /** The signed-in user. Absent for an anonymous visitor, whose session is never stored. */
    signedIn?: SignedIn
  }
}

interface SignedIn {
  userId: number
  /** The user who signed in and then switched to this one; null without a switch. */
  actorUserId: number | null
  at: Date
  /** Names the sign-in: codes and tokens that are issued in the session have it. A switch keeps it. */
  signInId: string
}

/** The sign-in of a session: who signed in, which a switch does not change. */
export const signInOf = ({
  userId,
  actorUserId,
  signInId,
}: SignedIn): { userId: number; signInId: string } => ({
  userId: actorUserId ?? userId,
  signInId,
})

/** How long a user stays signed in. */
export const sessionLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** When a session that began at `signedInAt` ends. */
export const sessionExpiry = (signedInAt: Date): Date => new Date(signedInAt.getTime() + sessionLifetimeMs)

/**
 * Keeps express-session's sessions in Postgres, so that they survive a loss of Redis. A session's id is stored as its
 * hash, like all that we issue (docs/contract.md §1), with the users' ids, by which their sessions can be ended, and no
 * other data.
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

  /**
   * Does nothing: `startSession` has inserted the row. Writing it here again could bring back a session that has been
   * ended since.
   */
  override set(_id: string, _session: SessionData, done: (error?: unknown) => void = ignore): void {
    done()
  }

  /** Does nothing: `startSession` and `endSession` delete the row together with writing the audit row. */
  override destroy(_id: string, done: (error?: unknown) => void = ignore): void {
    done()
  }

  private async find(id: string): Promise<SessionData | null> {
    const row = await this.deps.db.session.findUnique({ where: { idHash: sha256(id) } })
    if (!row || row.expiresAt <= this.deps.clock.now()) return null
    const cookie = new session.Cookie()
    cookie.expires = row.expiresAt
    const { userId, actorUserId, signedInAt: at, signInId } = row
    return { cookie, signedIn: { userId, actorUserId, at, signInId } }
  }
}

const ignore = (): void => undefined
