import type { Prisma } from '@pas/db/database'

/** A row of the append-only audit trail. No member may hold a secret. */
export interface AuditEvent {
  at: Date
  /** `operator:<os user>`, `user:<id>`, `application:<client_id>`, `api_key:<prefix>` or `service:<name>`. */
  actor: string
  /** `<noun>.<verb>`, e.g. `account.create`; with the suffix `.failed` when it was refused. */
  action: string
  /** In the form that actors have, e.g. `account:7`. */
  target: string
  ip?: string
  details?: Prisma.InputJsonObject
}

export async function recordAuditEvent(db: Prisma.TransactionClient, event: AuditEvent): Promise<void> {
  await db.auditEvent.create({ data: event })
}
