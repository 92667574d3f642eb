import type { Preview, Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailRows } from '@pas/emails/email-rows'
import { previewLifetimeMs } from './lifetimes'
import type { PictureRow } from './storage-keys'

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
  | 'drawnBy'
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
  drawnBy: true,
  pictureSha256: true,
  namedByHash: true,
  failure: true,
} as const satisfies Record<keyof (ListedPreview & PictureRow), true>

/** Previews of `emailIds`, and `previewIds` whose email is in `among`; without those captured over 180 days ago. */
export function listPreviews(
  { db, clock }: RowDeps,
  which: PreviewSelection,
): Promise<(ListedPreview & PictureRow)[]> {
  const oldest = new Date(clock.now().getTime() - previewLifetimeMs)
  return db.preview.findMany({
    select: columns,
    where: {
      ...whereSelected(which),
      // Not `NOT (captured_at <= oldest)`, which is null for a preview without a picture.
      AND: { OR: [{ capturedAt: null }, { capturedAt: { gt: oldest } }] },
    },
  })
}

interface PreviewSelection {
  emailIds: string[]
  previewIds?: string[]
  among?: string[]
}

function whereSelected({
  emailIds,
  previewIds = [],
  among = [],
}: PreviewSelection): Prisma.PreviewWhereInput {
  const ofEmails = { emailId: { in: emailIds } }
  const singly = { id: { in: previewIds }, emailId: { in: among } }
  if (previewIds.length === 0) return ofEmails
  return emailIds.length === 0 ? singly : { OR: [ofEmails, singly] }
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
