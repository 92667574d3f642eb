import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Preview } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { type AccountLimits, type Standing, tooManyRequests } from '../limits/account-limits'
import type { AccountRates } from '../limits/account-rates'
import type { RequestedPreview } from './request-capture'
import type { PreviewConfiguration } from './schema'

export interface CreatePreviewsDeps {
  db: Database
  clock: Clock
  accountRates: Pick<AccountRates, 'captures'>
  limits: Pick<AccountLimits, 'capturesWaiting'>
}

/** An email that takes captures. */
export interface OpenEmail {
  id: string
  accountId: number
}

/** When an account with too many captures waiting may try again: about what a few workers finish some in. */
const waitingRetryMs = 10_000

/**
 * The email, as far as making its previews asks for it. Throws 404 when it is unknown or takes no new captures, and for `ownerId` when it
 * is another account's.
 */
export async function getOpenEmail(
  { db, clock }: { db: Database; clock: Clock },
  emailGuid: string,
  ownerId?: number,
): Promise<OpenEmail> {
  // Not `findUnique`: of those at one time Prisma makes one, or, with conditions like these, a transaction of all, one after the other.
  const email = await db.email.findFirst({
    where: {
      id: emailGuid,
      expiresAt: { gt: clock.now() },
      contentErasedAt: null,
      ...(ownerId !== undefined && { accountId: ownerId }),
    },
    select: { id: true, accountId: true },
  })
  if (!email) throw noOpenEmail()
  return email
}

/**
 * Makes the previews' rows, all or none, where nobody made them before; the same twice is one. In their order, each with its turn in the
 * queue: behind as many as the account has waiting, so that nobody waits for another account's long list.
 *
 * Throws 404 when the email takes no captures any more: the insert and the check are one statement, so an email that expires or
 * is deleted meanwhile gets no rows; its lock waits for a deletion under way. Throws 429 when rows are missing and the account may not have so many more. The statement counts
 * those that wait; requests that run at the very same moment do not see each other's rows, so as many may slip in as a process has
 * connections.
 */
export async function createPreviews(
  { db, clock, accountRates, limits }: CreatePreviewsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
): Promise<RequestedPreview[]> {
  const wanted = [...new Map(configurations.map((each) => [keyOf(wireOf(each)), each])).values()].map(
    (configuration) => ({
      id: randomUUID(),
      ...wireOf(configuration),
      engine: configuration.emailClient.engine,
      imageToken: randomBytes(24).toString('base64url'),
    }),
  )
  if (wanted.length === 0) return []
  const column = <Name extends keyof (typeof wanted)[number]>(name: Name): (typeof wanted)[number][Name][] =>
    wanted.map((row) => row[name])

  const now = clock.now()
  const hourly = await accountRates.captures.read(email.accountId)
  const hourlyLeft = hourly ? Math.max(0, hourly.limit - hourly.used) : wanted.length
  // Inserted in one order, whatever the caller's: two that insert the same rows the other way round would wait for each other.
  const [load] = await db.$queryRaw<{ waiting: number; missing: number; made: string[] }[]>`
    WITH email AS (
      SELECT id, account_id FROM emails
      WHERE id = ${email.id}::uuid AND expires_at > ${now} AND content_erased_at IS NULL
      FOR KEY SHARE
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
      SELECT (SELECT count(*) FROM missing)::int AS missing,
             (SELECT count(*) FROM previews
              WHERE account_id = ${email.accountId} AND status IN ('pending', 'capturing'))::int AS waiting
    ), made AS (
      INSERT INTO previews (id, email_id, account_id, email_client, orientation, images, engine, image_token, requested_at)
      SELECT missing.id, email.id, email.account_id, email_client, orientation, images, engine, image_token, ${now}
      FROM missing, email, load
      WHERE load.missing <= ${hourlyLeft} AND load.waiting + load.missing <= ${limits.capturesWaiting}
      ORDER BY email_client, orientation, images
      ON CONFLICT DO NOTHING
      RETURNING id
    )
    SELECT load.waiting, load.missing, ARRAY(SELECT id::text FROM made) AS made FROM email, load`
  if (!load) throw noOpenEmail()
  if (load.missing > hourlyLeft && hourly) throw tooManyCaptures(hourly, now)
  if (load.missing > 0 && load.waiting + load.missing > limits.capturesWaiting)
    throw tooManyWaiting(limits, load.waiting, now)

  // Nobody waits for it: whoever reads it next asks over the same connection.
  if (load.made.length > 0) void accountRates.captures.spend(email.accountId, load.made.length)

  const made = new Set(load.made)
  const isOurs = wanted.every(({ id }) => made.has(id))
  const rows = isOurs ? null : await findRows(db, email)
  return wanted.map((preview, index) => {
    const row = rows ? rows.get(keyOf(preview)) : { ...preview, attempt: 0, status: 'pending' as const }
    if (!row) throw noOpenEmail()
    return { ...row, turn: load.waiting + index + 1 }
  })
}

type Row = Pick<Preview, 'id' | 'emailClient' | 'orientation' | 'images' | 'engine' | 'attempt' | 'status'>

async function findRows(db: Database, email: OpenEmail): Promise<Map<string, Row>> {
  const rows = await db.preview.findMany({
    where: { emailId: email.id },
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

type Wire = Pick<Preview, 'emailClient' | 'orientation' | 'images'>

const wireOf = ({ emailClient, orientation, images }: PreviewConfiguration): Wire => ({
  emailClient: emailClient.code,
  orientation,
  images,
})

const keyOf = ({ emailClient, orientation, images }: Wire): string =>
  `${emailClient} ${orientation} ${images}`

/** The one text for an email that is not there, not there any more, or not the asker’s. */
export const noOpenEmail = (): ApiError =>
  new ApiError('not_found', 'No email with this guid takes captures: it is unknown, or older than 48 hours.')

const tooManyCaptures = (hourly: Standing, now: Date): ApiError =>
  tooManyRequests(`This account may have ${hourly.limit} captures made an hour`, hourly, now)

function tooManyWaiting(
  { capturesWaiting }: Pick<AccountLimits, 'capturesWaiting'>,
  waiting: number,
  now: Date,
): ApiError {
  const resetAt = new Date(now.getTime() + waitingRetryMs)
  return tooManyRequests(
    `This account may have ${capturesWaiting} captures waiting, and ${waiting} are`,
    { limit: capturesWaiting, used: waiting, resetAt },
    now,
  )
}
