import type { Prisma } from '@pas/db/database'

/** It manages every endpoint of its account, or, with `oauthApplicationId`, only those made through that. */
export interface WebhookOwner {
  accountId: number
  oauthApplicationId: number | null
}

export interface WebhookMaker extends WebhookOwner {
  /** The user of the caller's access token, with whom the endpoint ends; null with an API key. */
  userId: number | null
}

/** Prisma's condition for the endpoints that this caller manages. */
export const ownedBy = ({ accountId, oauthApplicationId }: WebhookOwner): Prisma.WebhookWhereInput => ({
  accountId,
  ...(oauthApplicationId !== null && { oauthApplicationId }),
})
