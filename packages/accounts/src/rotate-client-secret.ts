import type { DbDeps } from '@pas/db/row-deps'
import { getOauthApplication } from './get-oauth-application'
import { issueSecret, sha256 } from './secrets'

/**
 * Gives an application a new client_secret and resolves to it in clear text, which cannot be read again; the old one
 * stops working at once. Throws `application_not_found`.
 */
export async function rotateClientSecret({ db }: DbDeps, clientId: string): Promise<string> {
  const { id } = await getOauthApplication({ db }, clientId)
  const clientSecret = issueSecret('clientSecret')
  await db.oauthApplication.update({ where: { id }, data: { clientSecretHash: sha256(clientSecret) } })
  return clientSecret
}
