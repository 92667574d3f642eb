import { emailClientsChange, replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { deleteEmailClientSet, saveEmailClientSet } from '@pas/accounts/email-client-sets'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

/** Without codes the user has the popular set again. */
export async function chooseEmailClients(
  { db, clock }: DatabaseDeps,
  user: SignedInUser,
  codes: readonly string[],
  ip: string | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await replaceEmailClientChoice({ db: tx }, user.id, codes)
    const details = emailClientsChange(before, codes)
    await recordAuditEvent(tx, event(clock, user, 'email_clients.choose', details, ip))
  })
}

/** Replaces a set of this name. Resolves to the set's id; to null at the maximum number of sets. */
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

/** Resolves to false when the user has no such set. */
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
