import type { DbDeps } from '@pas/db/row-deps'
import { sha256 } from './secrets'

/**
 * Whether these are the credentials of an application of the operator's own (`pas app create --first-party`,
 * `pas app provide-board`) that is not disabled, nor its account.
 */
export async function isFirstPartyApplication(
  { db }: DbDeps,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<boolean> {
  const application = await db.oauthApplication.findFirst({
    where: {
      clientId,
      clientSecretHash: sha256(clientSecret),
      firstParty: true,
      disabledAt: null,
      account: { disabledAt: null },
    },
    select: { id: true },
  })
  return application !== null
}
