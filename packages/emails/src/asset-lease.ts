import type { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { findEmail } from './find-emails'

/** One process's right to fetch what an email lacks. */
export interface AssetLease {
  emailId: string
  endsAt: Date
  /**
   * The number of the first pack that its holder writes. An email's leases end at different times, so even a holder
   * that has lost its lease never writes another one's packs.
   */
  firstPack: number
}

/**
 * Leases an email whose assets are due, by compare-and-set on `assets_due_at`, which moves to the lease's end.
 * Otherwise resolves to why not: another process has the lease, or the email is `complete` or gone.
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
 * Ends a lease: the email's assets are due again at `assetsDueAt`; null: it lacks none. `erased`: the content was
 * erased meanwhile, so what the holder wrote after that must go too. `lost`: another process has the lease.
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

/** Up to `limit` emails whose assets are due, in turns of their accounts, of each the longest due first. */
export async function findDueEmails({ db, clock }: RowDeps, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, assets_due_at, row_number() OVER (PARTITION BY account_id ORDER BY assets_due_at, id) AS turn
        FROM emails WHERE assets_due_at <= ${clock.now()} AND content_erased_at IS NULL) AS due
     ORDER BY turn, assets_due_at, id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

const dueAt = (now: Date) =>
  ({ assetsDueAt: { lte: now }, contentErasedAt: null }) satisfies Prisma.EmailWhereInput
