import { heldBy, type GrantHolder } from '@pas/accounts/revoke-codes'
import type { RowDeps } from '@pas/db/row-deps'
import { hasShareStatus } from './share-status'

const batchSize = 1_000

/** Erases what the link keeps of its email's content. Null when there is no such link. */
export async function revokeShare(
  { db, clock }: RowDeps,
  { id, accountId }: { id: string; accountId?: number },
): Promise<{ accountId: number; wasRevoked: boolean } | null> {
  const which = { id, ...(accountId !== undefined && { accountId }) }
  const { count } = await db.share.updateMany({
    where: { ...which, revokedAt: null },
    data: { revokedAt: clock.now() },
  })
  await db.shareContent.deleteMany({ where: { share: which, shareId: id } })
  const share = await db.share.findFirst({ where: which, select: { accountId: true } })
  return share && { accountId: share.accountId, wasRevoked: count === 0 }
}

/** An account holds its own links, and those that its applications made in other accounts; an email those that show it. */
export const countLiveShares = (
  { db, clock }: RowDeps,
  holder: { userId: number } | { oauthApplicationId: number } | { accountId: number } | { emailId: string },
): Promise<number> => {
  const held = 'accountId' in holder ? { OR: [holder, { oauthApplication: holder }] } : holder
  return db.share.count({ where: { AND: [hasShareStatus('live', clock.now()), held] } })
}

/** Erases what the links keep of their emails' contents; resolves to their number. Holders as in `countLiveShares`. */
export async function revokeSharesOf({ db, clock }: RowDeps, holder: GrantHolder): Promise<number> {
  const now = clock.now()
  return repeatInBatches(async () => {
    const ended = await db.$queryRaw<{ id: string }[]>`
      UPDATE shares SET revoked_at = ${now}::timestamptz WHERE id = ANY(ARRAY(
        SELECT id FROM shares WHERE revoked_at IS NULL AND expires_at > ${now} AND ${heldBy(holder)}
         ORDER BY id LIMIT ${batchSize} FOR UPDATE))
      RETURNING id`
    await db.shareContent.deleteMany({ where: { shareId: { in: ended.map(({ id }) => id) } } })
    return ended.length
  })
}

/** Makes the holder's open links their account's own; resolves to their number. */
export async function keepLiveShares(
  { db, clock }: RowDeps,
  holder: { userId: number } | { oauthApplicationId: number },
): Promise<number> {
  const now = clock.now()
  return repeatInBatches(async () => {
    const live = await db.share.findMany({
      where: { AND: [hasShareStatus('live', now), holder] },
      select: { id: true },
      take: batchSize,
    })
    await db.share.updateMany({
      where: { id: { in: live.map(({ id }) => id) } },
      data: { userId: null, oauthApplicationId: null },
    })
    return live.length
  })
}

async function repeatInBatches(work: () => Promise<number>): Promise<number> {
  let sum = 0
  for (;;) {
    const done = await work()
    sum += done
    if (done < batchSize) return sum
  }
}
