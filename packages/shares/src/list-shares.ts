import type { Prisma } from '@pas/db/database'
import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { hasShareStatus, shareGivers, type GivenShare, type ShareStatus } from './share-status'

export interface ShareFilter {
  accountId?: number | undefined
  userId?: number | undefined
  oauthApplicationId?: number | undefined
  status?: ShareStatus | undefined
}

const orderBy: Prisma.ShareOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]

/** Oldest first, later than `after`, in pages. */
export const readShares = (
  { db, clock }: RowDeps,
  { accountId, userId, oauthApplicationId, status }: ShareFilter,
  part: { after: Pick<GivenShare, 'id' | 'createdAt'> | null; limit?: number | undefined },
): AsyncGenerator<GivenShare[]> =>
  readInPages(part, ({ after, take }) =>
    db.share.findMany({
      where: {
        ...(accountId !== undefined && { accountId }),
        ...(userId !== undefined && { userId }),
        ...(oauthApplicationId !== undefined && { oauthApplicationId }),
        AND: [
          status === undefined ? {} : hasShareStatus(status, clock.now()),
          after
            ? {
                // Says no more than `OR`, but Postgres can use an index for it.
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
    }),
  )

export const findShare = ({ db }: DbDeps, id: string): Promise<Pick<GivenShare, 'id' | 'createdAt'> | null> =>
  db.share.findUnique({ where: { id }, select: { id: true, createdAt: true } })
