import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { sha256 } from './secrets'

export async function getOauthApplication(
  { db }: DbDeps,
  clientId: string,
): Promise<{ id: number; accountId: number; disabledAt: Date | null }> {
  const application = await db.oauthApplication.findUnique({
    where: { clientId },
    select: { id: true, accountId: true, disabledAt: true },
  })
  if (application) return application
  throw new AccountsError(
    'application_not_found',
    `There is no application with client_id '${clientId.slice(0, 100)}': 'pas app list' shows every one.`,
  )
}

/** Whether these are credentials of an enabled application of the operator's own. */
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
