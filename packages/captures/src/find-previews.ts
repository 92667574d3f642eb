import type { Preview } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import { z } from 'zod'
import { emailPicturesPrefix, picturePrefix } from './storage-keys'

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

const columnsOfPicture = {
  id: true,
  accountId: true,
  status: true,
  attempt: true,
  capturedAt: true,
  emailId: true,
  imageToken: true,
  namedByHash: true,
  pictureSha256: true,
} as const

export const findByImageToken = (
  { db }: DbDeps,
  imageToken: string,
): Promise<Pick<Preview, keyof typeof columnsOfPicture> | null> =>
  db.preview.findUnique({ where: { imageToken }, select: columnsOfPicture })

/** What a picture shows. */
export const findPictureOf = (
  { db }: DbDeps,
  previewId: string,
): Promise<(PreviewKey & Pick<Preview, 'imageToken'>) | null> =>
  db.preview.findUnique({
    where: { id: previewId },
    select: { emailId: true, emailClient: true, orientation: true, images: true, imageToken: true },
  })

/** Resolves to those of `prefixes` that a preview names; each is below `captures/`. */
export async function findNamedPrefixes({ db }: DbDeps, prefixes: readonly string[]): Promise<string[]> {
  const ids = prefixes.map((prefix) => prefix.split('/')[1] ?? '')
  const rows = await db.preview.findMany({
    where: {
      OR: [
        { imageToken: { in: ids } },
        { emailId: { in: ids.filter((id) => z.guid().safeParse(id).success) } },
      ],
    },
    select: { emailId: true, imageToken: true, namedByHash: true, pictureSha256: true },
  })
  const named = new Set(rows.flatMap((row) => [picturePrefix(row), emailPicturesPrefix(row.emailId)]))
  return prefixes.filter((prefix) => named.has(prefix))
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
