import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { actorOf, type TokenCaller } from './token-caller'

/** Marks an unused code as used, so that it can issue nothing; writes the audit row in the same statement. */
export async function invalidateCode(
  { db, clock }: DatabaseDeps,
  sentCode: string,
  caller: TokenCaller,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH burnt AS (
      UPDATE authorization_codes SET used_at = ${now}::timestamptz
       WHERE code_hash = ${sha256(sentCode)}::bytea AND used_at IS NULL
      RETURNING user_id)
    INSERT INTO audit_events (at, actor, action, target, ip)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'code.burn', 'user:' || user_id, ${caller.ip}::text
      FROM burnt`
}
