import { randomBytes, randomUUID } from 'node:crypto'
import type { Preview } from '@pas/db/database'
import type { CaptureDeps } from './capture-deps'
import type { RequestedCapture } from './request-captures'

/** A preview that shall have a row; `emailClient` is the client's code, `engine` the one that captures it. */
export type WantedPreview = Pick<Preview, 'emailClient' | 'orientation' | 'images' | 'engine'>

/** What the rows are made for, and how many there may be. */
export interface PreviewRequest {
  email: { id: string; accountId: number }
  /** Whether the email's own account requests them, with its credentials. The two kinds of caller are counted apart. */
  byOwner: boolean
  /** New rows that the account may still have in this hour. */
  maxNew: number
  /** Unfinished captures that this kind of caller may have for one engine. */
  maxWaiting: number
}

/** How many unfinished captures an account has for one engine, and how many this request would add. */
export interface EngineLoad {
  engine: string
  /** Unfinished captures of the account. */
  waiting: number
  /** Those of them that the same kind of caller requested. */
  sameCaller: number
  /** Previews of this request that have no row. */
  missing: number
}

/** What became of a request for previews. `made`: how many rows are new. */
export type CreatedPreviews =
  /** In the request's order, without doubles; each with its priority among the account's captures for its engine. */
  | { outcome: 'created'; made: number; captures: RequestedCapture[] }
  /** No row was made: more than `maxNew` are `missing`, or the engines in `full` would have more than `maxWaiting`. */
  | { outcome: 'refused'; missing: number; full: EngineLoad[] }
  /** The email is unknown, is being removed or takes no captures any more. */
  | { outcome: 'no_open_email'; made: number }

/**
 * Makes the rows of previews that have none yet, all or none; the same preview twice is one. The insert and the check of the email are
 * one statement, so that an email that expires or is deleted meanwhile gets no rows, and one that is being deleted holds up no request.
 * Statements that run at the same moment do not see each other's rows, so that each of them may exceed a limit by the length of its list.
 */
export async function createPreviews(
  { db, clock }: CaptureDeps,
  { email, byOwner, maxNew, maxWaiting }: PreviewRequest,
  previews: readonly WantedPreview[],
): Promise<CreatedPreviews> {
  const wanted = [...new Map(previews.map((preview) => [keyOf(preview), preview])).values()].map(
    ({ emailClient, orientation, images, engine }) => ({
      id: randomUUID(),
      emailClient,
      orientation,
      images,
      engine,
      imageToken: randomBytes(24).toString('base64url'),
    }),
  )
  if (wanted.length === 0) return { outcome: 'created', made: 0, captures: [] }
  const column = <Name extends keyof (typeof wanted)[number]>(name: Name): (typeof wanted)[number][Name][] =>
    wanted.map((row) => row[name])

  const now = clock.now()
  // Inserted in one order, whatever the caller's: two that insert the same rows the other way round would wait for each other.
  const loads = await db.$queryRaw<(EngineLoad & { made: string[] })[]>`
    WITH email AS (
      SELECT id, account_id FROM emails
      WHERE id = ${email.id}::uuid AND expires_at > ${now} AND content_erased_at IS NULL
      FOR KEY SHARE SKIP LOCKED
    ), missing AS (
      SELECT wanted.* FROM email, unnest(
        ${column('id')}::uuid[], ${column('emailClient')}::text[], ${column('orientation')}::"Orientation"[],
        ${column('images')}::"Images"[], ${column('engine')}::text[], ${column('imageToken')}::text[]
      ) AS wanted (id, email_client, orientation, images, engine, image_token)
      WHERE NOT EXISTS (
        SELECT FROM previews
        WHERE previews.email_id = email.id AND previews.email_client = wanted.email_client
          AND previews.orientation = wanted.orientation AND previews.images = wanted.images
      )
    ), load AS (
      SELECT engine, waiting.*, (SELECT count(*) FROM missing WHERE missing.engine = wanted.engine)::int AS missing
      FROM unnest(${[...new Set(column('engine'))]}::text[]) AS wanted (engine), LATERAL (
        SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE asked_by_owner = ${byOwner}))::int AS "sameCaller"
        FROM previews
        WHERE account_id = ${email.accountId} AND engine = wanted.engine AND status IN ('pending', 'capturing')
      ) AS waiting
    ), made AS (
      INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at,
                            asked_by_owner)
      SELECT missing.id, email.id, email.account_id, email_client, orientation, images, engine, image_token, ${now}, ${byOwner}
      FROM missing, email
      WHERE (SELECT count(*) FROM missing) <= ${maxNew}
        AND NOT EXISTS (SELECT FROM load WHERE load.missing > 0 AND load."sameCaller" + load.missing > ${maxWaiting})
      ORDER BY email_client, orientation, images
      ON CONFLICT DO NOTHING
      RETURNING id, engine
    )
    SELECT load.*, ARRAY(SELECT id::text FROM made WHERE made.engine = load.engine) AS made FROM email, load`
  if (loads.length === 0) return { outcome: 'no_open_email', made: 0 }
  const missing = loads.reduce((sum, load) => sum + load.missing, 0)
  const full = loads.filter((load) => load.missing > 0 && load.sameCaller + load.missing > maxWaiting)
  if (missing > maxNew || full.length > 0) return { outcome: 'refused', missing, full }

  const made = new Set(loads.flatMap((load) => load.made))
  const isAllNew = wanted.every(({ id }) => made.has(id))
  const rows = isAllNew ? null : await findRows(db, email.id)
  const ahead = new Map(loads.map(({ engine, waiting }) => [engine, waiting]))
  const captures: RequestedCapture[] = []
  for (const preview of wanted) {
    const row = rows ? rows.get(keyOf(preview)) : { ...preview, attempt: 0, status: 'pending' as const }
    if (!row) return { outcome: 'no_open_email', made: made.size }
    const priority = (ahead.get(preview.engine) ?? 0) + 1
    ahead.set(preview.engine, priority)
    captures.push({ ...row, priority })
  }
  return { outcome: 'created', made: made.size, captures }
}

type Row = Pick<Preview, 'id' | 'emailClient' | 'orientation' | 'images' | 'engine' | 'attempt' | 'status'>

async function findRows(db: CaptureDeps['db'], emailId: string): Promise<Map<string, Row>> {
  const rows = await db.preview.findMany({
    where: { emailId },
    select: {
      id: true,
      emailClient: true,
      orientation: true,
      images: true,
      engine: true,
      attempt: true,
      status: true,
    },
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const keyOf = ({
  emailClient,
  orientation,
  images,
}: Pick<Preview, 'emailClient' | 'orientation' | 'images'>): string =>
  `${emailClient} ${orientation} ${images}`
