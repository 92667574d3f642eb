import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { grantedTo, revokeCodes, type GrantHolder } from './revoke-codes'

/** Family ids that one statement scans: few enough for the statement timeout in a table of any size. */
const idsAtOnce = 100_000n

/**
 * Revokes every token of a holder (`grantedTo`), and every code that was not exchanged yet; resolves to the number of
 * families revoked. Consents stay. Codes come first: an exchange that is under way holds the lock on its code's row
 * until its tokens are committed, and can be revoked.
 */
export async function revokeTokenFamilies({ db, clock }: RowDeps, holder: GrantHolder): Promise<number> {
  await revokeCodes({ db, clock }, holder)
  return inFamilyRanges(
    { db },
    holder,
    (ids) => db.$executeRaw`
    UPDATE token_families SET revoked_at = ${clock.now()}::timestamptz
     WHERE revoked_at IS NULL AND ${grantedTo(holder)} ${ids}`,
  )
}

/**
 * Runs `statement` on a holder's token families, once for each range of ids; resolves to the number of rows that it
 * changed in all. `statement` gets a condition on `id`, which begins with AND or is empty. Only `user_id` is indexed, and
 * `actor_user_id` where it is set: a further index would cost every exchange a write, so the families of an application
 * or an account are found by scanning all rows, a range of ids at a time.
 */
export async function inFamilyRanges(
  { db }: DbDeps,
  holder: GrantHolder,
  statement: (ids: Prisma.Sql) => Promise<number>,
): Promise<number> {
  if ('userId' in holder) return statement(Prisma.empty)
  const [range] = await db.$queryRaw<{ first: bigint | null; last: bigint | null }[]>`
    SELECT min(id) AS first, max(id) AS last FROM token_families`
  let changed = 0
  for (let first = range?.first ?? 1n; first <= (range?.last ?? 0n); first += idsAtOnce) {
    changed += await statement(Prisma.sql`AND id >= ${first} AND id < ${first + idsAtOnce}`)
  }
  return changed
}
