import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { encodeParameter } from '../oauth/callback-location'
import type { SignedInUser } from '../sessions/signed-in-user'
import type { AuthorizationRequest } from './read-authorization-request'

const lifetimeMs = 10 * 60 * 1000
/** A request may have a long state. Consent pages of older requests can no longer be answered. */
const maxRequestsPerSession = 20

export interface RequestParties {
  /** The id in clear text, as in the cookie. */
  sessionId: string
  userId: number
  applicationId: number
}

/**
 * Stores the request, so that its consent page's form cannot change it. Resolves to the id for the form, or to null
 * when the session has ended. Removes the session's oldest requests, but skips locked rows.
 */
export async function keepAuthorizationRequest(
  { db, clock }: DatabaseDeps,
  { sessionId, userId, applicationId }: RequestParties,
  { redirectUri, state, scope, codeChallenge }: AuthorizationRequest,
): Promise<string | null> {
  const requestId = issueSecret('authorizationRequest')
  const now = clock.now()
  const kept = await db.$executeRaw`
    WITH dropped AS (
      DELETE FROM authorization_requests WHERE id_hash IN (
        SELECT id_hash FROM authorization_requests WHERE session_id_hash = ${sha256(sessionId)}::bytea
         ORDER BY expires_at DESC OFFSET ${maxRequestsPerSession - 1}::int FOR UPDATE SKIP LOCKED))
    INSERT INTO authorization_requests
           (id_hash, session_id_hash, user_id, oauth_application_id, redirect_uri, state, scope, code_challenge, expires_at)
    SELECT ${sha256(requestId)}::bytea, id_hash, user_id, ${applicationId}::int, ${redirectUri}::text, ${encodeState(state)}::text,
           ${scope}::text, ${codeChallenge}::text, ${new Date(now.getTime() + lifetimeMs)}::timestamptz
      FROM sessions WHERE id_hash = ${sha256(sessionId)} AND user_id = ${userId} AND expires_at > ${now}
       FOR KEY SHARE`
  return kept === 1 ? requestId : null
}

/** A state may hold U+0000, which Postgres's text cannot. */
const encodeState = (state: string | null): string | null => (state === null ? null : encodeParameter(state))

/** The user and session have to be those that were asked. */
export interface KeptRequestKey {
  requestId: string
  user: Pick<SignedInUser, 'id' | 'sessionId'>
}

export type KeptAuthorizationRequest = AuthorizationRequest & { applicationId: number }

/**
 * Removes the request, so that it is answered only once. Resolves to null when it is gone, too old, or another user's.
 */
export async function takeAuthorizationRequest(
  { db, clock }: DatabaseDeps,
  key: KeptRequestKey,
): Promise<KeptAuthorizationRequest | null> {
  const [row] = await db.$queryRaw<KeptRow[]>`
    DELETE FROM authorization_requests WHERE ${conditionOf(key, clock.now())} RETURNING ${columns}`
  return row ? requestOf(row) : null
}

export async function findAuthorizationRequest(
  { db, clock }: DatabaseDeps,
  key: KeptRequestKey,
): Promise<KeptAuthorizationRequest | null> {
  const [row] = await db.$queryRaw<KeptRow[]>`
    SELECT ${columns} FROM authorization_requests WHERE ${conditionOf(key, clock.now())}`
  return row ? requestOf(row) : null
}

const columns = Prisma.sql`oauth_application_id, redirect_uri, state, scope, code_challenge`

const conditionOf = ({ requestId, user }: KeptRequestKey, now: Date): Prisma.Sql => Prisma.sql`
  id_hash = ${sha256(requestId)} AND session_id_hash = ${sha256(user.sessionId)} AND user_id = ${user.id} AND expires_at > ${now}`

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
