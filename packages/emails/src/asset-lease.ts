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

/** Up to `limit` emails whose assets are due, the longest due first. */
export async function findDueEmails({ db, clock }: RowDeps, limit: number): Promise<string[]> {
  const rows = await db.email.findMany({
    where: dueAt(clock.now()),
    select: { id: true },
    orderBy: { assetsDueAt: 'asc' },
    take: limit,
  })
  return rows.map(({ id }) => id)
}

const dueAt = (now: Date) =>
  ({ assetsDueAt: { lte: now }, contentErasedAt: null }) satisfies Prisma.EmailWhereInput
