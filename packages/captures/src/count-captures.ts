import type { DbDeps } from '@pas/db/row-deps'
import { unfinishedOf } from './unfinished-work'

/** How many of an engine's captures and audits are not finished or failed, by their state. */
export interface CaptureCount {
  engine: string
  waiting: number
  capturing: number
  failed: number
}

/** The counts of these engines and of every other engine that a row names, ordered by the engine's name. */
export function countCaptures({ db }: DbDeps, engines: readonly string[]): Promise<CaptureCount[]> {
  return db.$queryRaw<CaptureCount[]>`
    SELECT engine, count(*) FILTER (WHERE status = 'pending')::int AS waiting,
           count(*) FILTER (WHERE status = 'capturing')::int AS capturing,
           count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM (SELECT engine, status FROM ${unfinishedOf(null)} AS work
             UNION ALL
            SELECT engine, 'failed' FROM previews WHERE status = 'failed'
             UNION ALL
            SELECT unnest(${engines}::text[]), NULL) AS previews
     GROUP BY engine ORDER BY engine`
}

export interface EngineBacklog {
  engine: string
  /** Captures and audits that are not finished. */
  waiting: number
  /**
   * When the oldest capture that no worker has claimed was requested; null when there is none. Audits stand behind all
   * captures, so how long they wait says nothing.
   */
  oldestAt: Date | null
}

export const measureBacklogs = ({ db }: DbDeps): Promise<EngineBacklog[]> =>
  db.$queryRaw<EngineBacklog[]>`
    SELECT engine, count(*)::int AS waiting, min(requested_at) FILTER (WHERE status = 'pending' AND NOT is_audit) AS "oldestAt"
      FROM ${unfinishedOf(null)} AS work GROUP BY engine`
