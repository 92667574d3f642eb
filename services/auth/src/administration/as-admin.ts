import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { lockAccount } from '@pas/accounts/user-roles'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import type { SignedInUser } from '../sessions/signed-in-user'
import { notAllowed } from './require-admin'

export interface AdminRequest {
  admin: SignedInUser
  ip: string | undefined
}

/** `record` writes an audit row of the admin's in the transaction. */
export type AdminTransaction = RowDeps & {
  record: (event: Pick<AuditEvent, 'action' | 'target' | 'details'>) => Promise<void>
}

/**
 * A transaction in which nobody else administers the account, and in which `admin` still may: of two admins who remove
 * each other at the same moment, one is refused. `targetId` is the user whom `work` changes. Throws `forbidden`.
 */
export async function asAdmin<Result>(
  { db, clock }: DatabaseDeps,
  { admin, ip, targetId = admin.id }: AdminRequest & { targetId?: number },
  work: (transaction: AdminTransaction) => Promise<Result>,
): Promise<Result> {
  const accountId = admin.account.id
  return db.$transaction(async (tx) => {
    // Users before their account, in the order of their ids: a sign-in locks in this order, too.
    await tx.$queryRaw`
      SELECT id FROM users WHERE id IN (${admin.id}::int, ${targetId}::int) AND account_id = ${accountId}::int
       ORDER BY id FOR NO KEY UPDATE`
    await lockAccount({ db: tx }, accountId)
    const stillMay = await tx.user.findFirst({
      where: { id: admin.id, accountId, role: 'admin', disabledAt: null, account: { disabledAt: null } },
      select: { id: true },
    })
    if (!stillMay) throw notAllowed('notAdmin')
    const record: AdminTransaction['record'] = ({ details, ...event }) =>
      recordAuditEvent(tx, {
        at: clock.now(),
        actor: `user:${admin.id}`,
        ...event,
        ...(ip && { ip }),
        details: { account_id: accountId, ...details },
      })
    return work({ db: tx, clock, record })
  })
}
