import { deleteEmailClientSet, saveEmailClientSet } from '@pas/accounts/email-client-sets'
import { emailClientsChange } from '@pas/accounts/email-client-choice'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

/**
 * Saves these codes of the catalogue as the user's set of this name, and writes the audit row. Resolves to the set's id;
 * to null when the user has as many sets as are allowed.
 */
export const nameEmailClients = (
  { db, clock }: DatabaseDeps,
  user: SignedInUser,
  { name, codes }: { name: string; codes: readonly string[] },
  ip: string | undefined,
): Promise<number | null> =>
  db.$transaction(async (tx) => {
    const saved = await saveEmailClientSet({ db: tx }, user.id, { name, emailClients: [...codes] })
    if (saved === null) return null
    const details = { name, ...emailClientsChange(saved.before, codes) }
    await recordAuditEvent(tx, event(clock, user, 'email_client_set.save', details, ip))
    return saved.id
  })

/** Deletes a set of the user's, and writes the audit row. Resolves to false when the user has no such set. */
export const forgetEmailClientSet = (
  { db, clock }: DatabaseDeps,
  user: SignedInUser,
  id: number,
  ip: string | undefined,
): Promise<boolean> =>
  db.$transaction(async (tx) => {
    const name = await deleteEmailClientSet({ db: tx }, user.id, id)
    if (name === null) return false
    await recordAuditEvent(tx, event(clock, user, 'email_client_set.delete', { name }, ip))
    return true
  })

const event = (
  clock: Clock,
  user: SignedInUser,
  action: string,
  details: AuditEvent['details'],
  ip: string | undefined,
): AuditEvent => ({
  at: clock.now(),
  ...actedBy(user, details),
  action,
  target: `user:${user.id}`,
  ...(ip && { ip }),
})
