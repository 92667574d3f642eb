import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

/** Whether this user has given consent to this application. */
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

/** A user's answer to a consent page: the user, the application and the user's IP address. */
export interface ConsentAnswer {
  user: SignedInUser
  application: { id: number; clientId: string }
  ip: string | null
}

/**
 * Stores a user's consent and its audit row in one statement, if the session in which it is given still exists.
 * Idempotent.
 */
export async function storeConsent(
  { db, clock }: { db: Database; clock: Clock },
  { user, application, ip, scope, sessionId }: ConsentAnswer & { scope: string; sessionId: string },
): Promise<void> {
  const now = clock.now()
  const { actor, details } = actedBy(user)
  await db.$executeRaw`
    WITH consent AS (
      INSERT INTO consents (user_id, oauth_application_id, scope, created_at)
      SELECT user_id, ${application.id}::int, ${scope}::text, ${now}::timestamptz
        FROM sessions WHERE id_hash = ${sha256(sessionId)}::bytea AND user_id = ${user.id}::int
         FOR KEY SHARE
      ON CONFLICT DO NOTHING
      RETURNING user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actor}, 'consent.grant',
           ${`application:${application.clientId}`}, ${ip}::text,
           ${details ? JSON.stringify(details) : null}::jsonb
      FROM consent`
}

/**
 * Writes the audit row of a declined consent. Nothing else is stored, so the user is asked again next time
 * (docs/contract.md §2).
 */
export async function recordDecline(
  { db, clock }: { db: Database; clock: Clock },
  { user, application, ip }: ConsentAnswer,
): Promise<void> {
  await recordAuditEvent(db, {
    at: clock.now(),
    ...actedBy(user),
    action: 'consent.decline',
    target: `application:${application.clientId}`,
    ...(ip !== null && { ip }),
  })
}
