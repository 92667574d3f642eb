import type { AccountsDeps } from './accounts-deps'
import { AccountsError } from './accounts-error'
import { apiKeyPrefix, secretPrefixes } from './secrets'

/** With fewer characters, a typing error could easily name another account's key. */
const minLength = secretPrefixes.apiKey.length + 4

/**
 * Revokes the one key that begins with `text`: its stored prefix, fewer characters if only one key begins with them, or
 * the whole key. Resolves to its prefix. Idempotent. Throws `api_key_not_found` or `api_key_ambiguous`.
 */
export async function revokeApiKey({ db, clock }: AccountsDeps, text: string): Promise<string> {
  const beginning = apiKeyPrefix(text)
  if (beginning.length < minLength) {
    throw new AccountsError(
      'api_key_not_found',
      `'${beginning}' is too short to name an API key: give its first ${minLength} characters or more.`,
    )
  }
  // `startsWith` becomes SQL's LIKE, in which `_` matches any character, hence the second comparison.
  const candidates = await db.apiKey.findMany({ where: { prefix: { startsWith: beginning } } })
  const [apiKey, another] = candidates.filter(({ prefix }) => prefix.startsWith(beginning))
  if (!apiKey) {
    throw new AccountsError(
      'api_key_not_found',
      `No API key begins with '${beginning}': check its first characters.`,
    )
  }
  if (another) {
    throw new AccountsError(
      'api_key_ambiguous',
      `Several API keys begin with '${beginning}': give more of it.`,
    )
  }
  if (!apiKey.revokedAt) {
    await db.apiKey.update({ where: { id: apiKey.id }, data: { revokedAt: clock.now() } })
  }
  return apiKey.prefix
}
