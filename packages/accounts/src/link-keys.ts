import { randomBytes } from 'node:crypto'
import type { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'

/** Signs the links to a user's settings (`configuration_url`). */
export interface LinkKey {
  /** Names the key inside a link (RFC 7515 §4.1.4). */
  kid: string
  secret: Uint8Array
}

/** docs/contract.md §3. A key that no longer signs must be kept for as long. */
export const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The newest key, which signs, and the one before it. Makes the first key when there is none. */
export async function currentLinkKeys({ db, clock }: RowDeps): Promise<[LinkKey, ...LinkKey[]]> {
  const [current, previous] = await db.linkKey.findMany({ orderBy: newestFirst, take: 2 })
  if (current) return previous ? [current, previous] : [current]
  // The fixed kid makes this a race that one process wins; the others skip the duplicate and read the winner's key.
  await db.linkKey.createMany({
    data: [{ kid: 'first', secret: randomSecret(), createdAt: clock.now() }],
    skipDuplicates: true,
  })
  return currentLinkKeys({ db, clock })
}

/**
 * Keeps only the new key and the one before it. Resolves to the new kid. Throws `link_key_too_young` within 7 days of
 * the last rotation, because valid links would end, unless `force` is set.
 */
export async function rotateLinkKey({ db, clock }: RowDeps, { force }: { force: boolean }): Promise<string> {
  const [current] = await db.linkKey.findMany({ orderBy: newestFirst, take: 1 })
  const now = clock.now()
  if (current && !force && now.getTime() - current.createdAt.getTime() < linkLifetimeMs) {
    throw new AccountsError(
      'link_key_too_young',
      `The link key was made at ${current.createdAt.toISOString()}, less than 7 days ago, and links signed with the one before it may still be in use: wait, or give --force to end them.`,
    )
  }
  const kid = randomBytes(6).toString('hex')
  // The key with the latest time signs, so the new one gets a later time even in the same millisecond.
  const createdAt = current && current.createdAt >= now ? new Date(current.createdAt.getTime() + 1) : now
  await db.linkKey.create({ data: { kid, secret: randomSecret(), createdAt } })
  const kept = await db.linkKey.findMany({ orderBy: newestFirst, take: 2, select: { kid: true } })
  await db.linkKey.deleteMany({ where: { kid: { notIn: kept.map((key) => key.kid) } } })
  return kid
}

const newestFirst: Prisma.LinkKeyOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { kid: 'desc' }]
const randomSecret = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(32))
