import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { secretPrefixes, sha256 } from './secrets'

export interface FoundAccessToken {
  scope: string
  oauthApplication: { id: number; clientId: string }
  user: {
    id: number
    accountId: number
    firstName: string
    lastName: string
    /** A tag such as `de`; null when the user has chosen none. */
    language: string | null
  }
  /**
   * The first that applies, but a revoked token of a disabled user is `user_inactive`, so that the caller learns why. A
   * token that a user got while acting for another (`/switch`) is `revoked` while the acting user is disabled.
   */
  status: 'active' | 'revoked' | 'expired' | 'application_disabled' | 'user_inactive'
}

interface AccessTokenRow {
  scope: string
  oauth_application_id: number
  client_id: string
  user_id: number
  account_id: number
  first_name: string
  last_name: string
  language: string | null
  status: FoundAccessToken['status']
}

/**
 * Null for an unknown token. One query, because every request of the user API waits for it, and not cached, so that a
 * revocation counts at once.
 */
export async function findAccessToken(
  { db, clock }: RowDeps,
  accessToken: string,
): Promise<FoundAccessToken | null> {
  if (!accessToken.startsWith(secretPrefixes.accessToken)) return null
  const [row] = await db.$queryRaw<AccessTokenRow[]>`
    SELECT f.scope, o.id AS oauth_application_id, o.client_id,
           u.id AS user_id, u.account_id, u.first_name, u.last_name, u.language,
           CASE WHEN f.revoked_at IS NOT NULL AND u.disabled_at IS NULL AND ua.disabled_at IS NULL THEN 'revoked'
                WHEN NOT ${hasActiveActor(Prisma.sql`f.actor_user_id`)} THEN 'revoked'
                WHEN t.expires_at <= ${clock.now()} THEN 'expired'
                WHEN o.disabled_at IS NOT NULL OR oa.disabled_at IS NOT NULL THEN 'application_disabled'
                WHEN u.disabled_at IS NOT NULL OR ua.disabled_at IS NOT NULL THEN 'user_inactive'
                ELSE 'active' END AS status
      FROM access_tokens t
      JOIN token_families f ON f.id = t.token_family_id
      JOIN oauth_applications o ON o.id = f.oauth_application_id
      JOIN accounts oa ON oa.id = o.account_id
      JOIN users u ON u.id = f.user_id
      JOIN accounts ua ON ua.id = u.account_id
     WHERE t.token_hash = ${sha256(accessToken)}`
  if (!row) return null
  return {
    scope: row.scope,
    oauthApplication: { id: row.oauth_application_id, clientId: row.client_id },
    user: {
      id: row.user_id,
      accountId: row.account_id,
      firstName: row.first_name,
      lastName: row.last_name,
      language: row.language,
    },
    status: row.status,
  }
}

/**
 * SQL condition: no user was acting for another (`/switch`), or the acting user and their account are enabled. So what
 * a user got for another stops working once the acting user is disabled.
 */
export const hasActiveActor = (actorUserId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (${actorUserId} IS NULL
   OR EXISTS (SELECT FROM users actor JOIN accounts actors ON actors.id = actor.account_id
               WHERE actor.id = ${actorUserId} AND actor.disabled_at IS NULL AND actors.disabled_at IS NULL))`
