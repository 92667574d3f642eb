import { randomUUID } from 'node:crypto'
import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { keepOpenEmail } from '@pas/emails/email-rows'
import { auditWaitLimitMs, type CheckRow, type CheckRowName } from './check-state'
import type { RequestedCapture } from './request-captures'
import { unfinishedOf } from './unfinished-work'

/** All rows of an email. */
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

/**
 * SQL condition on a row of `email_checks`: its work is begun again. What failed later than `failedBefore` stays so.
 */
const isDue = (now: Date, failedBefore: Date): Prisma.Sql => Prisma.sql`(
  (email_checks.status = 'failed' AND email_checks.ended_at <= ${failedBefore})
  OR (email_checks.status = 'running' AND email_checks.deadline_at <= ${now}))`

/**
 * Leases the work of these names to the caller for `leaseMs`, unless it is done, another process does it, or it failed
 * after `failedBefore`. Resolves to what the caller has to do; nothing when the email takes no work.
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
          WHERE ${isDue(now, failedBefore)}
    RETURNING id, name, attempt`
}

/** Audits that are to be made, and how many there may be. */
export interface AuditRequest {
  emailId: string
  emailClients: readonly { code: string; engine: string }[]
  /** What failed later is not made again. */
  failedBefore: Date
  /** New audits that the account may still have in this hour. */
  maxNew: number
  /** Unfinished captures, and audits, that the account may have for one engine. */
  maxWaiting: number
}

/** The audits that a worker is to make now. */
export interface WaitingAudit {
  id: string
  engine: string
  attempt: number
  /** How many of the account's captures and audits for this engine wait before it. */
  ahead: number
}

/**
 * Makes the audits that have no row yet, and those that are to be made again, all or none. `made` is their number, and
 * `waiting` all that wait for a worker now. With `refused`, how many there would be; none was made.
 */
export async function createAudits(
  { db, clock }: RowDeps,
  { emailId, emailClients, failedBefore, maxNew, maxWaiting }: AuditRequest,
): Promise<{ made: number; waiting: WaitingAudit[] } | { refused: number; used: number }> {
  const now = clock.now()
  const codes = emailClients.map(({ code }) => code)
  const [answer] = await db.$queryRaw<{ missing: number; used: number; made: number }[]>`
    WITH email AS (${keepOpenEmail(emailId, now)}), wanted AS (
      SELECT wanted.* FROM email, unnest(
        ${codes.map(() => randomUUID())}::uuid[], ${codes}::text[], ${emailClients.map(({ engine }) => engine)}::text[]
      ) AS wanted (id, code, engine)
      WHERE NOT EXISTS (
        SELECT FROM email_checks
         WHERE email_id = email.id AND name = 'contrast' AND email_client = wanted.code AND NOT ${isDue(now, failedBefore)})
    ), load AS (
      SELECT (SELECT count(*) FROM wanted)::int AS missing,
             coalesce((SELECT max(waiting.number) FROM (
               SELECT count(*) AS number FROM ${unfinishedOf(Prisma.sql`(SELECT account_id FROM email)`)} AS work
                WHERE work.asked_by_owner AND work.engine IN (SELECT engine FROM wanted) GROUP BY work.engine
             ) AS waiting), 0)::int - (
               -- Those whose worker died have their places already.
               SELECT count(*) FROM email_checks
                WHERE email_id = (SELECT id FROM email) AND name = 'contrast' AND email_client = ANY(${codes}::text[])
                  AND ended_at IS NULL AND deadline_at <= ${now})::int AS used
    ), made AS (
      INSERT INTO email_checks (id, email_id, account_id, name, email_client, engine, status, requested_at)
      SELECT wanted.id, email.id, email.account_id, 'contrast', wanted.code, wanted.engine, 'pending', ${now}
        FROM email, wanted, load
       WHERE load.missing <= ${maxNew} AND load.used + load.missing <= ${maxWaiting}
       ORDER BY wanted.code
      ON CONFLICT (email_id, name, email_client)
      DO UPDATE SET status = 'pending', attempt = email_checks.attempt + 1, requested_at = excluded.requested_at,
                    deadline_at = NULL, ended_at = NULL
            WHERE ${isDue(now, failedBefore)}
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
  return {
    made,
    waiting: waiting.map(({ id, engine, attempt }, index) => ({
      id,
      engine: engine ?? '',
      attempt,
      ahead: used + index,
    })),
  }
}

/**
 * Records how the work that the caller leased or claimed ended. `superseded`: it is another's now. `removed`: the email,
 * or its content, is gone, and so is every right to keep a result.
 */
export async function recordCheck(
  { db, clock }: RowDeps,
  { id, attempt }: { id: string; attempt: number },
  status: 'done' | 'failed',
): Promise<'recorded' | 'superseded' | 'removed'> {
  const { count } = await db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data: { status, deadlineAt: null, endedAt: clock.now() },
  })
  if (count === 1) return 'recorded'
  const row = await db.emailCheck.findUnique({
    where: { id },
    select: { email: { select: { contentErasedAt: true } } },
  })
  return row?.email.contentErasedAt === null ? 'superseded' : 'removed'
}

/** Makes a check `failed` whose result is lost or damaged, so that it is done again when it is asked for later. */
export async function failLostResult({ db, clock }: RowDeps, id: string): Promise<void> {
  await db.emailCheck.updateMany({
    where: { id, status: 'done' },
    data: { status: 'failed', endedAt: clock.now() },
  })
}

/**
 * Makes the work on emails that are being erased `failed`, and keeps their rows locked: who records a result waits, then
 * finds that it is not wanted. Resolves to the audits whose jobs are left.
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

/** Makes audits `failed` whose worker died, or for which no worker came in `auditWaitLimitMs`. Resolves to their number. */
export function failOverdueAudits({ db, clock }: RowDeps): Promise<number> {
  const now = clock.now()
  const waitedFrom = new Date(now.getTime() - auditWaitLimitMs)
  return db.$executeRaw`
    UPDATE email_checks SET status = 'failed', deadline_at = NULL, ended_at = ${now}
     WHERE id = ANY(ARRAY(
       SELECT id FROM email_checks
        WHERE name = 'contrast' AND ended_at IS NULL
          AND (deadline_at <= ${now} OR (deadline_at IS NULL AND requested_at <= ${waitedFrom}))
        ORDER BY id FOR UPDATE SKIP LOCKED))`
}
