import type { DatabaseDeps } from '@pas/db/row-deps'
import { isShareOpen } from '@pas/shares/share-status'

export interface ConnectedApplication {
  clientId: string
  name: string
  accountName: string
  since: Date
  callbackHosts: string[]
  isDisabled: boolean
  /** Open share links that it made for the user. */
  links: number
  webhooks: number
}

/** Sorted by name. Users are not asked for consent to first-party applications, so these are left out. */
export async function listConnectedApplications(
  { db, clock }: DatabaseDeps,
  userId: number,
): Promise<ConnectedApplication[]> {
  const consents = await db.consent.findMany({
    where: { userId, oauthApplication: { firstParty: false } },
    orderBy: [{ oauthApplication: { name: 'asc' } }, { oauthApplicationId: 'asc' }],
    include: {
      oauthApplication: {
        include: {
          account: true,
          callbackUris: { orderBy: { id: 'asc' } },
          _count: {
            select: {
              shares: { where: { userId, ...isShareOpen(clock.now()) } },
              webhooks: { where: { userId } },
            },
          },
        },
      },
    },
  })
  return consents.map(({ createdAt, oauthApplication: application }) => ({
    clientId: application.clientId,
    name: application.name,
    accountName: application.account.name,
    since: createdAt,
    callbackHosts: [...new Set(application.callbackUris.map(({ uri }) => new URL(uri).host))],
    isDisabled: application.disabledAt !== null || application.account.disabledAt !== null,
    links: application._count.shares,
    webhooks: application._count.webhooks,
  }))
}
