import { randomUUID } from 'node:crypto'
import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { keepOpenEmail } from '@pas/emails/email-rows'
import { failedAttempt, isGivenUpRow, nextRoundOfAudit } from './attempts'
import type { CheckRow, CheckRowName } from './check-state'
import { failCrashedAudits } from './fail-overdue'
import type { RequestedCapture } from './request-captures'
import { unfinishedOf } from './unfinished-work'

export const findCheckRows = async ({ db }: DbDeps, emailId: string): Promise<CheckRow[]> =>
  (await db.emailCheck.findMany({
    where: { emailId },
    select: {
      id: true,
      name: true,
      emailClient: true,
      status: true,
      attempt: true,
      deadlineAt: true,
    },
  })) as CheckRow[]

const hasFailed = (failedBefore: Date): Prisma.Sql =>
  Prisma.sql`(email_checks.status = 'failed' AND email_checks.ended_at <= ${failedBefore})`

/**
 * Leases work that is not done, not another process's, and did not fail after `failedBefore`. Resolves to the leases;
 * none when the email takes no work.
 */
export function leaseChecks(
  { db, clock }: RowDeps,
  emailId: string,
  names: readonly CheckRowName[],
  { leaseMs, failedBefore }: { leaseMs: number; failedBefore: Date },
): Promise<{ id: string; name: CheckRowName; attempt: number }[]> {
  const now = clock.now()
  return db.$queryRaw<{ id: string; name: CheckRowName; attempt: number }[]>`
    INSERT INTO email_checks (id, email_id, account_id, name, status, attempt, requested_at, deadline_at)
    SELECT wanted.id, email.id, email.account_id, wanted.name, 'running', 1, ${now}, ${new Date(now.getTime() + leaseMs)}
      FROM (${keepOpenEmail(emailId, now)}) AS email,
           unnest(${names.map(() => randomUUID())}::uuid[], ${names}::text[]) AS wanted (id, name)
     ORDER BY wanted.name
    ON CONFLICT (email_id, name, email_client)
    DO UPDATE SET status = 'running', attempt = email_checks.attempt + 1, requested_at = excluded.requested_at,
                  deadline_at = excluded.deadline_at, ended_at = NULL
          WHERE ${hasFailed(failedBefore)} OR (email_checks.status = 'running' AND email_checks.deadline_at <= ${now})
    RETURNING id, name, attempt`
}

export interface AuditRequest {
  emailId: string
  emailClients: readonly { code: string; engine: string }[]
  failedBefore: Date
  /** New audits that the account may have in this hour. */
  maxNew: number
  /** Unfinished captures and audits for one engine. */
  maxWaiting: number
}

export interface WaitingAudit {
  id: string
  engine: string
  attempt: number
  /** The account's captures and audits for this engine that wait before it. */
  ahead: number
}

/**
 * All or none. Audits whose worker died wait again. `waiting`: all that wait for a worker. `refused`: how many there
 * would be; none was made.
 */
export async function createAudits(
  { db, clock }: RowDeps,
  { emailId, emailClients, failedBefore, maxNew, maxWaiting }: AuditRequest,
): Promise<{ made: number; waiting: WaitingAudit[] } | { refused: number; used: number }> {
  const now = clock.now()
  await failCrashedAudits({ db, clock }, Prisma.sql`email_id = ${emailId}::uuid AND deadline_at <= ${now}`)
  const isDue = Prisma.sql`${hasFailed(failedBefore)} AND NOT ${isGivenUpRow}`
  const codes = emailClients.map(({ code }) => code)
  const [answer] = await db.$queryRaw<{ missing: number; used: number; made: number }[]>`
    WITH email AS (${keepOpenEmail(emailId, now)}), wanted AS (
      SELECT wanted.* FROM email, unnest(
        ${codes.map(() => randomUUID())}::uuid[], ${codes}::text[], ${emailClients.map(({ engine }) => engine)}::text[]
      ) AS wanted (id, code, engine)
      WHERE NOT EXISTS (
        SELECT FROM email_checks
         WHERE email_id = email.id AND name = 'contrast' AND email_client = wanted.code AND NOT (${isDue}))
    ), load AS (
      SELECT (SELECT count(*) FROM wanted)::int AS missing,
             coalesce((SELECT max(waiting.number) FROM (
               SELECT count(*) AS number FROM ${unfinishedOf(Prisma.sql`(SELECT account_id FROM email)`)} AS work
                WHERE work.asked_by_owner AND work.engine IN (SELECT engine FROM wanted) GROUP BY work.engine
             ) AS waiting), 0)::int AS used
    ), made AS (
      INSERT INTO email_checks (id, email_id, account_id, name, email_client, engine, status, requested_at)
      SELECT wanted.id, email.id, email.account_id, 'contrast', wanted.code, wanted.engine, 'pending', ${now}
        FROM email, wanted, load
       WHERE load.missing <= ${maxNew} AND load.used + load.missing <= ${maxWaiting}
       ORDER BY wanted.code
      ON CONFLICT (email_id, name, email_client)
      DO UPDATE SET status = 'pending', attempt = ${nextRoundOfAudit}, requested_at = excluded.requested_at,
                    ended_at = NULL
            WHERE ${isDue}
      RETURNING id
    )
    SELECT load.*, (SELECT count(*) FROM made)::int AS made FROM load`
  const { missing = 0, used = 0, made = 0 } = answer ?? {}
  if (missing > maxNew || (missing > 0 && used + missing > maxWaiting)) return { refused: missing, used }
  const waiting = await db.emailCheck.findMany({
    where: { emailId, name: 'contrast', emailClient: { in: codes }, status: 'pending' },
    select: { id: true, engine: true, attempt: true },
    orderBy: { emailClient: 'asc' },
  })
  const before = Math.max(0, used + made - waiting.length)
  return {
    made,
    waiting: waiting.map(({ id, engine, attempt }, index) => ({
      id,
      engine: engine ?? '',
      attempt,
      ahead: before + index,
    })),
  }
}

/**
 * `superseded`: another process has the work. `removed`: the email or its content is gone, and with it the right to
 * keep a result.
 */
export async function recordCheck(
  { db, clock }: RowDeps,
  { id, attempt }: { id: string; attempt: number },
  status: 'done' | 'failed',
): Promise<'recorded' | 'superseded' | 'removed'> {
  const ended = { deadlineAt: null, endedAt: clock.now() }
  const { count } = await db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data: status === 'done' ? { ...ended, status } : { ...ended, status, attempt: failedAttempt(attempt) },
  })
  if (count === 1) return 'recorded'
  const row = await db.emailCheck.findUnique({
    where: { id },
    select: { email: { select: { contentErasedAt: true } } },
  })
  return row?.email.contentErasedAt === null ? 'superseded' : 'removed'
}

export async function failLostResult(
  { db, clock }: RowDeps,
  { id, attempt }: Pick<CheckRow, 'id' | 'attempt'>,
): Promise<void> {
  await db.emailCheck.updateMany({
    where: { id, attempt, status: 'done' },
    data: { status: 'failed', attempt: failedAttempt(attempt), endedAt: clock.now() },
  })
}

/**
 * Locks the rows, so that a process that records a result waits, then finds that it is not wanted. Resolves to the
 * audits whose jobs remain.
 */
export function failChecksOfErased(
  { db, clock }: RowDeps,
  emailIds: readonly string[],
): Promise<RequestedCapture[]> {
  return db.$queryRaw<RequestedCapture[]>`
    WITH locked AS (
      SELECT id FROM email_checks WHERE email_id = ANY(${emailIds}::uuid[]) ORDER BY id FOR UPDATE
    ), ended AS (
      UPDATE email_checks c SET status = 'failed', deadline_at = NULL, ended_at = ${clock.now()}
        FROM locked WHERE c.id = locked.id AND c.ended_at IS NULL
      RETURNING c.id, c.engine, c.attempt)
    SELECT id, engine, attempt, 'pending' AS status FROM ended WHERE engine IS NOT NULL`
}
