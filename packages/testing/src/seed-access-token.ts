import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@pas/db/database'

export interface SeededAccessToken {
  accessToken: string
}

/** Writes an access token and the consent, without the OAuth flow; valid for two hours. */
export async function seedAccessToken(
  db: Database,
  {
    userId,
    oauthApplicationId,
    createdAt,
    scope = 'full',
  }: { userId: number; oauthApplicationId: number; createdAt: Date; scope?: string },
): Promise<SeededAccessToken> {
  const accessToken = `pas_tok_${randomBytes(32).toString('base64url')}`
  const after = (seconds: number): Date => new Date(createdAt.getTime() + seconds * 1_000)
  await db.consent.createMany({
    data: [{ userId, oauthApplicationId, scope, createdAt }],
    skipDuplicates: true,
  })
  const family = await db.tokenFamily.create({
    data: { userId, oauthApplicationId, scope, createdAt, expiresAt: after(365 * 86_400) },
  })
  await db.accessToken.create({
    data: {
      tokenHash: new Uint8Array(createHash('sha256').update(accessToken).digest()),
      tokenFamilyId: family.id,
      createdAt,
      expiresAt: after(7_200),
    },
  })
  return { accessToken }
}
