import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'

/** Whether this user has said yes to this application. */
export async function hasConsent(
  { db }: { db: Database },
  { userId, applicationId }: { userId: number; applicationId: number },
): Promise<boolean> {
  const consent = await db.consent.findUnique({
    where: { userId_oauthApplicationId: { userId, oauthApplicationId: applicationId } },
    select: { userId: true },
  })
  return consent !== null
}

/** Who answers a consent page about which application, from where. */
export interface ConsentAnswer {
  userId: number
  application: { id: number; clientId: string }
  ip: string | null
}

/**
 * Stores a user's yes with its audit row, in one statement, while the session lasts in which it is said; a second yes changes nothing.
 */
export async function storeConsent(
  { db, clock }: { db: Database; clock: Clock },
  { userId, application, ip, scope, sessionId }: ConsentAnswer & { scope: string; sessionId: string },
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH consent AS (
      INSERT INTO consents (user_id, oauth_application_id, scope, created_at)
      SELECT user_id, ${application.id}::int, ${scope}::text, ${now}::timestamptz
        FROM sessions WHERE id_hash = ${sha256(sessionId)}::bytea AND user_id = ${userId}::int
         FOR KEY SHARE
      ON CONFLICT DO NOTHING
      RETURNING user_id)
    INSERT INTO audit_events (at, actor, action, target, ip)
    SELECT ${now}::timestamptz, ${`user:${userId}`}, 'consent.grant', ${`application:${application.clientId}`}, ${ip}::text
      FROM consent`
}

/** A no is told to the application and remembered nowhere but in the audit. */
export async function recordDecline(
  { db, clock }: { db: Database; clock: Clock },
  { userId, application, ip }: ConsentAnswer,
): Promise<void> {
  await recordAuditEvent(db, {
    at: clock.now(),
    actor: `user:${userId}`,
    action: 'consent.decline',
    target: `application:${application.clientId}`,
    ...(ip !== null && { ip }),
  })
}
