import { issueSecret, sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Sealer } from '@pas/pages/sealing/create-sealer'
import type { Clock } from '@pas/runtime/clock'
import { z } from 'zod'
import type { TokenPair } from '../oauth/authorization-server'

export interface BoardSession {
  /** In clear text, as in the cookie; the database has its hash. */
  id: string
  user: { id: number; fullName: string }
  /** Whether the menu leads to the pages on which the account is administered. */
  isAdmin: boolean
  tokens: TokenPair
  /** How many times the tokens were replaced, for compare-and-set. */
  refreshes: number
}

export interface SessionStoreDeps {
  db: Database
  clock: Clock
  sealer: Sealer
}

const idleMs = 24 * 60 * 60 * 1000
/** As long as a session of auth. */
export const maxSessionMs = 7 * 24 * 60 * 60 * 1000
/** A session's end is moved at most this often, to save writes. */
const moveEndEveryMs = 5 * 60 * 1000

interface SessionRow {
  userId: number
  userName: string
  tokens: Uint8Array<ArrayBuffer>
  accessExpiresAt: Date
  refreshes: number
  signedInAt: Date
  expiresAt: Date
  role: string
}

const sealedTokens = z.object({ access: z.string(), refresh: z.string() })

export async function insertSession(
  { db, clock, sealer }: SessionStoreDeps,
  { user, tokens }: Pick<BoardSession, 'user' | 'tokens'>,
): Promise<BoardSession> {
  const id = issueSecret('boardSession')
  const now = clock.now()
  const row = await db.boardSession.create({
    data: {
      idHash: sha256(id),
      userId: user.id,
      userName: user.fullName,
      tokens: seal(sealer, id, tokens),
      accessExpiresAt: tokens.accessExpiresAt,
      signedInAt: now,
      expiresAt: new Date(now.getTime() + idleMs),
    },
    select: { user: { select: { role: true } } },
  })
  return { id, user, isAdmin: row.user.role === 'admin', tokens, refreshes: 0 }
}

/** Null when there is none, it has ended, or no key of BOARD_SECRET opens its tokens. Moves the session's end. */
export async function findSession(
  { db, clock, sealer }: SessionStoreDeps,
  id: string,
): Promise<BoardSession | null> {
  const idHash = sha256(id)
  const [row] = await db.$queryRaw<SessionRow[]>`
    SELECT s.user_id AS "userId", s.user_name AS "userName", s.tokens, s.access_expires_at AS "accessExpiresAt",
           s.refreshes, s.signed_in_at AS "signedInAt", s.expires_at AS "expiresAt", u.role
      FROM board_sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ${idHash}`
  const now = clock.now().getTime()
  if (!row || row.expiresAt.getTime() <= now) return null
  const sealed = sealer.open(row.tokens, contextOf(id))
  if (sealed === null) return null
  const { access, refresh } = sealedTokens.parse(JSON.parse(sealed))
  const expiresAt = Math.min(now + idleMs, row.signedInAt.getTime() + maxSessionMs)
  if (expiresAt - row.expiresAt.getTime() > moveEndEveryMs)
    await db.boardSession.updateMany({ where: { idHash }, data: { expiresAt: new Date(expiresAt) } })
  return {
    id,
    user: { id: row.userId, fullName: row.userName },
    isAdmin: row.role === 'admin',
    tokens: { accessToken: access, refreshToken: refresh, accessExpiresAt: row.accessExpiresAt },
    refreshes: row.refreshes,
  }
}

/** Among callers of all processes that read the same `refreshes`, one gets true; the others get false until `until`. */
export async function claimRefresh(
  { db, clock }: Pick<SessionStoreDeps, 'db' | 'clock'>,
  { id, refreshes }: Pick<BoardSession, 'id' | 'refreshes'>,
  until: Date,
): Promise<boolean> {
  const now = clock.now()
  const { count } = await db.boardSession.updateMany({
    where: {
      idHash: sha256(id),
      refreshes,
      OR: [{ refreshingUntil: null }, { refreshingUntil: { lte: now } }],
    },
    data: { refreshingUntil: until },
  })
  return count === 1
}

/** Ends a claim early, so that the next request can try. */
export async function releaseRefresh(
  { db }: Pick<SessionStoreDeps, 'db'>,
  { id, refreshes }: Pick<BoardSession, 'id' | 'refreshes'>,
): Promise<void> {
  await db.boardSession.updateMany({
    where: { idHash: sha256(id), refreshes },
    data: { refreshingUntil: null },
  })
}

/** Compare-and-set on `refreshes`: false when the session has ended, or has newer tokens. */
export async function storeTokens(
  { db, sealer }: Pick<SessionStoreDeps, 'db' | 'sealer'>,
  { id, refreshes }: Pick<BoardSession, 'id' | 'refreshes'>,
  tokens: TokenPair,
): Promise<boolean> {
  const { count } = await db.boardSession.updateMany({
    where: { idHash: sha256(id), refreshes },
    data: {
      tokens: seal(sealer, id, tokens),
      accessExpiresAt: tokens.accessExpiresAt,
      refreshes: refreshes + 1,
      refreshingUntil: null,
    },
  })
  return count === 1
}

export async function deleteSession({ db }: Pick<SessionStoreDeps, 'db'>, id: string): Promise<void> {
  await db.boardSession.deleteMany({ where: { idHash: sha256(id) } })
}

const contextOf = (id: string): string => `tokens of ${id}`

const seal = (sealer: Sealer, id: string, tokens: TokenPair): Uint8Array<ArrayBuffer> =>
  sealer.seal(JSON.stringify({ access: tokens.accessToken, refresh: tokens.refreshToken }), contextOf(id))
