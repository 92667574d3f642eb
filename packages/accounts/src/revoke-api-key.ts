import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { apiKeyPrefix, secretPrefixes } from './secrets'

/** Resolves to the key's prefix. Idempotent. Throws as `getApiKey` does. */
export async function revokeApiKey({ db, clock }: RowDeps, text: string): Promise<string> {
  const { id, prefix, revokedAt } = await getApiKey({ db }, text)
  if (!revokedAt) await db.apiKey.update({ where: { id }, data: { revokedAt: clock.now() } })
  return prefix
}

/** With fewer characters, a typing error could easily name another account's key. */
const minLength = secretPrefixes.apiKey.length + 4

/**
 * The one key that begins with `text`, which may be the whole key. Throws `api_key_not_found` or `api_key_ambiguous`.
 */
export async function getApiKey(
  { db }: DbDeps,
  text: string,
): Promise<{ id: number; prefix: string; accountId: number; revokedAt: Date | null }> {
  const beginning = apiKeyPrefix(text)
  if (beginning.length < minLength) {
    throw new AccountsError(
      'api_key_not_found',
      `'${beginning}' is too short to name an API key: give its first ${minLength} characters or more.`,
    )
  }
  // `startsWith` becomes SQL's LIKE, in which `_` matches any character, hence the second comparison.
  const candidates = await db.apiKey.findMany({
    where: { prefix: { startsWith: beginning } },
    select: { id: true, prefix: true, accountId: true, revokedAt: true },
  })
  const [apiKey, another] = candidates.filter(({ prefix }) => prefix.startsWith(beginning))
  if (!apiKey) {
    throw new AccountsError(
      'api_key_not_found',
      `No API key begins with '${beginning}': check its first characters, or see 'pas key list'.`,
    )
  }
  if (another) {
    throw new AccountsError(
      'api_key_ambiguous',
      `Several API keys begin with '${beginning}': give more of it.`,
    )
  }
  return apiKey
}

/** The key may be revoked already. Throws as `getApiKey` does. */
export async function deleteApiKey(
  { db }: DbDeps,
  text: string,
): Promise<{ prefix: string; accountId: number }> {
  const { id, prefix, accountId } = await getApiKey({ db }, text)
  await db.apiKey.delete({ where: { id } })
  return { prefix, accountId }
}

/** Resolves to their number. */
export async function revokeApiKeysOf({ db, clock }: RowDeps, userId: number): Promise<number> {
  const { count } = await db.apiKey.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: clock.now() },
  })
  return count
}

/** Makes the keys that a user made their account's own, with whom they no longer end. Resolves to their number. */
export async function handOverApiKeysOf({ db }: DbDeps, userId: number): Promise<number> {
  const { count } = await db.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { userId: null } })
  return count
}

export const countApiKeysOf = ({ db }: DbDeps, userId: number): Promise<number> =>
  db.apiKey.count({ where: { userId, revokedAt: null } })
