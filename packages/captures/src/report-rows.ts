import { randomUUID } from 'node:crypto'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'

/** Adds the report of a new email, which is to begin now. `wanted` is what the api process that makes it needs. */
export async function createReport(
  { db, clock }: RowDeps,
  email: { id: string; accountId: number },
  wanted: object,
): Promise<void> {
  const now = clock.now()
  await db.emailCheck.create({
    data: {
      id: randomUUID(),
      emailId: email.id,
      accountId: email.accountId,
      name: 'report',
      wanted,
      status: 'running',
      requestedAt: now,
      deadlineAt: now,
    },
  })
}

/** A report that is this process's until its lease is over. */
export interface LeasedReport {
  id: string
  emailId: string
  accountId: number
  attempt: number
  requestedAt: Date
  wanted: unknown
}

/** Leases reports that no process works on: that of one email, or some of any; none of the accounts of `notOf`. */
export function leaseReports(
  { db, clock }: RowDeps,
  {
    emailId = null,
    notOf,
    leaseMs,
    limit,
  }: { emailId?: string | null; notOf: readonly number[]; leaseMs: number; limit: number },
): Promise<LeasedReport[]> {
  const now = clock.now()
  return db.$queryRaw<LeasedReport[]>`
    UPDATE email_checks SET attempt = attempt + 1, deadline_at = ${new Date(now.getTime() + leaseMs)}
     WHERE id = ANY(ARRAY(
       SELECT id FROM email_checks
        WHERE name = 'report' AND ended_at IS NULL AND deadline_at <= ${now}
          AND NOT account_id = ANY(${notOf}::int[])
          AND (${emailId}::uuid IS NULL OR email_id = ${emailId}::uuid)
        ORDER BY deadline_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING id, email_id AS "emailId", account_id AS "accountId", attempt, requested_at AS "requestedAt", wanted`
}

/** Prolongs a lease. Resolves to whether the report is still this process's. */
export async function prolongLease(
  { db }: DbDeps,
  { id, attempt }: Pick<LeasedReport, 'id' | 'attempt'>,
  until: Date,
): Promise<boolean> {
  const { count } = await db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data: { deadlineAt: until },
  })
  return count === 1
}
