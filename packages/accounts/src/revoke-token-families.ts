import { Prisma } from '@pas/db/database'
import type { AccountsDeps } from './accounts-deps'
import { heldBy, revokeCodes, type GrantHolder } from './revoke-codes'

/** Ids looked at in one statement, which has to end within the statement timeout however large the table is. */
const idsAtOnce = 100_000n

/**
 * Revokes every token of a holder, and every code that was not exchanged yet; resolves to the number of families ended. Consents stay.
 * Codes before tokens: an exchange that is under way holds its code's row until its tokens are there to be revoked.
 */
export async function revokeTokenFamilies({ db, clock }: AccountsDeps, holder: GrantHolder): Promise<number> {
  await revokeCodes({ db, clock }, holder)
  const revoke = (ids: Prisma.Sql): Promise<number> => db.$executeRaw`
    UPDATE token_families SET revoked_at = ${clock.now()}::timestamptz
     WHERE revoked_at IS NULL AND ${heldBy(holder)} ${ids}`
  // The index is the user's; a second one would cost every exchange a write, so an application's families are looked for in all rows.
  if ('userId' in holder) return revoke(Prisma.empty)
  const [range] = await db.$queryRaw<{ first: bigint | null; last: bigint | null }[]>`
    SELECT min(id) AS first, max(id) AS last FROM token_families`
  let revoked = 0
  for (let first = range?.first ?? 1n; first <= (range?.last ?? 0n); first += idsAtOnce) {
    revoked += await revoke(Prisma.sql`AND id >= ${first} AND id < ${first + idsAtOnce}`)
  }
  return revoked
}
