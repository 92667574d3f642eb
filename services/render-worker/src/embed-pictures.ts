import { assetOrigin } from '@pas/emails/frozen-email'
import type { ServedAsset } from './load-email'

/** More than any newsletter has. */
const maxHtmlLength = 1_000_000
/** Bytes, of one picture and of all: parsing more costs more than the requests it saves. */
const maxPictureBytes = 256 * 1024
const maxBytes = 2 * 1024 * 1024

/** No character of these would end an attribute's value or a `url()`. */
const pictureType = /^image\/[a-z0-9.+-]+$/

/**
 * Saves requests: ten took a tenth of a capture's processor time (Chromium 156). `documentId` makes URLs differ,
 * because Blink paints an image differently that it has decoded before (`prepared-page`).
 */
export async function embedPictures(
  html: string,
  documentId: string,
  findAsset: (id: string) => ServedAsset | undefined,
): Promise<string> {
  if (html.length > maxHtmlLength) return html
  const addresses = new RegExp(`${assetOrigin.replaceAll('.', '\\.')}/([\\w-]+)`, 'g')
  const useCounts = new Map<string, number>()
  for (const [, id = ''] of html.matchAll(addresses)) useCounts.set(id, (useCounts.get(id) ?? 0) + 1)
  const pictures = new Map<string, string>()
  let bytes = 0
  for (const [id, useCount] of useCounts) {
    // A picture that is used twice would be embedded and parsed twice.
    const asset = useCount === 1 ? findAsset(id) : undefined
    if (!asset || !pictureType.test(asset.contentType)) continue
    const body = await bodyIfRead(asset.body)
    if (!body || body.length > maxPictureBytes || bytes + body.length > maxBytes) continue
    bytes += body.length
    pictures.set(id, `data:${asset.contentType};document=${documentId};base64,${body.toString('base64')}`)
  }
  return pictures.size === 0
    ? html
    : html.replace(addresses, (address, id: string) => pictures.get(id) ?? address)
}

/** Null when the asset is still being read or cannot be read. */
const bodyIfRead = (body: Promise<Buffer | null>): Promise<Buffer | null> =>
  Promise.race([body, Promise.resolve(null)]).catch(() => null)
