import type { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { hasShareStatus, shareGivers, type GivenShare, type ShareStatus } from './share-status'

export interface ShareFilter {
  accountId?: number | undefined
  userId?: number | undefined
  oauthApplicationId?: number | undefined
  status?: ShareStatus | undefined
}

const rowsPerPage = 1_000
const orderBy: Prisma.ShareOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]

/** Oldest first, later than `after`, in pages of 1,000 rows; the first page is yielded also when it is empty. */
export async function* readShares(
  { db, clock }: RowDeps,
  { accountId, userId, oauthApplicationId, status }: ShareFilter,
  part: { after: Pick<GivenShare, 'id' | 'createdAt'> | null; limit?: number | undefined },
): AsyncGenerator<GivenShare[], void, undefined> {
  let { after } = part
  let left = part.limit ?? Infinity
  for (;;) {
    const take = Math.min(rowsPerPage, left)
    const rows = await db.share.findMany({
      where: {
        ...(accountId !== undefined && { accountId }),
        ...(userId !== undefined && { userId }),
        ...(oauthApplicationId !== undefined && { oauthApplicationId }),
        AND: [
          status === undefined ? {} : hasShareStatus(status, clock.now()),
          after
            ? {
                createdAt: { gte: after.createdAt },
                OR: [
                  { createdAt: { gt: after.createdAt } },
                  { createdAt: after.createdAt, id: { gt: after.id } },
                ],
              }
            : {},
        ],
      },
      include: shareGivers,
      orderBy,
      take,
    })
    yield rows
    left -= rows.length
    after = rows.at(-1) ?? null
    if (rows.length < take || left === 0) return
  }
}
