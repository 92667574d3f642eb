import type { Database, Prisma } from '@pas/db/database'

export const usersPerPage = 25

export interface SwitchableUser {
  id: number
  email: string
  firstName: string
  lastName: string
  account: { id: number; name: string }
}

/** The first page is 1. Active users of active sub-accounts, sorted by account and name. `search` ignores case. */
export async function listSwitchableUsers(
  { db }: { db: Database },
  accountId: number,
  { search, page }: { search: string; page: number },
): Promise<{ users: SwitchableUser[]; total: number }> {
  // Prisma does not escape LIKE's wildcards.
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
