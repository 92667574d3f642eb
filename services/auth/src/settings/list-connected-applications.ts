import type { DatabaseDeps } from '@pas/db/row-deps'
import { isShareOpen } from '@pas/shares/share-status'

/** An application to which a user gave consent. */
export interface ConnectedApplication {
  clientId: string
  name: string
  accountName: string
  /** When the user gave consent. */
  since: Date
  /** Hosts of its callback URIs, each once. */
  callbackHosts: string[]
  /** Whether it, or its account, is disabled. */
  isDisabled: boolean
  /** Share links that it made for the user, which end when it is disconnected. */
  links: number
  /** Webhooks that it made for the user, which end, too. */
  webhooks: number
}

/**
 * Every application to which the user gave consent, sorted by name. First-party applications are left out, because
 * users are not asked for consent to them.
 */
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
