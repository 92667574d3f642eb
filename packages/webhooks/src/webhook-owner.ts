import type { Prisma } from '@pas/db/database'

/** Whose endpoints a caller manages: those of its account and, when it acts for an application, of that alone. */
export interface WebhookOwner {
  accountId: number
  oauthApplicationId: number | null
}

/** Prisma's condition for the endpoints that this caller manages. */
export const ownedBy = ({ accountId, oauthApplicationId }: WebhookOwner): Prisma.WebhookWhereInput => ({
  accountId,
  ...(oauthApplicationId !== null && { oauthApplicationId }),
})
