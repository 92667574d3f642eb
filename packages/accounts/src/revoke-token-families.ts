import { Prisma } from '@pas/db/database'
import type { AccountsDeps } from './accounts-deps'
import { heldBy, revokeCodes, type GrantHolder } from './revoke-codes'

/**
 * Range of family ids that one statement scans; small enough to end within the statement timeout in a table of any
 * size.
 */
const idsAtOnce = 100_000n

/**
 * Revokes every token of a holder, and every code that was not exchanged yet; resolves to the number of families
 * revoked. Consents stay. Codes come first: an exchange that is under way holds the lock on its code's row until its
 * tokens are committed, and can be revoked.
 */
export async function revokeTokenFamilies({ db, clock }: AccountsDeps, holder: GrantHolder): Promise<number> {
  await revokeCodes({ db, clock }, holder)
  const revoke = (ids: Prisma.Sql): Promise<number> => db.$executeRaw`
    UPDATE token_families SET revoked_at = ${clock.now()}::timestamptz
     WHERE revoked_at IS NULL AND ${heldBy(holder)} ${ids}`
  // Only `user_id` is indexed. A second index would cost every exchange a write, so an application's families are found
  // by scanning all rows, a range of ids at a time.
  if ('userId' in holder) return revoke(Prisma.empty)
  const [range] = await db.$queryRaw<{ first: bigint | null; last: bigint | null }[]>`
    SELECT min(id) AS first, max(id) AS last FROM token_families`
  let revoked = 0
  for (let first = range?.first ?? 1n; first <= (range?.last ?? 0n); first += idsAtOnce) {
    revoked += await revoke(Prisma.sql`AND id >= ${first} AND id < ${first + idsAtOnce}`)
  }
  return revoked
}
