import type { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { findEmail } from './find-emails'

export interface AssetLease {
  emailId: string
  endsAt: Date
  /** The lease's end in ms: even a holder that has lost its lease never writes another one's packs. */
  firstPack: number
}

/** For mail, whose assets are not due before somebody asks. Resolves to whether they were not due until now. */
export async function makeAssetsDue({ db, clock }: RowDeps, emailId: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE emails SET assets_due_at = ${clock.now()}
     WHERE id = ${emailId}::uuid AND assets_due_at = expires_at AND content_erased_at IS NULL`
  return count > 0
}

/**
 * Compare-and-set on `assets_due_at`, which moves to the lease's end. `elsewhere`: another process has the lease.
 * `complete`: no assets are due.
 */
export async function leaseAssets(
  { db, clock }: RowDeps,
  emailId: string,
  leaseMs: number,
): Promise<AssetLease | 'elsewhere' | 'complete'> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + leaseMs)
  const { count } = await db.email.updateMany({
    where: { id: emailId, ...dueAt(now) },
    data: { assetsDueAt: endsAt },
  })
  if (count > 0) return { emailId, endsAt, firstPack: endsAt.getTime() }
  const row = await findEmail({ db }, { id: emailId })
  return row?.assetsDueAt && !row.contentErasedAt ? 'elsewhere' : 'complete'
}

/**
 * Assets are due again at `assetsDueAt`; null: none are missing. `erased`: erase also what the holder wrote. `lost`:
 * another process has the lease.
 */
export async function endLease(
  { db }: DbDeps,
  { emailId, endsAt }: AssetLease,
  assetsDueAt: Date | null,
): Promise<'ended' | 'erased' | 'lost'> {
  const { count } = await db.email.updateMany({
    where: { id: emailId, contentErasedAt: null, assetsDueAt: endsAt },
    data: { assetsDueAt },
  })
  if (count > 0) return 'ended'
  const row = await findEmail({ db }, { id: emailId })
  return !row || row.contentErasedAt ? 'erased' : 'lost'
}

export async function findDueEmails({ db, clock }: RowDeps, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, assets_due_at, row_number() OVER (PARTITION BY account_id ORDER BY assets_due_at, id) AS turn
        FROM emails WHERE assets_due_at <= ${clock.now()} AND assets_due_at < expires_at AND content_erased_at IS NULL) AS due
     ORDER BY turn, assets_due_at, id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

const dueAt = (now: Date) =>
  ({ assetsDueAt: { lte: now }, contentErasedAt: null }) satisfies Prisma.EmailWhereInput
