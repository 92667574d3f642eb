import type { RowDeps } from '@pas/db/row-deps'
import { getUser } from './get-user'
import { shownColumns, type ListedUser } from './list-users'

export interface DescribedUser extends ListedUser {
  sessions: number
  /** The client_ids of applications, without the operator's own. */
  consents: string[]
  /** Neither revoked nor expired. */
  tokenFamilies: number
  /** 0 for the default set. */
  emailClients: number
}

export async function describeUser({ db, clock }: RowDeps, emailAddress: string): Promise<DescribedUser> {
  const { id } = await getUser({ db }, emailAddress)
  const now = clock.now()
  const { consents, ...user } = await db.user.findUniqueOrThrow({
    where: { id },
    select: {
      ...shownColumns,
      consents: {
        where: { oauthApplication: { firstParty: false } },
        select: { oauthApplication: { select: { clientId: true } } },
        orderBy: { oauthApplicationId: 'asc' },
      },
    },
  })
  return {
    ...user,
    consents: consents.map(({ oauthApplication }) => oauthApplication.clientId),
    sessions: await db.session.count({ where: { userId: id, expiresAt: { gt: now } } }),
    tokenFamilies: await db.tokenFamily.count({
      where: { userId: id, revokedAt: null, expiresAt: { gt: now } },
    }),
    emailClients: await db.chosenEmailClient.count({ where: { userId: id } }),
  }
}
