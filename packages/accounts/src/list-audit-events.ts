import type { AccountsDeps } from './accounts-deps'

/** A row of the audit trail as an operator reads it. */
export interface ListedAuditEvent {
  at: Date
  actor: string
  action: string
  target: string
  ip: string | null
}

/** The audit trail from `since` on (from its beginning when undefined), oldest first. */
export async function listAuditEvents(
  { db }: Pick<AccountsDeps, 'db'>,
  since: Date | undefined,
): Promise<ListedAuditEvent[]> {
  return db.auditEvent.findMany({
    where: since ? { at: { gte: since } } : {},
    orderBy: { id: 'asc' },
    select: { at: true, actor: true, action: true, target: true, ip: true },
  })
}
