import type { Preview } from '@pas/db/database'
import type { PictureSize } from './picture-sizes'

/** What of a preview's row says where its picture is stored. */
export type PictureRow = Pick<Preview, 'emailId' | 'imageToken' | 'namedByHash' | 'pictureSha256'>

/** The pictures of one email. Equal ones are stored once, under their hash. */
export const emailPicturesPrefix = (emailId: string): string => `captures/${emailId}/`

/** All sizes of one picture. */
export function picturePrefix({ emailId, imageToken, namedByHash, pictureSha256 }: PictureRow): string {
  return namedByHash && pictureSha256
    ? `${emailPicturesPrefix(emailId)}${Buffer.from(pictureSha256).toString('hex')}/`
    : `captures/${imageToken}/`
}

/** The prefix of the picture that an object belongs to. */
export function picturePrefixOf(key: string): string {
  const [, id = '', hash = '', ...rest] = key.split('/')
  return rest.length > 0 ? `${emailPicturesPrefix(id)}${hash}/` : `captures/${id}/`
}

export const pictureKey = (row: PictureRow, size: PictureSize): string => `${picturePrefix(row)}${size}.png`

/** The path at which the image service answers. */
export const picturePath = (imageToken: string, size: PictureSize): string =>
  `captures/${imageToken}/${size}.png`

/**
 * What differs between two pictures: the image service answers there, and nothing is stored. `baseId` is the row's id,
 * which only the owner is given: who knows the pictures' addresses can have none compared.
 */
export const differencePath = (headToken: string, baseId: string, form: 'json' | 'png'): string =>
  `captures/${headToken}/from/${baseId}.${form}`
