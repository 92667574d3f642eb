import type { FrozenEmail } from '@pas/captures/frozen-email'
import type { ReadMessage } from '@pas/messages/read-message'
import type { EmailReader } from './email-reader'
import type { FetchAsset } from './fetch-asset'
import { defaultBudgets } from './freeze-assets'
import type { CreateEmailInput } from './schema'

/** An email's content, and for `freezeAssets` what it refers to and where that is had. */
export interface EmailSource {
  content: FrozenEmail
  html: string | null
  emailReader: Omit<EmailReader, 'readMessage' | 'close'>
  fetchAsset: FetchAsset
}

/** The longest that a message waits for a thread and is read in it: any is read in a second. */
const readTimeoutMs = 10_000

/** The email as it was sent in members, or out of the whole message. Rejects with an `UnreadEmailError` or an `UnreadableMessageError`. */
export async function openEmailSource(
  { emailReader, fetchAsset }: { emailReader: EmailReader; fetchAsset: FetchAsset },
  { rawSource, ...members }: Omit<CreateEmailInput, 'endUserId' | 'configurations'>,
): Promise<EmailSource> {
  if (rawSource === null) return { content: members, html: members.htmlText, emailReader, fetchAsset }
  const timeout = AbortSignal.timeout(readTimeoutMs)
  const message = await emailReader.readMessage(rawSource, defaultBudgets.maxAssets, timeout)
  const { references, assets, attachedImages, ...content } = message
  return {
    content: attachedImages.length > 0 ? { ...content, attachedImages } : content,
    // Attached pictures are referred to without any HTML.
    html: content.htmlText ?? '',
    emailReader: { ...emailReader, findReferences: () => Promise.resolve(references) },
    fetchAsset: fetchFromMessage(assets, fetchAsset),
  }
}

/** Has the message's own parts from the message, inside the same budgets, and everything else from outside. */
function fetchFromMessage(assets: ReadMessage['assets'], fetchAsset: FetchAsset): FetchAsset {
  const assetByUrl = new Map(assets.map((asset) => [asset.url, asset]))
  return async (url, options = {}) => {
    const asset = assetByUrl.get(url)
    if (!asset) return fetchAsset(url, options)
    const { body, contentType } = asset
    if (options.take?.(body.byteLength) === false) return { refused: 'budget' }
    return { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), contentType, finalUrl: url }
  }
}
