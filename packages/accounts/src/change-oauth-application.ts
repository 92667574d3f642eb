import type { DbDeps } from '@pas/db/row-deps'
import { checkedCallbackUris } from './callback-uris'
import { getOauthApplication } from './get-oauth-application'
import { issueSecret, sha256 } from './secrets'

/** The old secret stops working at once; of the new one only the hash is stored. Throws `application_not_found`. */
export async function rotateClientSecret({ db }: DbDeps, clientId: string): Promise<string> {
  const { id } = await getOauthApplication({ db }, clientId)
  const clientSecret = issueSecret('clientSecret')
  await db.oauthApplication.update({ where: { id }, data: { clientSecretHash: sha256(clientSecret) } })
  return clientSecret
}

/** Resolves to the new list without duplicates. Throws `callback_uri_invalid` or `application_not_found`. */
export async function setCallbackUris(
  { db }: DbDeps,
  clientId: string,
  callbackUris: readonly string[],
): Promise<string[]> {
  const uris = checkedCallbackUris(callbackUris)
  const { id } = await getOauthApplication({ db }, clientId)
  await db.oauthApplication.update({
    where: { id },
    data: { callbackUris: { deleteMany: {}, create: uris.map((uri) => ({ uri })) } },
  })
  return uris
}
