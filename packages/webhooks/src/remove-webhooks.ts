import { heldBy, type GrantHolder } from '@pas/accounts/revoke-codes'
import { Prisma } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import { ownedBy, type WebhookOwner } from './find-webhooks'

const batchSize = 1_000

/**
 * The endpoint's deliveries stay, are sent nowhere, and expire; `deleteDeliveries` deletes them at once. False when the
 * caller manages none with this id.
 */
export async function deleteWebhook({ db }: DbDeps, owner: WebhookOwner, id: string): Promise<boolean> {
  const { count } = await db.webhook.deleteMany({ where: { id, ...ownedBy(owner) } })
  return count > 0
}

export async function deleteDeliveries({ db }: DbDeps, webhookIds: readonly string[]): Promise<void> {
  await repeatInBatches(
    () => db.$executeRaw`
      DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
        SELECT id FROM webhook_deliveries WHERE webhook_id = ANY(${webhookIds}::uuid[]) LIMIT ${batchSize}))`,
  )
}

/**
 * For an account, also deletes those that its users and applications made. Resolves to the ids. Deliveries stay until
 * they expire, or `deleteDeliveries`.
 */
export async function deleteWebhookRowsOf({ db }: DbDeps, holder: GrantHolder): Promise<string[]> {
  const isOfAccountOr = 'accountId' in holder ? Prisma.sql`account_id = ${holder.accountId} OR` : Prisma.empty
  const deleted = await db.$queryRaw<{ id: string }[]>`
    DELETE FROM webhooks WHERE ${isOfAccountOr} ${heldBy(holder)} RETURNING id`
  return deleted.map(({ id }) => id)
}

export async function deleteWebhooksOf({ db }: DbDeps, holder: GrantHolder): Promise<void> {
  await deleteDeliveries({ db }, await deleteWebhookRowsOf({ db }, holder))
}

export async function deleteDeliveriesAbout({ db }: DbDeps, emailIds: readonly string[]): Promise<void> {
  await db.$executeRaw`DELETE FROM webhook_deliveries WHERE email_id = ANY(${emailIds}::uuid[])`
}

async function repeatInBatches(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === batchSize);
}
