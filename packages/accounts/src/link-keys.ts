import { randomBytes } from 'node:crypto'
import type { Prisma } from '@pas/db/database'
import type { AccountsDeps } from './accounts-deps'
import { AccountsError } from './accounts-error'

/** What client settings links are signed with. */
export interface LinkKey {
  /** Names the key inside a link (RFC 7515 §4.1.4). */
  kid: string
  secret: Uint8Array
}

/** docs/contract.md §3: a link is valid for 7 days, so a key must outlive its successor's first 7. */
export const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The newest key, which signs, and the one before it. The first key is made when none is there, by whoever asks first. */
export async function currentLinkKeys({ db, clock }: AccountsDeps): Promise<[LinkKey, ...LinkKey[]]> {
  const [current, previous] = await db.linkKey.findMany({ orderBy: newestFirst, take: 2 })
  if (current) return previous ? [current, previous] : [current]
  // A fixed kid lets one of several that start at once win.
  await db.linkKey.createMany({
    data: [{ kid: 'first', secret: randomSecret(), createdAt: clock.now() }],
    skipDuplicates: true,
  })
  return currentLinkKeys({ db, clock })
}

/**
 * Makes a new key, which signs from now on, and forgets all but the one before it; resolves to its kid. Within 7 days of the last
 * rotation links that are still valid would die: throws `link_key_too_young` then, unless `force`.
 */
export async function rotateLinkKey(
  { db, clock }: AccountsDeps,
  { force }: { force: boolean },
): Promise<string> {
  const [current] = await db.linkKey.findMany({ orderBy: newestFirst, take: 1 })
  const now = clock.now()
  if (current && !force && now.getTime() - current.createdAt.getTime() < linkLifetimeMs) {
    throw new AccountsError(
      'link_key_too_young',
      `The link key was made at ${current.createdAt.toISOString()}, less than 7 days ago, and links signed with the one before it may still be in use: wait, or give --force to end them.`,
    )
  }
  const kid = randomBytes(6).toString('hex')
  // The newest signs: also when both are made in the same millisecond.
  const createdAt = current && current.createdAt >= now ? new Date(current.createdAt.getTime() + 1) : now
  await db.linkKey.create({ data: { kid, secret: randomSecret(), createdAt } })
  const kept = await db.linkKey.findMany({ orderBy: newestFirst, take: 2, select: { kid: true } })
  await db.linkKey.deleteMany({ where: { kid: { notIn: kept.map((key) => key.kid) } } })
  return kid
}

const newestFirst: Prisma.LinkKeyOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { kid: 'desc' }]
const randomSecret = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(32))
