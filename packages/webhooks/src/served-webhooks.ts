import { Prisma } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'

/** The rows `w` of `webhooks`, with the rows that `isServed` reads. */
export const webhooksAndGivers = Prisma.sql`
  webhooks w
  JOIN accounts a ON a.id = w.account_id
  LEFT JOIN users u ON u.id = w.user_id
  LEFT JOIN oauth_applications o ON o.id = w.oauth_application_id
  LEFT JOIN accounts oa ON oa.id = o.account_id`

const areGiversActive = Prisma.sql`
  a.disabled_at IS NULL AND u.disabled_at IS NULL AND o.disabled_at IS NULL AND oa.disabled_at IS NULL`

/**
 * SQL condition: the endpoint is enabled, and so are its account, the user and the application that made it, and the
 * application's account.
 */
export const isServed = Prisma.sql`w.disabled_at IS NULL AND ${areGiversActive}`

/** Whether its account, user or application is disabled, so that nothing is sent to it. */
export async function isGiverDisabled({ db }: DbDeps, id: string): Promise<boolean> {
  const active = await db.$queryRaw<unknown[]>`
    SELECT FROM ${webhooksAndGivers} WHERE w.id = ${id}::uuid AND ${areGiversActive}`
  return active.length === 0
}
