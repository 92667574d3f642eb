import type { User } from '@pas/db/database'
import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import { whereStatus, type ListedStatus, type ListRange } from './listed-status'

export interface UserFilter {
  accountId?: number | undefined
  /** A part of the address, in any case. */
  email?: string | undefined
  status?: ListedStatus | undefined
}

export const shownColumns = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  accountId: true,
  role: true,
  disabledAt: true,
  createdAt: true,
} as const

export type ListedUser = Pick<User, keyof typeof shownColumns>

export const listUsers = (
  { db }: DbDeps,
  { accountId, email, status }: UserFilter,
  { after: first, limit }: ListRange,
): AsyncGenerator<ListedUser[]> =>
  readInPages({ after: first ?? { id: 0 }, limit }, ({ after, take }) =>
    db.user.findMany({
      where: {
        id: { gt: after.id },
        ...(accountId !== undefined && { accountId }),
        ...whereStatus(status),
        ...(email !== undefined && { email: { contains: email.toLowerCase() } }),
      },
      select: shownColumns,
      orderBy: { id: 'asc' },
      take,
    }),
  )
