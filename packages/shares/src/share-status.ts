import type { Prisma } from '@pas/db/database'

/**
 * Whether a link opens (`live`), or why it does not. `disabled`: its account, or the user or the application that made
 * it, is disabled; it opens again once these are enabled. A link that is both over and revoked is `revoked`.
 */
export const shareStatuses = ['live', 'revoked', 'expired', 'disabled'] as const
export type ShareStatus = (typeof shareStatuses)[number]

const disabledAt = { select: { disabledAt: true } } as const

/** Prisma's `include` for what `shareStatus` reads beside the row. */
export const shareGivers = {
  account: disabledAt,
  user: disabledAt,
  oauthApplication: { select: { clientId: true, disabledAt: true, account: disabledAt } },
} as const satisfies Prisma.ShareInclude

/** A link's row with `shareGivers`. */
export type GivenShare = Prisma.ShareGetPayload<{ include: typeof shareGivers }>

/** The first of a link's givers that is disabled; null when none is. A disabled account disables its applications. */
export function disabledGiver({
  account,
  user,
  oauthApplication,
}: Pick<GivenShare, keyof typeof shareGivers>): 'account' | 'user' | 'application' | null {
  if (account.disabledAt) return 'account'
  if (user?.disabledAt) return 'user'
  return oauthApplication?.disabledAt || oauthApplication?.account.disabledAt ? 'application' : null
}

/** See `shareStatuses`. A link ends at `expiresAt` exactly. */
export function shareStatus(share: GivenShare, now: Date): ShareStatus {
  if (share.revokedAt) return 'revoked'
  if (share.expiresAt <= now) return 'expired'
  return disabledGiver(share) ? 'disabled' : 'live'
}

/** Prisma's condition for links that are neither over nor revoked. */
export const isShareOpen = (now: Date): Prisma.ShareWhereInput => ({
  revokedAt: null,
  expiresAt: { gt: now },
})

/** Prisma's condition for links whose givers are all enabled. */
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

/** Prisma's condition for links with this status. */
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
