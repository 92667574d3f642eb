import type { DbDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'

/** An application by its client_id. Throws `application_not_found`. */
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
