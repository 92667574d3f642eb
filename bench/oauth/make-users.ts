import { randomUUID } from 'node:crypto'
import type { Installation } from './open-installation'

/** With a consent each, as real codes belong to different users. Resolves to their ids. */
export async function makeUsers({ db, applicationId, user }: Installation, count: number): Promise<number[]> {
  const { accountId, passwordHash } = user
  const mark = randomUUID()
  const createdAt = new Date()
  await db.user.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      accountId,
      passwordHash,
      email: `${mark}-${index}@example.com`,
      firstName: 'Bench',
      lastName: String(index),
      createdAt,
    })),
  })
  const users = await db.user.findMany({ where: { email: { startsWith: mark } }, select: { id: true } })
  await db.consent.createMany({
    data: users.map(({ id }) => ({
      userId: id,
      oauthApplicationId: applicationId,
      scope: 'full',
      createdAt,
    })),
  })
  return users.map(({ id }) => id)
}
