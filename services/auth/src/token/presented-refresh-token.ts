import { hasActiveActor } from '@pas/accounts/find-access-token'
import { sha256 } from '@pas/accounts/secrets'
import { Prisma, type Database } from '@pas/db/database'
import { grantCountColumns, noGrantLeftUntil, type GrantCountRow } from './issue-limit'
import { applicationColumns, applicationTables, type ApplicationRow } from './authenticated-application'

/** It may belong to another application, or be used, revoked or expired. */
export interface PresentedRefreshToken {
  applicationId: number
  userId: number
  scope: string
  expiresAt: Date
  familyExpiresAt: Date
  rotatedAt: Date | null
  isRevoked: boolean
  /** False also when the user is disabled who got the token while acting for this one. */
  isUserActive: boolean
  noGrantLeftUntil: Date | null
}

interface RefreshTokenRow extends ApplicationRow, GrantCountRow {
  token_application_id: number | null
  user_id: number
  scope: string
  expires_at: Date
  family_expires_at: Date
  rotated_at: Date | null
  revoked: boolean
  user_active: boolean
}

export async function findRefreshToken(
  { db }: { db: Database },
  clientId: string,
  refreshToken: string,
): Promise<{ application: ApplicationRow | undefined; token: PresentedRefreshToken | null }> {
  const [row] = await db.$queryRaw<RefreshTokenRow[]>`
    SELECT ${applicationColumns}, ${grantCountColumns}, f.oauth_application_id AS token_application_id, f.user_id,
           f.scope, r.expires_at, f.expires_at AS family_expires_at, r.rotated_at, f.revoked_at IS NOT NULL AS revoked,
           u.disabled_at IS NULL AND ua.disabled_at IS NULL AND ${hasActiveActor(Prisma.sql`f.actor_user_id`)} AS user_active
      FROM ${applicationTables}
      LEFT JOIN refresh_tokens r ON r.token_hash = ${sha256(refreshToken)}
      LEFT JOIN token_families f ON f.id = r.token_family_id
      LEFT JOIN users u ON u.id = f.user_id
      LEFT JOIN grant_counts g ON g.user_id = f.user_id AND g.oauth_application_id = f.oauth_application_id
      LEFT JOIN accounts ua ON ua.id = u.account_id
     WHERE o.client_id = ${clientId}`
  if (row?.token_application_id == null) return { application: row, token: null }
  return {
    application: row,
    token: {
      applicationId: row.token_application_id,
      userId: row.user_id,
      scope: row.scope,
      expiresAt: row.expires_at,
      familyExpiresAt: row.family_expires_at,
      rotatedAt: row.rotated_at,
      isRevoked: row.revoked,
      isUserActive: row.user_active,
      noGrantLeftUntil: noGrantLeftUntil(row),
    },
  }
}
