import type { Prisma, Webhook } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import { ownedBy, type WebhookOwner } from './webhook-owner'

export type ListedWebhook = Omit<Webhook, 'secret' | 'previousSecret' | 'previousSecretEndsAt'>

/** Oldest first. */
const orderBy: Prisma.WebhookOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]

const withoutSecrets = { secret: true, previousSecret: true, previousSecretEndsAt: true } as const

/** The endpoints that this caller manages, oldest first. */
export const listWebhooks = ({ db }: DbDeps, owner: WebhookOwner): Promise<ListedWebhook[]> =>
  db.webhook.findMany({
    where: ownedBy(owner),
    omit: withoutSecrets,
    orderBy,
  })

/** An endpoint that this caller manages; null when there is none with this id. */
export const findWebhook = ({ db }: DbDeps, owner: WebhookOwner, id: string): Promise<ListedWebhook | null> =>
  db.webhook.findFirst({ where: { id, ...ownedBy(owner) }, omit: withoutSecrets })

/** An endpoint of any account; null when there is none with this id. */
export const findAnyWebhook = ({ db }: DbDeps, id: string): Promise<ListedWebhook | null> =>
  db.webhook.findUnique({ where: { id }, omit: withoutSecrets })

/** Which endpoints to list; those of every account when nothing is given. */
export interface WebhookFilter {
  accountId?: number | undefined
  /** Only those that have failed since their last success. */
  isFailing?: boolean | undefined
}

const rowsPerPage = 1_000

/**
 * Endpoints of all accounts, oldest first, in pages of 1,000 rows: those created later than `after`, or all when it is
 * null. The first page is yielded also when it is empty.
 */
export async function* readWebhooks(
  { db }: DbDeps,
  { accountId, isFailing }: WebhookFilter,
  part: { after: ListedWebhook | null; limit?: number | undefined },
): AsyncGenerator<ListedWebhook[], void, undefined> {
  let { after } = part
  let left = part.limit ?? Infinity
  for (;;) {
    const take = Math.min(rowsPerPage, left)
    const rows = await db.webhook.findMany({
      where: {
        ...(accountId !== undefined && { accountId }),
        ...(isFailing && { failingSince: { not: null } }),
        ...(after && {
          OR: [{ createdAt: { gt: after.createdAt } }, { createdAt: after.createdAt, id: { gt: after.id } }],
        }),
      },
      omit: withoutSecrets,
      orderBy,
      take,
    })
    yield rows
    left -= rows.length
    after = rows.at(-1) ?? null
    if (rows.length < take || left === 0) return
  }
}
