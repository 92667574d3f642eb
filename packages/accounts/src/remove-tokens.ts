import type { DbDeps } from '@pas/db/row-deps'
import { grantedTo, type GrantHolder } from './revoke-codes'
import { inFamilyRanges } from './revoke-token-families'

/**
 * Deletes every token and token family of a holder: a user, an application or an account. Call it after the holder has
 * been disabled and its families revoked; otherwise new tokens could be made meanwhile. Tokens have no index by family,
 * so each of their two tables is scanned once.
 */
export async function removeTokens({ db }: DbDeps, holder: GrantHolder): Promise<void> {
  await db.$executeRaw`
    DELETE FROM access_tokens WHERE token_family_id IN (SELECT id FROM token_families WHERE ${grantedTo(holder)})`
  await db.$executeRaw`
    DELETE FROM refresh_tokens WHERE token_family_id IN (SELECT id FROM token_families WHERE ${grantedTo(holder)})`
  // Last, because a removal that is interrupted finds the tokens by their families.
  await inFamilyRanges(
    { db },
    holder,
    (ids) => db.$executeRaw`DELETE FROM token_families WHERE ${grantedTo(holder)} ${ids}`,
  )
}
