import type { Preview } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailRows } from '@pas/emails/email-rows'
import { previewLifetimeMs } from './lifetimes'

export type ListedPreview = Pick<
  Preview,
  | 'id'
  | 'emailId'
  | 'emailClient'
  | 'orientation'
  | 'images'
  | 'status'
  | 'imageToken'
  | 'requestedAt'
  | 'capturedAt'
  | 'width'
  | 'height'
  | 'truncated'
  | 'pictureSha256'
  | 'failure'
>

const columns = {
  id: true,
  emailId: true,
  emailClient: true,
  orientation: true,
  images: true,
  status: true,
  imageToken: true,
  requestedAt: true,
  capturedAt: true,
  width: true,
  height: true,
  truncated: true,
  pictureSha256: true,
  failure: true,
} as const satisfies Record<keyof ListedPreview, true>

/** Unordered, without those captured more than 180 days ago. `among`: the emails of `previewIds`. */
export function listPreviews(
  { db, clock }: RowDeps,
  { emailIds, previewIds = [], among = [] }: { emailIds: string[]; previewIds?: string[]; among?: string[] },
): Promise<ListedPreview[]> {
  const ofEmails = { emailId: { in: emailIds } }
  const single = { id: { in: previewIds }, emailId: { in: among } }
  const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
  return db.preview.findMany({
    select: columns,
    where: {
      ...(previewIds.length === 0 ? ofEmails : emailIds.length === 0 ? single : { OR: [ofEmails, single] }),
      // Not `NOT (captured_at <= oldest)`, which is null for a preview without a picture.
      AND: { OR: [{ capturedAt: null }, { capturedAt: { gt: oldest } }] },
    },
  })
}

export interface PreviewCounts {
  emailId: string
  waiting: number
  captured: number
  failed: number
}

export function countPreviews({ db, clock }: RowDeps, emailIds: readonly string[]): Promise<PreviewCounts[]> {
  const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
  return db.$queryRaw<PreviewCounts[]>`
    SELECT e.id AS "emailId",
           count(*) FILTER (WHERE p.status IN ('pending', 'capturing'))::int AS waiting,
           count(*) FILTER (WHERE p.status = 'captured' AND p.captured_at > ${oldest})::int AS captured,
           count(*) FILTER (WHERE p.status = 'failed')::int AS failed
      FROM ${emailRows} LEFT JOIN previews p ON p.email_id = e.id
     WHERE e.id = ANY(${emailIds}::uuid[]) GROUP BY e.id`
}
