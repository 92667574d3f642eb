import type { RowDeps } from '@pas/db/row-deps'
import { getUser } from './get-user'
import { shownColumns, type ListedUser } from './list-users'

/** A user with what is kept of them, as an operator sees it. */
export interface DescribedUser extends ListedUser {
  /** Browsers in which the user is signed in. */
  sessions: number
  /** The client_ids of the applications that the user has given consent to, without the operator's own. */
  consents: string[]
  /** Families of tokens that are neither revoked nor expired. */
  tokenFamilies: number
  /** Email clients that the user chose to test with; 0 for the default set. */
  emailClients: number
}

/** Describes a user. Throws `user_not_found` or `email_invalid`. */
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
