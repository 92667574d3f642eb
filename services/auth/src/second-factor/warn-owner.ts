import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { requestWrongCodesMail } from '@pas/accounts/wrong-codes-mails'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { MailOutbox } from '../mails/mail-outbox'

export interface WarningDeps extends DatabaseDeps {
  /** Sends the mails; null where no mail server is configured: then only the audit row is written. */
  mailOutbox: Pick<MailOutbox, 'wake'> | null
}

/**
 * Warns the owner of a second factor by mail that someone who knows the password has typed as many wrong codes as are
 * allowed in 15 minutes. The row that says that the mail is due is stored with the audit row.
 */
export async function warnOwner(
  { db, clock, mailOutbox }: WarningDeps,
  { userId, ip, wrongCodes }: { userId: number; ip: string | undefined; wrongCodes: number },
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (mailOutbox) await requestWrongCodesMail({ db: tx, clock }, { userId, wrongCodes })
    await recordAuditEvent(tx, {
      at: clock.now(),
      actor: 'anonymous',
      action: 'second_factor.exhaust',
      target: `user:${userId}`,
      ...(ip && { ip }),
      details: { wrong_codes: wrongCodes, mail: mailOutbox !== null },
    })
  })
  mailOutbox?.wake()
}
