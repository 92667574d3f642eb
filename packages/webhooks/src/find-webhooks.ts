import type { Prisma, Webhook } from '@pas/db/database'
import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'

export type ListedWebhook = Omit<Webhook, 'secret' | 'previousSecret' | 'previousSecretEndsAt'>

/** Manages every endpoint of the account, or, with `oauthApplicationId`, only those made through that. */
export interface WebhookOwner {
  accountId: number
  oauthApplicationId: number | null
}

export interface WebhookMaker extends WebhookOwner {
  /** The access token's user, with whom the endpoint ends. Null with an API key. */
  userId: number | null
}

const orderBy: Prisma.WebhookOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]

const secretColumns = { secret: true, previousSecret: true, previousSecretEndsAt: true } as const

export const listWebhooks = ({ db }: DbDeps, owner: WebhookOwner): Promise<ListedWebhook[]> =>
  db.webhook.findMany({
    where: ownedBy(owner),
    omit: secretColumns,
    orderBy,
  })

export const findWebhook = ({ db }: DbDeps, owner: WebhookOwner, id: string): Promise<ListedWebhook | null> =>
  db.webhook.findFirst({ where: { id, ...ownedBy(owner) }, omit: secretColumns })

export const findAnyWebhook = ({ db }: DbDeps, id: string): Promise<ListedWebhook | null> =>
  db.webhook.findUnique({ where: { id }, omit: secretColumns })

export interface WebhookFilter {
  accountId?: number | undefined
  isFailing?: boolean | undefined
}

/** Oldest first, created later than `after`, in pages. */
export const readWebhooks = (
  { db }: DbDeps,
  { accountId, isFailing }: WebhookFilter,
  part: { after: ListedWebhook | null; limit?: number | undefined },
): AsyncGenerator<ListedWebhook[]> =>
  readInPages(part, ({ after, take }) =>
    db.webhook.findMany({
      where: {
        ...(accountId !== undefined && { accountId }),
        ...(isFailing && { failingSince: { not: null } }),
        ...(after && {
          OR: [{ createdAt: { gt: after.createdAt } }, { createdAt: after.createdAt, id: { gt: after.id } }],
        }),
      },
      omit: secretColumns,
      orderBy,
      take,
    }),
  )

export const ownedBy = ({ accountId, oauthApplicationId }: WebhookOwner): Prisma.WebhookWhereInput => ({
  accountId,
  ...(oauthApplicationId !== null && { oauthApplicationId }),
})
