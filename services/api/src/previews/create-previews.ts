import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Preview } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import type { EngineStatus } from '../clients/engine-status'
import { type AccountLimits, type Standing, tooManyRequests } from '../limits/account-limits'
import type { AccountRates } from '../limits/account-rates'
import type { RequestedPreview } from './request-capture'
import type { PreviewConfiguration } from './schema'

export interface CreatePreviewsDeps {
  db: Database
  clock: Clock
  accountRates: Pick<AccountRates, 'captures'>
  limits: Pick<AccountLimits, 'capturesWaiting'>
  engineStatus: Pick<EngineStatus, 'isServed'>
}

/** An email that takes captures. */
export interface OpenEmail {
  id: string
  accountId: number
  /** Not null while it lacks assets, without which no capture may begin. */
  assetsDueAt: Date | null
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
    select: { id: true, accountId: true, assetsDueAt: true },
  })
  if (!email) throw noOpenEmail()
  return email
}

/**
 * Makes the rows of previews that have none yet, all or none; the same preview twice is one. Resolves to the previews, in their order, each
 * with its priority among the account's captures for its engine, so that accounts take turns at each engine.
 *
 * `byOwner` says whether the email's own account asks, with its credentials. CAPTURES_WAITING counts the two kinds of caller apart, so
 * that callers without a credential cannot use the owner's limit up. Previews for an engine that has reached the limit and that no worker
 * serves are left out, as their number must not grow without end, and must not stop the account's other engines: they are captured once
 * they are asked for again.
 *
 * Throws 404 when the email takes no captures any more: the insert and the check are one statement, so an email that expires or is deleted
 * meanwhile gets no rows, and one that is being deleted holds up nobody. Throws 429 when rows are missing and the account may not have so many
 * more. Statements that run at the same moment do not see each other's rows, so each of them may go as far beyond the limit as its list is long.
 */
export async function createPreviews(
  deps: CreatePreviewsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  { byOwner }: { byOwner: boolean },
): Promise<RequestedPreview[]> {
  const { db, clock, accountRates, limits, engineStatus } = deps
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
  const waitingLimit = byOwner ? limits.capturesWaiting : withoutCredential(limits.capturesWaiting)
  // Inserted in one order, whatever the caller's: two that insert the same rows the other way round would wait for each other.
  const loads = await db.$queryRaw<EngineLoad[]>`
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
      WHERE (SELECT count(*) FROM missing) <= ${hourlyLeft}
        AND NOT EXISTS (SELECT FROM load WHERE load.missing > 0 AND load."sameCaller" + load.missing > ${waitingLimit})
      ORDER BY email_client, orientation, images
      ON CONFLICT DO NOTHING
      RETURNING id, engine
    )
    SELECT load.*, ARRAY(SELECT id::text FROM made WHERE made.engine = load.engine) AS made FROM email, load`
  if (loads.length === 0) throw noOpenEmail()
  const full = loads.filter(({ missing, sameCaller }) => missing > 0 && sameCaller + missing > waitingLimit)
  const unserved = await notServed(engineStatus, full)
  if (unserved.size > 0) {
    const others = configurations.filter(({ emailClient }) => !unserved.has(emailClient.engine))
    return createPreviews(deps, email, others, { byOwner })
  }
  const missing = loads.reduce((sum, load) => sum + load.missing, 0)
  if (missing > hourlyLeft && hourly) throw tooManyCaptures(hourly, now)
  const [first] = full
  if (first) throw tooManyWaiting(first, waitingLimit, { byOwner, now })

  const made = new Set(loads.flatMap((load) => load.made))
  // Not waited for: the next read of this count is sent over the same connection, after it.
  if (made.size > 0) void accountRates.captures.spend(email.accountId, made.size)

  const isOurs = wanted.every(({ id }) => made.has(id))
  const rows = isOurs ? null : await findRows(db, email)
  const ahead = new Map(loads.map(({ engine, waiting }) => [engine, waiting]))
  return wanted.map((preview) => {
    const row = rows ? rows.get(keyOf(preview)) : { ...preview, attempt: 0, status: 'pending' as const }
    if (!row) throw noOpenEmail()
    const turn = (ahead.get(preview.engine) ?? 0) + 1
    ahead.set(preview.engine, turn)
    return { ...row, turn }
  })
}

/** What an account has waiting for one engine, and what this request added. */
interface EngineLoad {
  engine: string
  /** Previews of the account that are neither captured nor failed. */
  waiting: number
  /** Those of them that the same kind of caller asked for: the owner, or callers without a credential. */
  sameCaller: number
  /** Previews of this request that had no row. */
  missing: number
  /** Ids of the rows that were made. */
  made: string[]
}

/** How many captures may wait that callers without a credential asked for: half as many as the owner's, beside them. */
const withoutCredential = (capturesWaiting: number): number => Math.ceil(capturesWaiting / 2)

/** Those of these engines that no worker serves; none of them while Redis is away, as then nobody knows. */
async function notServed(
  engineStatus: Pick<EngineStatus, 'isServed'>,
  loads: readonly EngineLoad[],
): Promise<Set<string>> {
  const served = await Promise.all(loads.map(({ engine }) => engineStatus.isServed(engine).catch(() => true)))
  return new Set(loads.filter((_, index) => !served[index]).map(({ engine }) => engine))
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
  { engine, sameCaller }: EngineLoad,
  limit: number,
  { byOwner, now }: { byOwner: boolean; now: Date },
): ApiError {
  const callers = byOwner ? 'This account may have' : 'Callers without a credential may have'
  const captures = byOwner ? 'captures' : 'captures of this account'
  return tooManyRequests(
    `${callers} ${limit} ${captures} waiting for the engine '${engine}', and ${sameCaller} are`,
    { limit, used: sameCaller, resetAt: new Date(now.getTime() + waitingRetryMs) },
    now,
  )
}
