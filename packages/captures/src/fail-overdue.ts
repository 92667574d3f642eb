import { Prisma } from '@pas/db/database'
import { isLastOfRound } from './attempts'
import type { CaptureDeps } from './capture-deps'

/**
 * The crash rule. Attempts that ended with their worker, so that nothing reported it, leave their previews pending again, or failed when
 * that was the last attempt of the round. `which` says which attempts those are. Resolves to how many.
 */
export function failCrashed({ db, clock }: CaptureDeps, which: Prisma.Sql): Promise<number> {
  return db.$executeRaw`
    UPDATE previews
       SET status = (CASE WHEN ${isLastOfRound} THEN 'failed' ELSE 'pending' END)::"PreviewStatus",
           failed_at = CASE WHEN ${isLastOfRound} THEN ${clock.now()}::timestamptz END,
           failure = 'engine_crashed', deadline_at = NULL
     WHERE status = 'capturing' AND ${which}`
}

/** Applies the crash rule to every attempt past its deadline; resolves to how many there were. */
export const failOverdue = (deps: CaptureDeps): Promise<number> =>
  failCrashed(deps, Prisma.sql`deadline_at <= ${deps.clock.now()}`)
