import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

export interface ConsentAnswer {
  user: SignedInUser
  application: { id: number; clientId: string; firstParty: boolean }
  ip: string | null
}

/**
 * A first-party application keeps a session of its own in this browser, which would go on acting for the other user
 * after the one who signed in has switched back or been disabled.
 */
export const mustSwitchBack = ({
  user,
  application,
}: {
  user: SignedInUser
  application: { firstParty: boolean }
}): boolean => application.firstParty && user.actor !== null

/**
 * Resolves to false when the user has to be asked. A consent that an actor gave counts only while acting for the user.
 * A first-party application asks for none, but `issueAuthorizationCode` needs one: it is stored here.
 */
export async function ensureConsent(
  deps: DatabaseDeps,
  grant: ConsentAnswer & { scope: string },
): Promise<boolean> {
  const { user, application } = grant
  if (mustSwitchBack(grant)) return false
  const consent = await deps.db.consent.findUnique({
    where: { userId_oauthApplicationId: { userId: user.id, oauthApplicationId: application.id } },
    select: { actorUserId: true },
  })
  const isGiven = consent !== null && (consent.actorUserId === null || user.actor !== null)
  if (!isGiven && application.firstParty) await storeConsent(deps, grant)
  return isGiven || application.firstParty
}

/** Stores nothing when the session has ended. The user's own consent replaces one that an actor gave. Idempotent. */
export async function storeConsent(
  { db, clock }: DatabaseDeps,
  { user, application, ip, scope }: ConsentAnswer & { scope: string },
): Promise<void> {
  const now = clock.now()
  const { actor, details } = actedBy(user, application.firstParty ? { first_party: true } : undefined)
  await db.$executeRaw`
    WITH consent AS (
      INSERT INTO consents AS c (user_id, oauth_application_id, scope, created_at, actor_user_id)
      SELECT user_id, ${application.id}::int, ${scope}::text, ${now}::timestamptz, actor_user_id
        FROM sessions WHERE id_hash = ${sha256(user.sessionId)}::bytea AND user_id = ${user.id}::int
         FOR KEY SHARE
      ON CONFLICT (user_id, oauth_application_id) DO UPDATE SET created_at = EXCLUDED.created_at, actor_user_id = NULL
       WHERE c.actor_user_id IS NOT NULL AND EXCLUDED.actor_user_id IS NULL
      RETURNING user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actor}, 'consent.grant',
           ${`application:${application.clientId}`}, ${ip}::text,
           ${details ? JSON.stringify(details) : null}::jsonb
      FROM consent`
}

/** A declined consent is only audited: the user is asked again next time (docs/contract.md §2.1). */
export async function recordDecline(
  { db, clock }: DatabaseDeps,
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
