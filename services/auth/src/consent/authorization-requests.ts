import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { Prisma, type Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { encodeParameter } from '../oauth/callback-location'
import type { AuthorizationRequest } from '../oauth/read-authorization-request'

/** How long a consent page may be answered. */
const lifetimeMs = 10 * 60 * 1000

/** Whom a consent page is shown to, and for which application. */
export interface AskedUser {
  /** In clear, as the cookie has it. */
  sessionId: string
  userId: number
  applicationId: number
}

/**
 * Keeps a request until its consent page is answered; resolves to the id for the form, or to null when the session is over. It stays
 * here, so that nothing of it can be changed in the form.
 */
export async function keepAuthorizationRequest(
  { db, clock }: { db: Database; clock: Clock },
  { sessionId, userId, applicationId }: AskedUser,
  { redirectUri, state, scope, codeChallenge }: AuthorizationRequest,
): Promise<string | null> {
  const requestId = issueSecret('authorizationRequest')
  const now = clock.now()
  const kept = await db.$executeRaw`
    INSERT INTO authorization_requests
           (id_hash, session_id_hash, user_id, oauth_application_id, redirect_uri, state, scope, code_challenge, expires_at)
    SELECT ${sha256(requestId)}::bytea, id_hash, user_id, ${applicationId}::int, ${redirectUri}::text, ${encoded(state)}::text,
           ${scope}::text, ${codeChallenge}::text, ${new Date(now.getTime() + lifetimeMs)}::timestamptz
      FROM sessions WHERE id_hash = ${sha256(sessionId)} AND user_id = ${userId} AND expires_at > ${now}
       FOR KEY SHARE`
  return kept === 1 ? requestId : null
}

/** A request that is kept, and who names it: only the session and user that were asked may. */
export interface KeptRequestName {
  requestId: string
  sessionId: string
  userId: number
}

export type KeptAuthorizationRequest = AuthorizationRequest & { applicationId: number }

/** Takes a request out for its answer: once, in time, and by the session and user that were asked. Null otherwise. */
export async function takeAuthorizationRequest(
  { db, clock }: { db: Database; clock: Clock },
  name: KeptRequestName,
): Promise<KeptAuthorizationRequest | null> {
  const [row] = await db.$queryRaw<KeptRow[]>`
    DELETE FROM authorization_requests WHERE ${isKept(name, clock.now())} RETURNING ${columns}`
  return row ? requestOf(row) : null
}

/** As `takeAuthorizationRequest`, and leaves it there to be answered. */
export async function findAuthorizationRequest(
  { db, clock }: { db: Database; clock: Clock },
  name: KeptRequestName,
): Promise<KeptAuthorizationRequest | null> {
  const [row] = await db.$queryRaw<KeptRow[]>`
    SELECT ${columns} FROM authorization_requests WHERE ${isKept(name, clock.now())}`
  return row ? requestOf(row) : null
}

const columns = Prisma.sql`oauth_application_id, redirect_uri, state, scope, code_challenge`

const isKept = ({ requestId, sessionId, userId }: KeptRequestName, now: Date): Prisma.Sql => Prisma.sql`
  id_hash = ${sha256(requestId)} AND session_id_hash = ${sha256(sessionId)} AND user_id = ${userId} AND expires_at > ${now}`

function requestOf(row: KeptRow): KeptAuthorizationRequest {
  return {
    applicationId: row.oauth_application_id,
    redirectUri: row.redirect_uri,
    state: row.state === null ? null : decodeURIComponent(row.state),
    scope: row.scope,
    codeChallenge: row.code_challenge,
  }
}

interface KeptRow {
  oauth_application_id: number
  redirect_uri: string | null
  state: string | null
  scope: string
  code_challenge: string | null
}

/** A state may be any string, also one with a NUL, which Postgres takes in no text. */
const encoded = (state: string | null): string | null => (state === null ? null : encodeParameter(state))
