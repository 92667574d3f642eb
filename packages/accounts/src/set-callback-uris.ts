import type { DbDeps } from '@pas/db/row-deps'
import { checkedCallbackUris } from './checked-callback-uris'
import { getOauthApplication } from './get-oauth-application'

/**
 * Replaces all callback URIs of an application; resolves to the new list without duplicates. Throws
 * `callback_uri_invalid` or `application_not_found`, and then changes nothing.
 */
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
