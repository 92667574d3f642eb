import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { grantedTo, revokeCodes, type GrantHolder } from './revoke-codes'

/** docs/contract.md §2.2: for all tokens that descend from one authorization code. */
export const familyLifetimeMs = 365 * 24 * 60 * 60 * 1000

/** Few enough for the statement timeout in a table of any size. */
const idsAtOnce = 100_000n

/**
 * Revokes unused codes first: this waits for exchanges under way, which lock their code's row until their tokens are
 * committed. Consents stay. Resolves to the number of families.
 */
export async function revokeTokenFamilies({ db, clock }: RowDeps, holder: GrantHolder): Promise<number> {
  await revokeCodes({ db, clock }, holder)
  return runInRangesOfIds(
    { db },
    holder,
    (ids) => db.$executeRaw`
    UPDATE token_families SET revoked_at = ${clock.now()}::timestamptz
     WHERE revoked_at IS NULL AND ${grantedTo(holder)} ${ids}`,
  )
}

/**
 * Runs `statement` with a condition on `id`: once for a user, whose families have an index; else for each range of ids,
 * because one more index would cost every exchange a write. Resolves to the number of changed rows.
 */
async function runInRangesOfIds(
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

/**
 * Call it after the holder was disabled and its families revoked, or new tokens could be made meanwhile. Scans both
 * tables of tokens, which have no index by family.
 */
export async function removeTokens({ db }: DbDeps, holder: GrantHolder): Promise<void> {
  await db.$executeRaw`
    DELETE FROM access_tokens WHERE token_family_id IN (SELECT id FROM token_families WHERE ${grantedTo(holder)})`
  await db.$executeRaw`
    DELETE FROM refresh_tokens WHERE token_family_id IN (SELECT id FROM token_families WHERE ${grantedTo(holder)})`
  // Last: when an interrupted removal is repeated, it finds the tokens by their families.
  await runInRangesOfIds(
    { db },
    holder,
    (ids) => db.$executeRaw`DELETE FROM token_families WHERE ${grantedTo(holder)} ${ids}`,
  )
}
