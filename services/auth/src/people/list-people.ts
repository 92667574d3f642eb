import type { Prisma } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'

export const peoplePerPage = 50

export interface ListedPerson {
  id: number
  email: string
  firstName: string
  lastName: string
  role: string
  isDisabled: boolean
  hasSecondFactor: boolean
}

/** The first page is 1. Sorted by name. `search` ignores case. */
export async function listPeople(
  { db }: DbDeps,
  accountId: number,
  { search, page }: { search: string; page: number },
): Promise<{ people: ListedPerson[]; total: number }> {
  // Prisma does not escape LIKE's wildcards.
  const contains = { contains: search.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const
  const where: Prisma.UserWhereInput = {
    accountId,
    ...(search !== '' && { OR: [{ email: contains }, { firstName: contains }, { lastName: contains }] }),
  }
  const users = await db.user.findMany({
    where,
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
    skip: (page - 1) * peoplePerPage,
    take: peoplePerPage,
    select: personColumns,
  })
  return { people: users.map(toPerson), total: await db.user.count({ where }) }
}

/** Null also for a user of another account. */
export async function findPerson(
  { db }: DbDeps,
  { id, accountId }: { id: number; accountId: number },
): Promise<ListedPerson | null> {
  const user = await db.user.findFirst({ where: { id, accountId }, select: personColumns })
  return user && toPerson(user)
}

const personColumns = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  role: true,
  disabledAt: true,
  secondFactor: { select: { userId: true } },
} satisfies Prisma.UserSelect

const toPerson = ({
  disabledAt,
  secondFactor,
  ...user
}: Prisma.UserGetPayload<{ select: typeof personColumns }>): ListedPerson => ({
  ...user,
  isDisabled: disabledAt !== null,
  hasSecondFactor: secondFactor !== null,
})
