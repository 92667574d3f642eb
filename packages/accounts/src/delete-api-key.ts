import type { DbDeps } from '@pas/db/row-deps'
import { getApiKey } from './get-api-key'

/** Deletes the one key that begins with `text`, also a revoked one. Resolves to its prefix and its account. */
export async function deleteApiKey(
  { db }: DbDeps,
  text: string,
): Promise<{ prefix: string; accountId: number }> {
  const { id, prefix, accountId } = await getApiKey({ db }, text)
  await db.apiKey.delete({ where: { id } })
  return { prefix, accountId }
}
