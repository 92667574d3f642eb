import { randomUUID } from 'node:crypto'
import { isLastOfRound, maxCaptureAttempts, startOfRoundAfter } from '@pas/captures/attempts'
import type { RequestedCapture } from '@pas/captures/request-captures'
import { unfinishedOf } from '@pas/captures/unfinished-work'
import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { emailRows, hasContent, isFrozen, keepOpenEmail } from '@pas/emails/email-rows'
import { measuringEngine } from './audit-job'
import { hasFailed } from './check-rows'
import type { AuditName } from './check-state'

/** An audit that waits longer for a worker is `failed`. */
const waitLimitMs = 60 * 60 * 1000

const attemptOfCheck = Prisma.sql`email_checks.attempt`
const isAudit = Prisma.sql`name IN ('contrast', 'effects')`

export interface AuditRequest {
  name: AuditName
  emailId: string
  emailClients: readonly { code: string }[]
  failedBefore: Date
  /** New audits that the account may have in this hour. */
  maxNew: number
  /** Unfinished captures and audits of the engine that measures. */
  maxWaiting: number
}

export interface WaitingAudit {
  id: string
  attempt: number
  /** The account's captures and audits for the engine that wait before it. */
  ahead: number
}

/**
 * Makes all or none. Audits whose worker died wait again. `waiting`: all that wait for a worker. `refused`: how many
 * would be made.
 */
export async function createAudits(
  { db, clock }: RowDeps,
  { name, emailId, emailClients, failedBefore, maxNew, maxWaiting }: AuditRequest,
): Promise<{ made: number; waiting: WaitingAudit[] } | { refused: number; used: number }> {
  const now = clock.now()
  await failCrashedAudits({ db, clock }, Prisma.sql`email_id = ${emailId}::uuid AND deadline_at <= ${now}`)
  // Failed, but not given up (`isGivenUp`).
  const isDue = Prisma.sql`${hasFailed(failedBefore)} AND NOT (${attemptOfCheck} > 0 AND ${attemptOfCheck} % ${maxCaptureAttempts} = 0)`
  const codes = emailClients.map(({ code }) => code)
  const [answer] = await db.$queryRaw<{ missing: number; used: number; made: number }[]>`
    WITH email AS (${keepOpenEmail(emailId, now)}), wanted AS (
      SELECT wanted.* FROM email, unnest(${codes.map(() => randomUUID())}::uuid[], ${codes}::text[]) AS wanted (id, code)
      WHERE NOT EXISTS (
        SELECT FROM email_checks
         WHERE email_id = email.id AND name = ${name} AND email_client = wanted.code AND NOT (${isDue}))
    ), load AS (
      SELECT (SELECT count(*) FROM wanted)::int AS missing,
             (SELECT count(*) FROM ${unfinishedOf(Prisma.sql`(SELECT account_id FROM email)`)} AS work
               WHERE work.asked_by_owner AND work.engine = ${measuringEngine} AND EXISTS (SELECT FROM wanted))::int AS used
    ), made AS (
      INSERT INTO email_checks (id, email_id, account_id, name, email_client, engine, status, requested_at)
      SELECT wanted.id, email.id, email.account_id, ${name}, wanted.code, ${measuringEngine}, 'pending', ${now}
        FROM email, wanted, load
       WHERE load.missing <= ${maxNew} AND load.used + load.missing <= ${maxWaiting}
       ORDER BY wanted.code
      ON CONFLICT (email_id, name, email_client)
      DO UPDATE SET status = 'pending', attempt = ${startOfRoundAfter(attemptOfCheck)}, requested_at = excluded.requested_at,
                    ended_at = NULL
            WHERE ${isDue}
      RETURNING id
    )
    SELECT load.*, (SELECT count(*) FROM made)::int AS made FROM load`
  const { missing = 0, used = 0, made = 0 } = answer ?? {}
  if (missing > maxNew || (missing > 0 && used + missing > maxWaiting)) return { refused: missing, used }
  const waiting = await db.emailCheck.findMany({
    where: { emailId, name, emailClient: { in: codes }, status: 'pending' },
    select: { id: true, attempt: true },
    orderBy: { emailClient: 'asc' },
  })
  const aheadOfFirst = Math.max(0, used + made - waiting.length)
  return {
    made,
    waiting: waiting.map((audit, index) => ({ ...audit, ahead: aheadOfFirst + index })),
  }
}

export interface ClaimedAudit {
  id: string
  name: AuditName
  emailId: string
  accountId: number
  emailClient: string
  attempt: number
  isContentErased: boolean
}

/**
 * Compare-and-set. `isTakeover`: the attempt is known to be dead. Null when there is nothing to do. Gives up after the
 * last attempt of a round.
 */
export async function claimAudit(
  { jobTimeoutMs, ...deps }: RowDeps & { jobTimeoutMs: number },
  id: string,
  isTakeover: boolean,
): Promise<ClaimedAudit | null> {
  const now = deps.clock.now()
  const isDead = Prisma.sql`(${isTakeover} OR deadline_at <= ${now})`
  const [claimed] = await deps.db.$queryRaw<ClaimedAudit[]>`
    UPDATE email_checks SET status = 'running', attempt = attempt + 1, deadline_at = ${new Date(now.getTime() + jobTimeoutMs)}
      FROM ${emailRows}
     WHERE email_checks.id = ${id}::uuid AND e.id = email_checks.email_id AND ${isAudit}
       AND (status = 'pending' OR (status = 'running' AND ${isDead} AND NOT ${isLastOfRound}))
    RETURNING email_checks.id, name, email_id AS "emailId", email_checks.account_id AS "accountId",
              email_client AS "emailClient", attempt, NOT ${hasContent} AS "isContentErased"`
  if (claimed) return claimed
  await failCrashedAudits(deps, Prisma.sql`id = ${id}::uuid AND ${isDead} AND ${isLastOfRound}`)
  return null
}

/** The audit waits again for its next part. Its job keeps the id, so the attempt is not counted. */
export async function returnAudit(
  { db }: DbDeps,
  { id, attempt }: Pick<ClaimedAudit, 'id' | 'attempt'>,
  pictures: number,
): Promise<void> {
  await db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data: { status: 'pending', attempt: attempt - 1, deadlineAt: null, pictures },
  })
}

function failCrashedAudits({ db, clock }: RowDeps, which: Prisma.Sql): Promise<number> {
  return db.$executeRaw`
    UPDATE email_checks
       SET status = CASE WHEN ${isLastOfRound} THEN 'failed' ELSE 'pending' END,
           failure = CASE WHEN ${isLastOfRound} THEN 'worker_lost' END,
           ended_at = CASE WHEN ${isLastOfRound} THEN ${clock.now()}::timestamptz END,
           deadline_at = NULL
     WHERE id = ANY(ARRAY(
       SELECT id FROM email_checks WHERE ${isAudit} AND status = 'running' AND ${which}
        ORDER BY id FOR UPDATE SKIP LOCKED))`
}

/** Includes audits that no worker claimed within `waitLimitMs`. Resolves to their number. */
export async function failOverdueAudits(deps: RowDeps): Promise<number> {
  const now = deps.clock.now()
  const crashed = await failCrashedAudits(deps, Prisma.sql`deadline_at <= ${now}`)
  // Changes the attempt as `failedAttempt` does.
  const unclaimed = await deps.db.$executeRaw`
    UPDATE email_checks SET status = 'failed', failure = 'not_begun', attempt = CASE WHEN ${isLastOfRound} THEN attempt + 1 ELSE attempt END, ended_at = ${now}
     WHERE id = ANY(ARRAY(
       SELECT id FROM email_checks
        WHERE ${isAudit} AND status = 'pending' AND requested_at <= ${new Date(now.getTime() - waitLimitMs)}
        ORDER BY id FOR UPDATE SKIP LOCKED))`
  return crashed + unclaimed
}

/** `priority`: the account's audits for the engine that wait before it. */
export function findPendingAudits(
  { db }: DbDeps,
  { requestedBefore, limit }: { requestedBefore: Date; limit: number },
): Promise<RequestedCapture[]> {
  return db.$queryRaw<RequestedCapture[]>`
    WITH waiting AS (
      SELECT id, email_id, engine, attempt, status, requested_at,
             row_number() OVER (PARTITION BY account_id, engine ORDER BY requested_at)::int - 1 AS priority
        FROM email_checks WHERE ended_at IS NULL AND engine IS NOT NULL)
    SELECT w.id, w.engine, w.attempt, w.status, w.priority
      FROM waiting w
     WHERE w.status = 'pending' AND w.requested_at <= ${requestedBefore}
       AND (SELECT ${isFrozen} FROM ${emailRows} WHERE e.id = w.email_id)
     ORDER BY row_number() OVER (PARTITION BY w.engine ORDER BY w.priority, w.requested_at) LIMIT ${limit}`
}
