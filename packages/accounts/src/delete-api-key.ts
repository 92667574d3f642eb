import type { AccountsDeps } from './accounts-deps'
import { getApiKey } from './get-api-key'

/**
 * Deletes the one key that begins with `text`, as `getApiKey` finds it, whether it is revoked or not. Resolves to its
 * prefix and its account.
 */
export async function deleteApiKey(
  { db }: Pick<AccountsDeps, 'db'>,
  text: string,
): Promise<{ prefix: string; accountId: number }> {
  const { id, prefix, accountId } = await getApiKey({ db }, text)
  await db.apiKey.delete({ where: { id } })
  return { prefix, accountId }
}
