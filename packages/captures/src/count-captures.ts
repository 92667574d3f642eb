import type { DbDeps } from '@pas/db/row-deps'
import { unfinishedOf } from './unfinished-work'

export interface CaptureCount {
  engine: string
  waiting: number
  capturing: number
  failed: number
}

export function countCaptures({ db }: DbDeps, engines: readonly string[]): Promise<CaptureCount[]> {
  return db.$queryRaw<CaptureCount[]>`
    SELECT engine, count(*) FILTER (WHERE status = 'pending')::int AS waiting,
           count(*) FILTER (WHERE status = 'capturing')::int AS capturing,
           count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM (SELECT engine, status FROM ${unfinishedOf(null)} AS work
             UNION ALL
            SELECT engine, 'failed' FROM previews WHERE status = 'failed'
             UNION ALL
            -- A row for each engine, also for one without captures.
            SELECT unnest(${engines}::text[]), NULL) AS previews
     GROUP BY engine ORDER BY engine`
}

export interface EngineBacklog {
  engine: string
  waiting: number
  /**
   * When the oldest unclaimed capture was requested; null when there is none. Contrasts wait behind all captures, so
   * they do not count.
   */
  oldestAt: Date | null
}

export const measureBacklogs = ({ db }: DbDeps): Promise<EngineBacklog[]> =>
  db.$queryRaw<EngineBacklog[]>`
    SELECT engine, count(*)::int AS waiting, min(requested_at) FILTER (WHERE status = 'pending' AND NOT is_contrast) AS "oldestAt"
      FROM ${unfinishedOf(null)} AS work GROUP BY engine`
