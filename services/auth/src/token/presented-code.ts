import { hasActiveActor } from '@pas/accounts/find-access-token'
import { sha256 } from '@pas/accounts/secrets'
import { Prisma, type Database } from '@pas/db/database'
import { planOnce } from './in-batches'
import { grantCountColumns, noGrantLeftUntil, type GrantCountRow } from './issue-limit'
import { applicationColumns, applicationTables, type ApplicationRow } from './authenticated-application'

/** It may belong to another application, or be used or expired. */
export interface PresentedCode {
  applicationId: number
  userId: number
  /** As it was sent to authorize; null when it was left out. */
  redirectUri: string | null
  /** Null when `redirectUri` is set, or the application has several. */
  onlyCallbackUri: string | null
  codeChallenge: string | null
  scope: string
  expiresAt: Date
  /** The latest end of its tokens; null when only their lifetimes limit them. */
  familyExpiresAt: Date | null
  isUsed: boolean
  /** False also when the user is disabled who got the code while acting for this one. */
  isUserActive: boolean
  noGrantLeftUntil: Date | null
  hasConsent: boolean
}

interface CodeRow extends ApplicationRow, GrantCountRow {
  place: number
  code_application_id: number | null
  user_id: number
  redirect_uri: string | null
  only_callback_uri: string | null
  code_challenge: string | null
  scope: string
  expires_at: Date
  family_expires_at: Date | null
  used: boolean
  user_active: boolean
  has_consent: boolean
}

export interface CodePresentation {
  clientId: string
  code: string
}

export interface FoundCode {
  application: ApplicationRow | undefined
  code: PresentedCode | null
}

/** Results have the order of `presentations`. */
export async function findCodes(
  { db }: { db: Database },
  presentations: readonly CodePresentation[],
): Promise<FoundCode[]> {
  const rows = await db.$queryRaw<CodeRow[]>`
    SELECT p.place::int, ${applicationColumns}, ${grantCountColumns},
           c.oauth_application_id AS code_application_id, c.user_id, c.redirect_uri, c.code_challenge, c.scope,
           c.expires_at, c.family_expires_at, c.used_at IS NOT NULL AS used,
           u.disabled_at IS NULL AND ua.disabled_at IS NULL AND ${hasActiveActor(Prisma.sql`c.actor_user_id`)} AS user_active,
           s.user_id IS NOT NULL AS has_consent,
           CASE WHEN c.redirect_uri IS NULL
                THEN (SELECT min(uri) FROM callback_uris WHERE oauth_application_id = o.id HAVING count(*) = 1)
                END AS only_callback_uri
      FROM (SELECT ${presentations.map(({ clientId }) => clientId)}::text[] AS client_ids,
                   ${presentations.map(({ code }) => sha256(code))}::bytea[] AS codes
                   ${planOnce}) AS b
     CROSS JOIN unnest(b.client_ids, b.codes) WITH ORDINALITY AS p (client_id, code_hash, place)
      JOIN (${applicationTables}) ON o.client_id = p.client_id
      LEFT JOIN authorization_codes c ON c.code_hash = p.code_hash
      LEFT JOIN users u ON u.id = c.user_id
      -- Not EXISTS: Postgres would read the whole table of consents into a hash for each batch.
      LEFT JOIN consents s ON s.user_id = c.user_id AND s.oauth_application_id = c.oauth_application_id
      LEFT JOIN grant_counts g ON g.user_id = c.user_id AND g.oauth_application_id = c.oauth_application_id
      LEFT JOIN accounts ua ON ua.id = u.account_id`
  const results = presentations.map((): FoundCode => ({ application: undefined, code: null }))
  for (const row of rows) results[row.place - 1] = { application: row, code: codeOf(row) }
  return results
}

function codeOf(row: CodeRow): PresentedCode | null {
  if (row.code_application_id === null) return null
  return {
    applicationId: row.code_application_id,
    userId: row.user_id,
    redirectUri: row.redirect_uri,
    onlyCallbackUri: row.only_callback_uri,
    codeChallenge: row.code_challenge,
    scope: row.scope,
    expiresAt: row.expires_at,
    familyExpiresAt: row.family_expires_at,
    isUsed: row.used,
    isUserActive: row.user_active,
    noGrantLeftUntil: noGrantLeftUntil(row),
    hasConsent: row.has_consent,
  }
}
