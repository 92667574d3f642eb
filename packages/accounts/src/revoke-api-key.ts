import type { RowDeps } from '@pas/db/row-deps'
import { getApiKey } from './get-api-key'

/** Revokes the key that begins with `text`; resolves to its prefix. Idempotent. Throws as `getApiKey` does. */
export async function revokeApiKey({ db, clock }: RowDeps, text: string): Promise<string> {
  const { id, prefix, revokedAt } = await getApiKey({ db }, text)
  if (!revokedAt) await db.apiKey.update({ where: { id }, data: { revokedAt: clock.now() } })
  return prefix
}
