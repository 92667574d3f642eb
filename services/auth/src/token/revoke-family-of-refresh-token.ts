import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { actorOf, type TokenCaller } from './token-caller'

/** Revokes the family of a refresh token that came again after its rotation, with the audit row in the statement. */
export async function revokeFamilyOfRefreshToken(
  { db, clock }: DatabaseDeps,
  sentToken: string,
  caller: TokenCaller,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH revoked AS (
      UPDATE token_families f SET revoked_at = ${now}::timestamptz FROM refresh_tokens r
       WHERE r.token_hash = ${sha256(sentToken)}::bytea AND f.id = r.token_family_id AND f.revoked_at IS NULL
      RETURNING f.id, f.user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'refresh_token.replayed', 'user:' || user_id, ${caller.ip}::text,
           jsonb_build_object('family', id::text)
      FROM revoked`
}
