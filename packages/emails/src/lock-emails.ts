import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import type { EmailsOwner, Uploader } from './find-emails'

/** Emails are ordered by time, then by id. */
export interface Position {
  at: Date
  id: string
}

export interface Batch {
  after: Position
  limit: number
}

const columns = {
  expiry: Prisma.sql`expires_at`,
  erasure: Prisma.sql`content_erased_at`,
  upload: Prisma.sql`created_at`,
}

/** `which` is an SQL condition on `emails e`. Skips emails that another run has locked. */
export const lockEmails = (
  { db }: DbDeps,
  orderedBy: keyof typeof columns,
  which: Prisma.Sql,
  batch: Batch,
): Promise<Position[]> => db.$queryRaw`${selectBatch(orderedBy, which, batch)} FOR UPDATE SKIP LOCKED`

/** Oldest first. Waits for locked emails, so that none is left out. */
export const lockEmailsOf = ({ db }: DbDeps, owner: EmailsOwner, batch: Batch): Promise<Position[]> =>
  db.$queryRaw`${selectBatch('upload', isOf(owner), batch)} FOR UPDATE`

const selectBatch = (
  orderedBy: keyof typeof columns,
  which: Prisma.Sql,
  { after, limit }: Batch,
): Prisma.Sql => Prisma.sql`
  SELECT id, ${columns[orderedBy]} AS at FROM emails e
   WHERE ${which} AND (${columns[orderedBy]}, id) > (${after.at}, ${after.id}::uuid)
   ORDER BY ${columns[orderedBy]}, id LIMIT ${limit}`

/** Erases also what the rows say about the content. */
export async function markErased({ db, clock }: RowDeps, emailIds: readonly string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE emails
       SET content_erased_at = ${clock.now()}, subject = NULL, from_address = NULL, title = NULL, preheader = NULL,
           recipients = '{}'
     WHERE id = ANY(${emailIds}::uuid[])`
}

/** Changes up to `limit` emails. */
export const detachEmails = ({ db }: DbDeps, uploader: Uploader, limit: number): Promise<number> =>
  db.$executeRaw`
    UPDATE emails SET ${columnOf(uploader)} = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM emails WHERE ${isOf(uploader)} ORDER BY id LIMIT ${limit} FOR UPDATE))`

const columnOf = (uploader: Uploader): Prisma.Sql =>
  'userId' in uploader ? Prisma.sql`user_id` : Prisma.sql`oauth_application_id`

function isOf(owner: EmailsOwner): Prisma.Sql {
  if ('accountId' in owner) return Prisma.sql`account_id = ${owner.accountId}`
  if ('userId' in owner) return Prisma.sql`user_id = ${owner.userId}`
  return Prisma.sql`oauth_application_id = ${owner.oauthApplicationId}`
}
