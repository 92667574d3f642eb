import type { EmailCheck } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import type { CheckRowName, CheckRowStatus } from './check-state'

export interface CheckRowFilter {
  accountId?: number | undefined
  emailId?: string | undefined
  name?: CheckRowName | undefined
  status?: CheckRowStatus | undefined
}

export type ListedCheck = Omit<EmailCheck, 'wanted'>

const rowsPerPage = 1_000

/** Oldest first, in pages of 1,000 after `after`; the first page also when it is empty. */
export async function* readCheckRows(
  { db }: DbDeps,
  filter: CheckRowFilter,
  part: { after: Pick<ListedCheck, 'id' | 'requestedAt'> | null; limit?: number | undefined },
): AsyncGenerator<ListedCheck[], void, undefined> {
  let { after } = part
  let left = part.limit ?? Infinity
  for (;;) {
    const take = Math.min(rowsPerPage, left)
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    const rows = await db.emailCheck.findMany({
      where: {
        ...Object.fromEntries(given),
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
    })
    yield rows
    left -= rows.length
    after = rows.at(-1) ?? null
    if (rows.length < take || left === 0) return
  }
}

export const findCheckRow = ({ db }: DbDeps, id: string): Promise<ListedCheck | null> =>
  db.emailCheck.findUnique({ where: { id }, omit: { wanted: true } })

export const countChecksUnderWay = ({ db }: DbDeps, accountId: number): Promise<number> =>
  db.emailCheck.count({ where: { accountId, endedAt: null } })

export const deleteCheckRows = async ({ db }: DbDeps, emailId: string): Promise<number> =>
  (await db.emailCheck.deleteMany({ where: { emailId } })).count
