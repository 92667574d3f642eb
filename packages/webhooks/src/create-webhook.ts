import { randomUUID } from 'node:crypto'
import type { Webhook } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import type { WebhookEventType } from './event-types'
import type { WebhookMaker } from './find-webhooks'
import { newWebhookSecret } from './sign-message'

/** All of the account's applications together. */
export const maxWebhooksPerAccount = 10

/** The caller has checked the URL with `whyPostUrlRefused`. */
export interface WebhookSettings {
  url: string
  eventTypes: WebhookEventType[]
  description: string | null
}

/**
 * Null when the account has `maxWebhooksPerAccount` already. Call it in a transaction: it locks the account's row, so
 * that two calls cannot both make the last endpoint.
 */
export async function createWebhook(
  { db, clock }: RowDeps,
  { accountId, oauthApplicationId, userId }: WebhookMaker,
  settings: WebhookSettings,
): Promise<Webhook | null> {
  await db.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
  if ((await db.webhook.count({ where: { accountId } })) >= maxWebhooksPerAccount) return null
  return db.webhook.create({
    data: {
      ...settings,
      id: randomUUID(),
      accountId,
      oauthApplicationId,
      userId,
      secret: newWebhookSecret(),
      createdAt: clock.now(),
    },
  })
}
