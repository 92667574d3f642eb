import type { Database, Prisma } from '@pas/db/database'

export const usersPerPage = 25

/** A user to whom a user of the parent account may switch. */
export interface SwitchableUser {
  id: number
  email: string
  firstName: string
  lastName: string
  account: { id: number; name: string }
}

/**
 * One page (the first is 1) of the active users of an account's active sub-accounts, sorted by account and then name,
 * and their total number. `search` filters by names, e-mail addresses and account names, in upper or lower case.
 */
export async function listSwitchableUsers(
  { db }: { db: Database },
  accountId: number,
  { search, page }: { search: string; page: number },
): Promise<{ users: SwitchableUser[]; total: number }> {
  const contains = { contains: search.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
  const where: Prisma.UserWhereInput = {
    disabledAt: null,
    account: { parentId: accountId, disabledAt: null },
    ...(search !== '' && {
      OR: [
        { email: contains },
        { firstName: contains },
        { lastName: contains },
        { account: { name: contains } },
      ],
    }),
  }
  const [users, total] = await Promise.all([
    db.user.findMany({
      where,
      orderBy: [
        { account: { name: 'asc' } },
        { accountId: 'asc' },
        { lastName: 'asc' },
        { firstName: 'asc' },
        { id: 'asc' },
      ],
      skip: (page - 1) * usersPerPage,
      take: usersPerPage,
      select: {
        id: true,
        email: true,
        firstName: true,
        lastName: true,
        account: { select: { id: true, name: true } },
      },
    }),
    db.user.count({ where }),
  ])
  return { users, total }
}
