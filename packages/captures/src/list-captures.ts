import { Prisma, type Preview } from '@pas/db/database'
import { readInPages } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import type { CaptureFailure } from './capture-state'

const openCaptureStatuses = ['pending', 'capturing', 'failed'] as const

export type ListedCapture = Pick<
  Preview,
  | ('id' | 'emailId' | 'accountId' | 'emailClient' | 'orientation' | 'images' | 'engine' | 'attempt')
  | ('requestedAt' | 'failedAt')
> & { status: (typeof openCaptureStatuses)[number]; failure: CaptureFailure | null }

export interface CaptureFilter {
  accountId?: number | undefined
  emailId?: string | undefined
  status?: ListedCapture['status'] | undefined
  /** Failed at this time or later; while a capture has not failed, requested then. */
  since?: Date | undefined
}

/** Without captured ones. Oldest request first, behind `after`, in pages. */
export const readCaptures = (
  { db }: DbDeps,
  { accountId, emailId, status, since }: CaptureFilter,
  part: { after: Pick<ListedCapture, 'id' | 'requestedAt'> | null; limit?: number | undefined },
): AsyncGenerator<ListedCapture[]> =>
  readInPages(part, ({ after, take }) => {
    const conditions = [
      Prisma.sql`status = ANY(${status ? [status] : [...openCaptureStatuses]}::"PreviewStatus"[])`,
      ...(accountId === undefined ? [] : [Prisma.sql`account_id = ${accountId}`]),
      ...(emailId === undefined ? [] : [Prisma.sql`email_id = ${emailId}::uuid`]),
      ...(since === undefined ? [] : [Prisma.sql`coalesce(failed_at, requested_at) >= ${since}`]),
      ...(after ? [Prisma.sql`(requested_at, id) > (${after.requestedAt}, ${after.id}::uuid)`] : []),
    ]
    return db.$queryRaw<ListedCapture[]>`
      SELECT id, email_id AS "emailId", account_id AS "accountId", email_client AS "emailClient", orientation,
             images, engine, attempt, requested_at AS "requestedAt", failed_at AS "failedAt", status, failure
        FROM previews WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY requested_at, id LIMIT ${take}`
  })

export const findCapture = (
  { db }: DbDeps,
  id: string,
): Promise<Pick<ListedCapture, 'id' | 'requestedAt'> | null> =>
  db.preview.findUnique({ where: { id }, select: { id: true, requestedAt: true } })
