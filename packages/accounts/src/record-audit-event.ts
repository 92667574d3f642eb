import type { Prisma } from '@pas/db/database'
import type { AccountsDatabase } from './accounts-deps'

/** Something that was done, for the append-only trail. No member may hold a secret. */
export interface AuditEvent {
  at: Date
  /** `operator:<os user>`, `user:<id>`, `application:<client_id>` or `api_key:<prefix>`. */
  actor: string
  /** `<noun>.<verb>`, e.g. `account.create`; with `.failed` behind it when it was refused. */
  action: string
  /** What it was done to, named as actors are, e.g. `account:7`. */
  target: string
  ip?: string
  details?: Prisma.InputJsonObject
}

/** Appends one row; within a transaction it stands or falls with the rest. */
export async function recordAuditEvent(db: AccountsDatabase, event: AuditEvent): Promise<void> {
  await db.auditEvent.create({ data: event })
}
