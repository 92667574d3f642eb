import type { AccountsDeps } from './accounts-deps'
import { heldBy, type GrantHolder } from './revoke-codes'
import { inFamilyRanges } from './revoke-token-families'

/**
 * Removes every token and token family of a holder. The holder has to be disabled, and its families revoked, so that no
 * new ones are made meanwhile. Tokens have no index by family, so each of their two tables is read once.
 */
export async function removeTokens({ db }: Pick<AccountsDeps, 'db'>, holder: GrantHolder): Promise<void> {
  await db.$executeRaw`
    DELETE FROM access_tokens WHERE token_family_id IN (SELECT id FROM token_families WHERE ${heldBy(holder)})`
  await db.$executeRaw`
    DELETE FROM refresh_tokens WHERE token_family_id IN (SELECT id FROM token_families WHERE ${heldBy(holder)})`
  // Last, because a removal that is interrupted finds the tokens by their families.
  await inFamilyRanges(
    { db },
    holder,
    (ids) => db.$executeRaw`DELETE FROM token_families WHERE ${heldBy(holder)} ${ids}`,
  )
}
