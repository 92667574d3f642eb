import { emailClientsChange, replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

/**
 * Replaces the user's choice of email clients by these codes of the catalogue, and writes the audit row. Without codes
 * the user has the popular set again.
 */
export async function chooseEmailClients(
  { db, clock }: DatabaseDeps,
  user: SignedInUser,
  codes: readonly string[],
  ip: string | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await replaceEmailClientChoice({ db: tx }, user.id, codes)
    await recordAuditEvent(tx, {
      at: clock.now(),
      ...actedBy(user, emailClientsChange(before, codes)),
      action: 'email_clients.choose',
      target: `user:${user.id}`,
      ...(ip && { ip }),
    })
  })
}
