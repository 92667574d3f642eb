import type { Preview } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'

export type PreviewKey = Pick<Preview, 'emailId' | 'emailClient' | 'orientation' | 'images'>

export const findPreview = (
  { db }: DbDeps,
  { emailId, emailClient, orientation, images }: PreviewKey,
): Promise<Preview | null> =>
  db.preview.findUnique({
    where: { emailId_emailClient_orientation_images: { emailId, emailClient, orientation, images } },
  })

export const findPreviews = ({ db }: DbDeps, previewIds: string[]): Promise<Preview[]> =>
  db.preview.findMany({ where: { id: { in: previewIds } } })

export const isPreviewThere = async ({ db }: DbDeps, previewId: string): Promise<boolean> =>
  (await db.preview.count({ where: { id: previewId } })) > 0

export const findByImageToken = (
  { db }: DbDeps,
  imageToken: string,
): Promise<Pick<Preview, 'id' | 'accountId' | 'status' | 'attempt' | 'capturedAt'> | null> =>
  db.preview.findUnique({
    where: { imageToken },
    select: { id: true, accountId: true, status: true, attempt: true, capturedAt: true },
  })

/** What a picture shows. */
export const findPictureOf = (
  { db }: DbDeps,
  previewId: string,
): Promise<(PreviewKey & Pick<Preview, 'imageToken'>) | null> =>
  db.preview.findUnique({
    where: { id: previewId },
    select: { emailId: true, emailClient: true, orientation: true, images: true, imageToken: true },
  })

export async function findKnownImageTokens({ db }: DbDeps, imageTokens: string[]): Promise<string[]> {
  const rows = await db.preview.findMany({
    where: { imageToken: { in: imageTokens } },
    select: { imageToken: true },
  })
  return rows.map(({ imageToken }) => imageToken)
}

export async function findAttempt({ db }: DbDeps, previewId: string): Promise<number | null> {
  const row = await db.preview.findUnique({ where: { id: previewId }, select: { attempt: true } })
  return row?.attempt ?? null
}

export async function findAccountIds({ db }: DbDeps, previewIds: string[]): Promise<number[]> {
  const rows = await db.preview.findMany({
    where: { id: { in: previewIds } },
    select: { accountId: true },
    distinct: 'accountId',
  })
  return rows.map(({ accountId }) => accountId)
}
