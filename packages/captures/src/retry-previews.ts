import type { Preview } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { keepOpenEmail } from '@pas/emails/email-rows'
import { beginNextRound } from './attempts'
import type { CreatedPreviews, EngineLoad, PreviewRequest, WantedPreview } from './create-previews'

export type FailedPreview = WantedPreview & Pick<Preview, 'id'>

export const findFailed = ({ db }: DbDeps, emailId: string): Promise<FailedPreview[]> =>
  db.preview.findMany({
    where: { emailId, status: 'failed' },
    select: { id: true, emailClient: true, orientation: true, images: true, engine: true },
  })

/** Retries all or none; a retry counts in the limits as a new row. One of concurrent requests retries a preview. */
export async function retryPreviews(
  { db, clock }: RowDeps,
  { email, maxNew, maxWaiting }: Pick<PreviewRequest, 'email' | 'maxNew' | 'maxWaiting'>,
  previews: readonly FailedPreview[],
): Promise<CreatedPreviews> {
  if (previews.length === 0) return { outcome: 'created', made: 0, captures: [] }
  const rows = await db.$queryRaw<(EngineLoad & { retried: RetriedRow[] })[]>`
    WITH email AS (${keepOpenEmail(email.id, clock.now())}), failed AS MATERIALIZED (
      SELECT id, engine FROM previews
      WHERE email_id = (SELECT id FROM email) AND id = ANY(${previews.map(({ id }) => id)}::uuid[]) AND status = 'failed'
      -- In one fixed order: two statements that lock the same rows in opposite orders would deadlock.
      ORDER BY id FOR UPDATE
    ), load AS (
      SELECT engine, waiting.*, 0 AS "sameAddress",
             (SELECT count(*) FROM failed WHERE failed.engine = wanted.engine)::int AS missing
      FROM unnest(${[...new Set(previews.map(({ engine }) => engine))]}::text[]) AS wanted (engine), LATERAL (
        SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE asked_by_owner))::int AS "sameCaller"
        FROM previews
        WHERE account_id = ${email.accountId} AND engine = wanted.engine AND status IN ('pending', 'capturing')
      ) AS waiting
    ), retried AS (
      UPDATE previews p SET ${beginNextRound}, asked_by_owner = true, asked_from = NULL, asked_singly = false
      FROM failed
      WHERE p.id = failed.id AND (SELECT count(*) FROM failed) <= ${maxNew}
        AND NOT EXISTS (
          SELECT FROM load WHERE load.missing > 0 AND load."sameCaller" + load.missing > ${maxWaiting}
        )
      RETURNING p.id, p.engine, p.attempt, p.status
    )
    SELECT load.*, coalesce(
        (SELECT jsonb_agg(to_jsonb(retried) ORDER BY id) FROM retried WHERE retried.engine = load.engine), '[]'
      ) AS retried
      FROM email, load`
  if (rows.length === 0) return { outcome: 'no_open_email', made: 0 }
  const missing = rows.reduce((sum, load) => sum + load.missing, 0)
  const full = rows.filter((load) => load.missing > 0 && load.sameCaller + load.missing > maxWaiting)
  if (missing > maxNew || full.length > 0) return { outcome: 'refused', missing, full }
  const captures = rows.flatMap(({ retried, sameCaller }) =>
    retried.map((row, index) => ({ ...row, priority: sameCaller + index + 1, isNew: true })),
  )
  return { outcome: 'created', made: captures.length, captures }
}

type RetriedRow = Pick<Preview, 'id' | 'engine' | 'attempt' | 'status'>
