import type { DbDeps } from '@pas/db/row-deps'
import { hasStatus, type ListedStatus } from './listed-status'
import { readInPages, type ListPart } from './read-in-pages'

/** Which accounts to list; all of them when nothing is given. */
export interface AccountFilter {
  /** Text that the name contains, in any case. */
  name?: string | undefined
  parentId?: number | undefined
  status?: ListedStatus | undefined
}

export interface ListedAccount {
  id: number
  name: string
  /** An `AccountKind`. */
  kind: string
  parentId: number | null
  disabledAt: Date | null
  createdAt: Date
}

/** Accounts, oldest first, in pages. */
export const listAccounts = (
  { db }: DbDeps,
  { name, parentId, status }: AccountFilter,
  part: ListPart,
): AsyncGenerator<ListedAccount[]> =>
  readInPages(part, ({ afterId, take }) =>
    db.account.findMany({
      where: {
        id: { gt: afterId },
        ...(parentId !== undefined && { parentId }),
        ...hasStatus(status),
        ...(name !== undefined && { name: { contains: name, mode: 'insensitive' } }),
      },
      select: { id: true, name: true, kind: true, parentId: true, disabledAt: true, createdAt: true },
      orderBy: { id: 'asc' },
      take,
    }),
  )
