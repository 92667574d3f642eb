import type { Webhook } from '@pas/db/database'
import { ownedBy, type WebhookOwner } from './webhook-owner'
import type { WebhooksDeps } from './webhooks-deps'

/** An endpoint without its secrets. */
export type ListedWebhook = Omit<Webhook, 'secret' | 'previousSecret' | 'previousSecretEndsAt'>

const withoutSecrets = { secret: true, previousSecret: true, previousSecretEndsAt: true } as const

/** The endpoints that this caller manages, oldest first. */
export const listWebhooks = (
  { db }: Pick<WebhooksDeps, 'db'>,
  owner: WebhookOwner,
): Promise<ListedWebhook[]> =>
  db.webhook.findMany({
    where: ownedBy(owner),
    omit: withoutSecrets,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** An endpoint that this caller manages; null when there is none with this id. */
export const findWebhook = (
  { db }: Pick<WebhooksDeps, 'db'>,
  owner: WebhookOwner,
  id: string,
): Promise<ListedWebhook | null> =>
  db.webhook.findFirst({ where: { id, ...ownedBy(owner) }, omit: withoutSecrets })

/** Endpoints of all accounts, or of one, as an operator sees them, oldest first. */
export const listWebhooksOfAccounts = (
  { db }: Pick<WebhooksDeps, 'db'>,
  { accountId, isFailing }: { accountId?: number | undefined; isFailing?: boolean | undefined },
  { after, take }: { after: { createdAt: Date; id: string } | null; take: number },
): Promise<ListedWebhook[]> =>
  db.webhook.findMany({
    where: {
      ...(accountId !== undefined && { accountId }),
      ...(isFailing && { failingSince: { not: null } }),
      ...(after && {
        OR: [{ createdAt: { gt: after.createdAt } }, { createdAt: after.createdAt, id: { gt: after.id } }],
      }),
    },
    omit: withoutSecrets,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
  })
