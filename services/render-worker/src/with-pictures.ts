import { assetOrigin } from '@pas/emails/frozen-email'
import type { ServedAsset } from './load-email'

/** More than any newsletter has. */
const maxHtmlLength = 1_000_000
/** Parsing more, of one picture or of all, costs more than the requests it saves. */
const maxPictureLength = 256 * 1024
const maxLength = 2 * 1024 * 1024

/** No character of these would end an attribute's value or a `url()`. */
const pictureType = /^image\/[a-z0-9.+-]+$/

/**
 * Requests for ten pictures took a tenth of a capture's processor time (Chromium 156). `documentId` makes URLs differ:
 * Blink paints an image differently that it has decoded before (`prepared-page`).
 */
export async function withPictures(
  html: string,
  documentId: string,
  find: (id: string) => ServedAsset | undefined,
): Promise<string> {
  if (html.length > maxHtmlLength) return html
  const addresses = new RegExp(`${assetOrigin.replaceAll('.', '\\.')}/([\\w-]+)`, 'g')
  const uses = new Map<string, number>()
  for (const [, id = ''] of html.matchAll(addresses)) uses.set(id, (uses.get(id) ?? 0) + 1)
  const pictures = new Map<string, string>()
  let length = 0
  for (const [id, count] of uses) {
    const asset = count === 1 ? find(id) : undefined
    if (!asset || !pictureType.test(asset.contentType)) continue
    const body = await ifThere(asset.body)
    if (!body || body.length > maxPictureLength || length + body.length > maxLength) continue
    length += body.length
    pictures.set(id, `data:${asset.contentType};document=${documentId};base64,${body.toString('base64')}`)
  }
  return pictures.size === 0
    ? html
    : html.replace(addresses, (address, id: string) => pictures.get(id) ?? address)
}

/** Null when the asset is still being read or cannot be read. */
const ifThere = (body: Promise<Buffer | null>): Promise<Buffer | null> =>
  Promise.race([body, Promise.resolve(null)]).catch(() => null)
