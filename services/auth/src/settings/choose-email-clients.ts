import { replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'

/**
 * Replaces the email clients that the user chose by these codes of the catalogue, with an audit row; none of them returns
 * the user to the popular set.
 */
export async function chooseEmailClients(
  { db, clock }: { db: Database; clock: Clock },
  user: SignedInUser,
  codes: readonly string[],
  ip: string | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await replaceEmailClientChoice({ db: tx }, user.id, codes)
    await recordAuditEvent(tx, {
      at: clock.now(),
      ...actedBy(user, { email_clients: [...new Set(codes)].sort() }),
      action: 'email_clients.choose',
      target: `user:${user.id}`,
      ...(ip && { ip }),
    })
  })
}
