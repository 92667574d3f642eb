import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

/**
 * Whether a first-party application, such as the board, asks for a code while the user acts for another user. It never
 * gets one: it has a session of its own in this browser, which would go on acting for the other user after the one who
 * signed in has switched back or has been disabled.
 */
export const isForActorOnly = ({
  user,
  application,
}: {
  user: SignedInUser
  application: { firstParty: boolean }
}): boolean => application.firstParty && user.actor !== null

/**
 * Whether this application may get a code for this user: the user has given consent, or is not asked because it is a
 * first-party application. For the latter this stores the consent, with its audit row, because `issueAuthorizationCode`
 * issues a code only for a stored consent.
 */
export async function mayGetCode(
  deps: { db: Database; clock: Clock },
  grant: ConsentAnswer & { scope: string; sessionId: string },
): Promise<boolean> {
  const { user, application } = grant
  if (isForActorOnly(grant)) return false
  const consent = await deps.db.consent.findUnique({
    where: { userId_oauthApplicationId: { userId: user.id, oauthApplicationId: application.id } },
    select: { userId: true },
  })
  if (consent === null && application.firstParty) await storeConsent(deps, grant)
  return consent !== null || application.firstParty
}

/** A user's answer to a consent page: the user, the application and the user's IP address. */
export interface ConsentAnswer {
  user: SignedInUser
  application: { id: number; clientId: string; firstParty: boolean }
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
  const { actor, details } = actedBy(user, application.firstParty ? { first_party: true } : undefined)
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
