import type { EmailCheck } from '@pas/db/database'
import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import type { CheckRowName, CheckRowStatus } from './check-state'

export interface CheckRowFilter {
  accountId?: number | undefined
  emailId?: string | undefined
  name?: CheckRowName | undefined
  status?: CheckRowStatus | undefined
  /** Ended at this time or later; while a check has not ended, requested then. */
  since?: Date | undefined
}

export type ListedCheck = Omit<EmailCheck, 'wanted'>

/** Oldest first, requested later than `after`, in pages. */
export const readCheckRows = (
  { db }: DbDeps,
  { since, ...filter }: CheckRowFilter,
  part: { after: Pick<ListedCheck, 'id' | 'requestedAt'> | null; limit?: number | undefined },
): AsyncGenerator<ListedCheck[]> =>
  readInPages(part, ({ after, take }) =>
    db.emailCheck.findMany({
      where: {
        ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
        ...(since && {
          AND: { OR: [{ endedAt: { gte: since } }, { endedAt: null, requestedAt: { gte: since } }] },
        }),
        ...(after && {
          requestedAt: { gte: after.requestedAt },
          OR: [
            { requestedAt: { gt: after.requestedAt } },
            { requestedAt: after.requestedAt, id: { gt: after.id } },
          ],
        }),
      },
      omit: { wanted: true },
      orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
      take,
    }),
  )

export const findCheckRow = ({ db }: DbDeps, id: string): Promise<ListedCheck | null> =>
  db.emailCheck.findUnique({ where: { id }, omit: { wanted: true } })

export const countChecksUnderWay = ({ db }: DbDeps, accountId: number): Promise<number> =>
  db.emailCheck.count({ where: { accountId, endedAt: null } })

export const deleteCheckRows = async ({ db }: DbDeps, emailId: string): Promise<number> =>
  (await db.emailCheck.deleteMany({ where: { emailId } })).count
