import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import { whereStatus, type ListedStatus, type ListRange } from './listed-status'

export interface AccountFilter {
  name?: string | undefined
  parentId?: number | undefined
  status?: ListedStatus | undefined
}

export interface ListedAccount {
  id: number
  name: string
  kind: string
  parentId: number | null
  disabledAt: Date | null
  createdAt: Date
}

export const listAccounts = (
  { db }: DbDeps,
  { name, parentId, status }: AccountFilter,
  { after: first, limit }: ListRange,
): AsyncGenerator<ListedAccount[]> =>
  readInPages({ after: first ?? { id: 0 }, limit }, ({ after, take }) =>
    db.account.findMany({
      where: {
        id: { gt: after.id },
        ...(parentId !== undefined && { parentId }),
        ...whereStatus(status),
        ...(name !== undefined && { name: { contains: name, mode: 'insensitive' } }),
      },
      select: { id: true, name: true, kind: true, parentId: true, disabledAt: true, createdAt: true },
      orderBy: { id: 'asc' },
      take,
    }),
  )
