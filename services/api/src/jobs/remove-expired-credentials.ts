import { familyLifetimeMs } from '@pas/accounts/family-lifetime'
import { Prisma } from '@pas/db/database'
import { inBatches } from './in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

/**
 * Removes tokens, codes, families, sessions and unanswered authorization requests that have expired; resolves to how many tokens (access
 * and refresh tokens, and codes) and sessions. A used code stays as long as a family that it began can live, and a rotated refresh token
 * until it expires, as their second use gives a theft away.
 */
export async function removeExpiredCredentials({
  db,
  clock,
  signal,
}: Pick<RetentionDeps, 'db' | 'clock' | 'signal'>): Promise<{ tokens: number; sessions: number }> {
  const now = clock.now()
  const isExpired = Prisma.sql`expires_at <= ${now}`
  const isCodeOver = Prisma.sql`expires_at <= ${now}
    AND (used_at IS NULL OR expires_at <= ${new Date(now.getTime() - familyLifetimeMs)})`

  const remove = (table: string, key: string, isOver = isExpired): Promise<number> =>
    inBatches(signal, async () => {
      // An array, so that the rows are chosen once: a plan that asks the inner query again would lock others.
      const done = await db.$executeRaw`
        DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(key)} = ANY(ARRAY(
          SELECT ${Prisma.raw(key)} FROM ${Prisma.raw(table)} WHERE ${isOver} LIMIT ${size} FOR UPDATE SKIP LOCKED))`
      return { found: done, done }
    })

  const codes = await remove('authorization_codes', 'code_hash', isCodeOver)
  const accessTokens = await remove('access_tokens', 'token_hash')
  const refreshTokens = await remove('refresh_tokens', 'token_hash')
  // After the tokens: none outlives its family.
  await remove('token_families', 'id')
  await remove('authorization_requests', 'id_hash')
  const sessions = await remove('sessions', 'id_hash')
  return { tokens: codes + accessTokens + refreshTokens, sessions }
}
