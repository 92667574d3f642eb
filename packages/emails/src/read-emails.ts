import { Prisma, type Email } from '@pas/db/database'
import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import { z } from 'zod'

/** Without what the email says, and who sent it. */
const columns = {
  id: true,
  accountId: true,
  oauthApplication: { select: { clientId: true } },
  userId: true,
  endUserId: true,
  reference: true,
  inbox: true,
  revisionOf: true,
  createdAt: true,
  expiresAt: true,
  contentErasedAt: true,
  assetsDueAt: true,
} as const satisfies Prisma.EmailSelect

export type EmailRow = Prisma.EmailGetPayload<{ select: typeof columns }>

export interface EmailRowFilter {
  accountId?: number | undefined
  reference?: string | undefined
  inbox?: string | undefined
  since?: Date | undefined
}

/** Account by account, oldest first, as the index has them; behind `after`, in pages. */
export const readEmails = (
  { db }: DbDeps,
  { accountId, reference, inbox, since }: EmailRowFilter,
  part: { after: Pick<Email, 'accountId' | 'createdAt' | 'id'> | null; limit?: number | undefined },
): AsyncGenerator<EmailRow[]> =>
  readInPages<Pick<Email, 'accountId' | 'createdAt' | 'id'> | null, EmailRow>(
    part,
    async ({ after, take }) => {
      const conditions = [
        ...(accountId === undefined ? [] : [Prisma.sql`account_id = ${accountId}`]),
        ...(reference === undefined ? [] : [Prisma.sql`reference = ${reference}`]),
        ...(inbox === undefined ? [] : [Prisma.sql`inbox = ${inbox}`]),
        ...(since === undefined ? [] : [Prisma.sql`created_at >= ${since}`]),
        ...(after
          ? [
              Prisma.sql`(account_id, created_at, id) > (${after.accountId}, ${after.createdAt}, ${after.id}::uuid)`,
            ]
          : []),
      ]
      const found = await db.$queryRaw<Pick<Email, 'id'>[]>`
      SELECT id FROM emails WHERE ${Prisma.join([Prisma.sql`true`, ...conditions], ' AND ')}
       ORDER BY account_id, created_at, id LIMIT ${take}`
      return db.email.findMany({
        where: { id: { in: found.map(({ id }) => id) } },
        select: columns,
        orderBy: [{ accountId: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
      })
    },
  )

/** By guid, or by the reference of any account. At most `limit`. */
export async function findEmailsNamed(
  { db }: DbDeps,
  guidOrReference: string,
  limit: number,
): Promise<EmailRow[]> {
  const isGuid = z.guid().safeParse(guidOrReference).success
  const byGuid = isGuid ? await db.email.findFirst({ where: { id: guidOrReference }, select: columns }) : null
  if (byGuid) return [byGuid]
  return db.email.findMany({ where: { reference: guidOrReference }, select: columns, take: limit })
}
