import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { actorOf, type TokenCaller } from './token-caller'

/**
 * Revokes what a code issued, if anything, because the code came again; audited in the same statement. What is revoked already leaves no
 * further row, however often the code comes.
 */
export async function revokeFamilyOfCode(
  { db, clock }: { db: Database; clock: Clock },
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
