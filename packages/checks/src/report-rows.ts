import { randomUUID } from 'node:crypto'
import type { RowDeps } from '@pas/db/row-deps'

/** `wanted` is read by the api process that makes the report. */
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

export interface LeasedReport {
  id: string
  emailId: string
  accountId: number
  attempt: number
  requestedAt: Date
  wanted: unknown
}

/**
 * Leases up to `room` due reports; accounts take turns. `underWay` has the account of each piece of work of this
 * process.
 */
export function leaseReports(
  { db, clock }: RowDeps,
  {
    room,
    underWay,
    maxPerAccount,
    leaseMs,
  }: { room: number; underWay: readonly number[]; maxPerAccount: number; leaseMs: number },
): Promise<LeasedReport[]> {
  const now = clock.now()
  return db.$queryRaw<LeasedReport[]>`
    WITH accounts AS (
      SELECT due.account_id, coalesce(busy.taken, 0) AS taken
        FROM (SELECT DISTINCT account_id FROM email_checks
               WHERE name = 'report' AND ended_at IS NULL AND deadline_at <= ${now}) AS due
        LEFT JOIN (SELECT account_id, count(*)::int AS taken
                     FROM unnest(${underWay}::int[]) AS work (account_id)
                    GROUP BY account_id) AS busy USING (account_id)),
    turns AS (
      SELECT due.id, due.requested_at,
             a.taken + row_number() OVER (PARTITION BY a.account_id ORDER BY due.requested_at, due.id) AS turn
        FROM accounts a CROSS JOIN LATERAL (
          SELECT id, requested_at FROM email_checks
           WHERE account_id = a.account_id AND engine IS NULL AND name = 'report' AND ended_at IS NULL
             AND deadline_at <= ${now}
           ORDER BY requested_at, id LIMIT greatest(${maxPerAccount}::int - a.taken, 0) FOR UPDATE SKIP LOCKED) AS due),
    chosen AS (SELECT id FROM turns ORDER BY turn, requested_at, id LIMIT ${room})
    UPDATE email_checks SET attempt = attempt + 1, deadline_at = ${new Date(now.getTime() + leaseMs)}
     WHERE id = ANY(ARRAY(SELECT id FROM chosen))
    RETURNING id, email_id AS "emailId", account_id AS "accountId", attempt, requested_at AS "requestedAt", wanted`
}

/** Ends a lease: the report waits until nothing of its email is under way. */
export async function letReportWait(
  deps: RowDeps,
  { id, attempt }: Pick<LeasedReport, 'id' | 'attempt'>,
): Promise<void> {
  await deps.db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data: { status: 'pending', deadlineAt: null },
  })
  // Work that ended before this update found no waiting report to wake.
  await endWaitOfReports(deps, [id])
}

/**
 * Makes reports due whose email has nothing under way: for the emails of these check rows, or for all. Resolves to
 * their number.
 */
export function endWaitOfReports({ db, clock }: RowDeps, rowIds: readonly string[] | null): Promise<number> {
  const now = clock.now()
  return db.$executeRaw`
    UPDATE email_checks SET status = 'running', deadline_at = ${now}
     WHERE id = ANY(ARRAY(
       SELECT r.id FROM email_checks r
        WHERE r.name = 'report' AND r.status = 'pending' AND r.ended_at IS NULL AND r.engine IS NULL
          AND (${rowIds === null} OR r.email_id IN (SELECT email_id FROM email_checks WHERE id = ANY(${rowIds ?? []}::uuid[])))
          AND NOT EXISTS (
            SELECT FROM email_checks w
             WHERE w.email_id = r.email_id AND w.name <> 'report' AND w.ended_at IS NULL
               AND (w.deadline_at IS NULL OR w.deadline_at > ${now}))
        ORDER BY r.id FOR UPDATE OF r SKIP LOCKED))`
}

/** Gives the lease back, as when the process stops. */
export async function returnReport(
  { db, clock }: RowDeps,
  { id, attempt }: Pick<LeasedReport, 'id' | 'attempt'>,
): Promise<void> {
  await db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data: { deadlineAt: clock.now() },
  })
}
