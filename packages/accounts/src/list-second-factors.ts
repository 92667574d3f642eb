import type { DbDeps } from '@pas/db/row-deps'

/** A user's second factor, as an operator sees it. */
export interface ListedSecondFactor {
  userId: number
  email: string
  enabledAt: Date
  recoveryCodesLeft: number
}

/** The second factor of every user who has one, by e-mail address. */
export async function listSecondFactors({ db }: DbDeps): Promise<ListedSecondFactor[]> {
  const rows = await db.secondFactor.findMany({
    orderBy: { user: { email: 'asc' } },
    select: {
      userId: true,
      enabledAt: true,
      user: { select: { email: true } },
      _count: { select: { recoveryCodes: true } },
    },
  })
  return rows.map(({ userId, enabledAt, user, _count }) => ({
    userId,
    email: user.email,
    enabledAt,
    recoveryCodesLeft: _count.recoveryCodes,
  }))
}
