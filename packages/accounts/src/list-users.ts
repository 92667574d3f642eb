import type { AccountsDeps } from './accounts-deps'
import { hasStatus, type ListedStatus } from './listed-status'
import { readInPages, type ListPart } from './read-in-pages'

/** Which users are wanted. */
export interface UserFilter {
  accountId?: number | undefined
  /** Text within the e-mail address, whatever its case. */
  email?: string | undefined
  status?: ListedStatus | undefined
}

/** A user as an operator sees them in a list. */
export interface ListedUser {
  id: number
  email: string
  firstName: string
  lastName: string
  accountId: number
  disabledAt: Date | null
  createdAt: Date
}

/** Users, oldest first, in pages. */
export const listUsers = (
  { db }: Pick<AccountsDeps, 'db'>,
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
      select: {
        id: true,
        email: true,
        firstName: true,
        lastName: true,
        accountId: true,
        disabledAt: true,
        createdAt: true,
      },
      orderBy: { id: 'asc' },
      take,
    }),
  )
