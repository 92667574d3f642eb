import type { User } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import { hasStatus, type ListedStatus } from './listed-status'
import { readInPages, type ListPart } from './read-in-pages'

/** Which users to list; all of them when nothing is given. */
export interface UserFilter {
  accountId?: number | undefined
  /** Text that the e-mail address contains, in any case. */
  email?: string | undefined
  status?: ListedStatus | undefined
}

/** The columns of a user that an operator sees. */
export const shownColumns = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  accountId: true,
  disabledAt: true,
  createdAt: true,
} as const

/** A user as an operator sees them in a list. */
export type ListedUser = Pick<User, keyof typeof shownColumns>

/** Users, oldest first, in pages. */
export const listUsers = (
  { db }: DbDeps,
  { accountId, email, status }: UserFilter,
  part: ListPart,
): AsyncGenerator<ListedUser[]> =>
  readInPages(part, ({ afterId, take }) =>
    db.user.findMany({
      where: {
        id: { gt: afterId },
        ...(accountId !== undefined && { accountId }),
        ...hasStatus(status),
        ...(email !== undefined && { email: { contains: email.toLowerCase() } }),
      },
      select: shownColumns,
      orderBy: { id: 'asc' },
      take,
    }),
  )
