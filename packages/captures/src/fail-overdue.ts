import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { isLastOfRound } from './attempts'

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
