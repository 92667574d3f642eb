import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { failedAttemptOfRow, isLastOfRound } from './attempts'
import { auditWaitLimitMs } from './check-state'

/**
 * Makes attempts whose worker died `pending` again, or `failed` after the last of a round. `which` is an SQL condition.
 * Resolves to their number.
 */
export function failCrashed({ db, clock }: RowDeps, which: Prisma.Sql): Promise<number> {
  return db.$executeRaw`
    UPDATE previews
       SET status = (CASE WHEN ${isLastOfRound} THEN 'failed' ELSE 'pending' END)::"PreviewStatus",
           failed_at = CASE WHEN ${isLastOfRound} THEN ${clock.now()}::timestamptz END,
           failure = 'engine_crashed', deadline_at = NULL
     WHERE status = 'capturing' AND ${which}`
}

export const failOverdue = (deps: RowDeps): Promise<number> =>
  failCrashed(deps, Prisma.sql`deadline_at <= ${deps.clock.now()}`)

export function failCrashedAudits({ db, clock }: RowDeps, which: Prisma.Sql): Promise<number> {
  return db.$executeRaw`
    UPDATE email_checks
       SET status = CASE WHEN ${isLastOfRound} THEN 'failed' ELSE 'pending' END,
           ended_at = CASE WHEN ${isLastOfRound} THEN ${clock.now()}::timestamptz END,
           deadline_at = NULL
     WHERE id = ANY(ARRAY(
       SELECT id FROM email_checks WHERE name = 'contrast' AND status = 'running' AND ${which}
        ORDER BY id FOR UPDATE SKIP LOCKED))`
}

/** Also makes audits `failed` for which no worker came in `auditWaitLimitMs`. Resolves to their number. */
export async function failOverdueAudits(deps: RowDeps): Promise<number> {
  const now = deps.clock.now()
  const crashed = await failCrashedAudits(deps, Prisma.sql`deadline_at <= ${now}`)
  const waited = await deps.db.$executeRaw`
    UPDATE email_checks SET status = 'failed', attempt = ${failedAttemptOfRow}, ended_at = ${now}
     WHERE id = ANY(ARRAY(
       SELECT id FROM email_checks
        WHERE name = 'contrast' AND status = 'pending' AND requested_at <= ${new Date(now.getTime() - auditWaitLimitMs)}
        ORDER BY id FOR UPDATE SKIP LOCKED))`
  return crashed + waited
}
