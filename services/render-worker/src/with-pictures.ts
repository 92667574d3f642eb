import { assetOrigin } from '@pas/captures/frozen-email'
import type { ServedAsset } from './served-asset'

/** Bytes of one picture, and of all. A longer text costs an engine's parser more than a request would. */
const maxPictureLength = 256 * 1024
const maxLength = 2 * 1024 * 1024

/** Nothing that would end an attribute's value or a `url()`. */
const pictureType = /^image\/[a-z0-9.+-]+$/

/**
 * The document with its pictures in place of their addresses, as `data:` addresses, so that the engine need not ask for them: ten pictures were
 * a tenth of a capture's processor time in Chromium 156. Those that stand in it once, are small and have come by now; every other one keeps its
 * address. `find` is asked by the id in an address.
 */
export async function withPictures(
  html: string,
  find: (id: string) => ServedAsset | undefined,
): Promise<string> {
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
    pictures.set(id, `data:${asset.contentType};base64,${body.toString('base64')}`)
  }
  return pictures.size === 0
    ? html
    : html.replace(addresses, (address, id: string) => pictures.get(id) ?? address)
}

/** Null for what is still on its way, or does not come. */
const ifThere = (body: Promise<Buffer | null>): Promise<Buffer | null> =>
  Promise.race([body, Promise.resolve(null)]).catch(() => null)
