import type { AttachedImage } from '@pas/email-clients/engine/emulated-document'
import { assetType, hasDrawableSize, isRaster } from './asset-type'
import { isText } from './message-body'
import type { MessagePart } from './message-part'

export interface MessageAsset {
  /** `cid:` and the Content-ID, or an invented one when it is missing or not unique. */
  url: string
  contentType: string
  contentLocation: string | null
  body: Buffer
  part: MessagePart
}

/** A message with more is a photo album, and its capture is cut off anyway. */
const maxAttachedImages = 100

const imageFileName = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i

/**
 * `assets`: each with its own URL and the type of its bytes. `images`: the pictures among them, which clients show
 * below the message when nothing refers to them.
 */
export function messageAssets(root: MessagePart): { assets: MessageAsset[]; images: AttachedImage[] } {
  const assets = new Map<string, MessageAsset>()
  const images: AttachedImage[] = []
  for (const part of leavesOf(root)) {
    const { body, contentType: declared, charset, contentId, contentLocation, fileName } = part
    if (body.length === 0 || (isText(part) && !part.isAttachment)) continue
    const contentType = assetType(body, charset === null ? declared : `${declared}; charset=${charset}`)
    if (contentType === null) continue
    const hasPixels = isRaster(contentType)
    if (hasPixels && !hasDrawableSize(body)) continue
    const sentUrl = contentId === null ? null : `cid:${contentId}`
    const url = sentUrl === null || assets.has(sentUrl) ? `cid:${assets.size}@message.invalid` : sentUrl
    assets.set(url, { url, contentType, contentLocation, body, part })
    // Clients show a picture only when its type or its name says that it is one.
    if (hasPixels && (declared.startsWith('image/') || imageFileName.test(fileName)))
      images.push({ url, name: fileName })
  }
  return { assets: [...assets.values()], images: images.slice(0, maxAttachedImages) }
}

function leavesOf(root: MessagePart): MessagePart[] {
  const leaves: MessagePart[] = []
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.parts.length === 0) leaves.push(part)
    waiting.push(...part.parts.toReversed())
  }
  return leaves
}
