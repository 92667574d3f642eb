import { randomBytes, randomUUID } from 'node:crypto'
import { Prisma, type Preview } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { keepOpenEmail } from '@pas/emails/email-rows'
import type { RequestedCapture } from './request-captures'
import { unfinishedOf } from './unfinished-work'

export type WantedPreview = Pick<Preview, 'emailClient' | 'orientation' | 'images' | 'engine'>

export interface PreviewRequest {
  email: { id: string; accountId: number }
  /** Requested with the account's credentials. Other callers have limits of their own. */
  byOwner: boolean
  /** New rows that the account may have in this hour. */
  maxNew: number
  /** Unfinished captures that this kind of caller (`byOwner`) may have for one engine. */
  maxWaiting: number
  /** Null for the owner. */
  address: RequestingAddress | null
  /** Asked for by itself, and not in a list. */
  isSingle: boolean
}

export interface RequestingAddress {
  /** A signed 16-bit hash: it cannot name the address. */
  bucket: number
  /** Unfinished captures that this bucket may have for one engine. */
  maxWaiting: number
}

export interface EngineLoad {
  engine: string
  waiting: number
  /** The part of `waiting` that the same kind of caller requested (`byOwner`). */
  sameCaller: number
  /** The part of `waiting` from the same address; 0 for the owner. */
  sameAddress: number
  /** Previews that have no row yet, or are to be retried. */
  missing: number
}

export interface CreatedPreview extends RequestedCapture {
  isNew: boolean
}

export type CreatedPreviews =
  /** `captures` keep the request's order, without duplicates. `made`: how many rows are new. */
  | { outcome: 'created'; made: number; captures: CreatedPreview[] }
  /** No row was made: `missing` is more than `maxNew`, or the engines in `full` would exceed `maxWaiting`. */
  | { outcome: 'refused'; missing: number; full: EngineLoad[] }
  | { outcome: 'no_open_email'; made: number }

/**
 * Makes all rows that are missing, or none. One statement checks the email and inserts, so an email that ends meanwhile
 * gets no rows. Concurrent requests may together exceed a limit (ADR 11).
 */
export async function createPreviews(
  { db, clock }: RowDeps,
  { email, byOwner, maxNew, maxWaiting, address, isSingle }: PreviewRequest,
  previews: readonly WantedPreview[],
): Promise<CreatedPreviews> {
  const wanted = prepareRows(previews)
  if (wanted.length === 0) return { outcome: 'created', made: 0, captures: [] }
  const column = <Name extends keyof (typeof wanted)[number]>(name: Name): (typeof wanted)[number][Name][] =>
    wanted.map((row) => row[name])

  const now = clock.now()
  const bucket = address?.bucket ?? null
  const maxOfAddress = address?.maxWaiting ?? maxWaiting
  const loads = await db.$queryRaw<(EngineLoad & { made: string[] })[]>`
    WITH email AS (${keepOpenEmail(email.id, now)}), missing AS (
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
        SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE asked_by_owner = ${byOwner}))::int AS "sameCaller",
               (count(*) FILTER (WHERE asked_from = ${bucket}::smallint))::int AS "sameAddress"
        FROM ${unfinishedOf(Prisma.sql`${email.accountId}`)} AS work WHERE work.engine = wanted.engine
      ) AS waiting
    ), made AS (
      INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at,
                            asked_by_owner, asked_from, asked_singly)
      SELECT missing.id, email.id, email.account_id, email_client, orientation, images, engine, image_token, ${now},
             ${byOwner}, ${bucket}::smallint, ${isSingle}
      FROM missing, email
      WHERE (SELECT count(*) FROM missing) <= ${maxNew}
        AND NOT EXISTS (
          SELECT FROM load
          WHERE load.missing > 0 AND (
            load."sameCaller" + load.missing > ${maxWaiting} OR load."sameAddress" + load.missing > ${maxOfAddress}
          )
        )
      -- In one fixed order: two statements with the same rows in opposite orders would deadlock.
      ORDER BY email_client, orientation, images
      ON CONFLICT DO NOTHING
      RETURNING id, engine
    )
    SELECT load.*, ARRAY(SELECT id::text FROM made WHERE made.engine = load.engine) AS made FROM email, load`
  if (loads.length === 0) return { outcome: 'no_open_email', made: 0 }
  const missing = loads.reduce((sum, load) => sum + load.missing, 0)
  const full = loads.filter(
    (load) =>
      load.missing > 0 &&
      (load.sameCaller + load.missing > maxWaiting || load.sameAddress + load.missing > maxOfAddress),
  )
  if (missing > maxNew || full.length > 0) return { outcome: 'refused', missing, full }

  const newIds = new Set(loads.flatMap((load) => load.made))
  const isAllNew = wanted.every(({ id }) => newIds.has(id))
  // When all are new, no query is needed to know the rows.
  const rows = isAllNew ? null : await findRows(db, email.id)
  // The owner's captures go before those of other callers, which therefore do not count.
  const ahead = new Map(
    loads.map(({ engine, waiting, sameCaller }) => [engine, byOwner ? sameCaller : waiting]),
  )
  const captures: CreatedPreview[] = []
  for (const preview of wanted) {
    const row = rows ? rows.get(keyOf(preview)) : { ...preview, attempt: 0, status: 'pending' as const }
    // Removed between the two statements.
    if (!row) return { outcome: 'no_open_email', made: newIds.size }
    const priority = (ahead.get(preview.engine) ?? 0) + 1
    ahead.set(preview.engine, priority)
    captures.push({ ...row, priority, isNew: newIds.has(row.id) })
  }
  return { outcome: 'created', made: newIds.size, captures }
}

const prepareRows = (previews: readonly WantedPreview[]) =>
  [...new Map(previews.map((preview) => [keyOf(preview), preview])).values()].map(
    ({ emailClient, orientation, images, engine }) => ({
      id: randomUUID(),
      emailClient,
      orientation,
      images,
      engine,
      imageToken: randomBytes(24).toString('base64url'),
    }),
  )

type Row = Pick<Preview, 'id' | 'emailClient' | 'orientation' | 'images' | 'engine' | 'attempt' | 'status'>

async function findRows(db: RowDeps['db'], emailId: string): Promise<Map<string, Row>> {
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
