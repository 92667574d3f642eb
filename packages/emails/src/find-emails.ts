import type { Email, Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { takesCapturesWhere } from './email-rows'

export interface EmailKey {
  id: string
  accountId?: number
}

export type Uploader = { userId: number } | { oauthApplicationId: number }

export type EmailsOwner = { accountId: number } | Uploader

export const findEmail = ({ db }: DbDeps, key: EmailKey): Promise<Email | null> =>
  // Not `findUnique`: Prisma batches parallel calls of it or, with conditions, runs them one after the other.
  db.email.findFirst({ where: { ...key } })

/** Ids of the newest email of each account that has one. */
export async function findNewestEmails(
  { db }: DbDeps,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.$queryRaw<{ accountId: number; id: string }[]>`
    SELECT account_id AS "accountId", newest.id
      FROM unnest(${accountIds}::int[]) AS account_id
      JOIN LATERAL (SELECT e.id FROM emails e WHERE e.account_id = account_id.account_id
                     ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS newest ON true`
  return new Map(rows.map(({ accountId, id }) => [accountId, id]))
}

export const findOpenEmail = ({ db, clock }: RowDeps, key: EmailKey): Promise<Email | null> =>
  db.email.findFirst({ where: { ...key, ...takesCapturesWhere(clock.now()) } })

/** Locks until the transaction ends; false when the account has no such email. */
export async function lockEmail({ db }: DbDeps, { id, accountId }: Required<EmailKey>): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id FROM emails WHERE id = ${id}::uuid AND account_id = ${accountId} FOR UPDATE`
  return rows.length > 0
}

export const countEmails = ({ db }: DbDeps, owner: EmailsOwner): Promise<number> =>
  db.email.count({ where: owner })

export async function filterEmails(
  { db }: DbDeps,
  emailIds: readonly string[],
  which: Prisma.Sql,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM emails e WHERE id = ANY(${emailIds}::uuid[]) AND ${which}`
  return rows.map(({ id }) => id)
}
