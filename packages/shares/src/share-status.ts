import type { Prisma } from '@pas/db/database'

/**
 * `disabled`: the account, user or application that made the link is disabled; it opens again once these are enabled.
 * `revoked` wins over `expired`.
 */
export const shareStatuses = ['live', 'revoked', 'expired', 'disabled'] as const
export type ShareStatus = (typeof shareStatuses)[number]

const disabledAt = { select: { disabledAt: true } } as const

export const shareGivers = {
  account: disabledAt,
  user: disabledAt,
  oauthApplication: { select: { clientId: true, disabledAt: true, account: disabledAt } },
} as const satisfies Prisma.ShareInclude

export type GivenShare = Prisma.ShareGetPayload<{ include: typeof shareGivers }>

/** The first that is disabled. A disabled account disables its applications. */
export function disabledGiver({
  account,
  user,
  oauthApplication,
}: Pick<GivenShare, keyof typeof shareGivers>): 'account' | 'user' | 'application' | null {
  if (account.disabledAt) return 'account'
  if (user?.disabledAt) return 'user'
  return oauthApplication?.disabledAt || oauthApplication?.account.disabledAt ? 'application' : null
}

/** A link ends at `expiresAt` exactly. */
export function shareStatus(share: GivenShare, now: Date): ShareStatus {
  if (share.revokedAt) return 'revoked'
  if (share.expiresAt <= now) return 'expired'
  return disabledGiver(share) ? 'disabled' : 'live'
}

export const isShareOpen = (now: Date): Prisma.ShareWhereInput => ({
  revokedAt: null,
  expiresAt: { gt: now },
})

const hasActiveGivers: Prisma.ShareWhereInput = {
  account: { disabledAt: null },
  AND: [
    { OR: [{ userId: null }, { user: { disabledAt: null } }] },
    {
      OR: [
        { oauthApplicationId: null },
        { oauthApplication: { disabledAt: null, account: { disabledAt: null } } },
      ],
    },
  ],
}

export function hasShareStatus(status: ShareStatus, now: Date): Prisma.ShareWhereInput {
  switch (status) {
    case 'live':
      return { ...isShareOpen(now), ...hasActiveGivers }
    case 'disabled':
      return { ...isShareOpen(now), NOT: hasActiveGivers }
    case 'expired':
      return { revokedAt: null, expiresAt: { lte: now } }
    case 'revoked':
      return { revokedAt: { not: null } }
  }
}
