import { Prisma } from '@pas/db/database'
import { ownedBy, type WebhookOwner } from './webhook-owner'
import type { WebhooksDeps } from './webhooks-deps'

/** Deliveries deleted in one statement. */
const size = 1_000

type Deps = Pick<WebhooksDeps, 'db'>

/**
 * Deletes an endpoint that this caller manages. Resolves to whether there was one. Its deliveries stay, are sent
 * nowhere, and expire; `deleteDeliveries` deletes them at once.
 */
export async function deleteWebhook({ db }: Deps, owner: WebhookOwner, id: string): Promise<boolean> {
  const { count } = await db.webhook.deleteMany({ where: { id, ...ownedBy(owner) } })
  return count > 0
}

/** Deletes all deliveries of these endpoints, which have been deleted. */
export async function deleteDeliveries({ db }: Deps, webhookIds: readonly string[]): Promise<void> {
  await inBatches(
    () => db.$executeRaw`
      DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
        SELECT id FROM webhook_deliveries WHERE webhook_id = ANY(${webhookIds}::uuid[]) LIMIT ${size}))`,
  )
}

/** Deletes all endpoints of an account or of an application, with their deliveries. */
export async function deleteWebhooksOf(
  { db }: Deps,
  of: { accountId: number } | { oauthApplicationId: number },
): Promise<void> {
  const column =
    'accountId' in of
      ? Prisma.sql`account_id = ${of.accountId}`
      : Prisma.sql`oauth_application_id = ${of.oauthApplicationId}`
  const deleted = await db.$queryRaw<{ id: string }[]>`DELETE FROM webhooks WHERE ${column} RETURNING id`
  await deleteDeliveries(
    { db },
    deleted.map(({ id }) => id),
  )
}

/** Deletes all deliveries about these emails. Call it when the emails are deleted. */
export async function deleteDeliveriesAbout({ db }: Deps, emailIds: readonly string[]): Promise<void> {
  await db.$executeRaw`DELETE FROM webhook_deliveries WHERE email_id = ANY(${emailIds}::uuid[])`
}

async function inBatches(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === size);
}
