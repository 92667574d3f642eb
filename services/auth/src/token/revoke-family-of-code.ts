import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { actorOf, type TokenCaller } from './token-caller'

/**
 * Revokes the token family that a code issued, if any, because the code was presented again; writes the audit row in
 * the same statement. A family that is revoked already gets no further row, however often the code is presented.
 */
export async function revokeFamilyOfCode(
  { db, clock }: DatabaseDeps,
  sentCode: string,
  caller: TokenCaller,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH revoked AS (
      UPDATE token_families f SET revoked_at = ${now}::timestamptz FROM authorization_codes c
       WHERE c.code_hash = ${sha256(sentCode)}::bytea AND c.used_at IS NOT NULL
         AND f.id = c.token_family_id AND f.revoked_at IS NULL
      RETURNING f.id, f.user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'code.replayed', 'user:' || user_id, ${caller.ip}::text,
           jsonb_build_object('family', id::text)
      FROM revoked`
}
