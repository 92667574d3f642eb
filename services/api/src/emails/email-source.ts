import type { FrozenEmail } from '@pas/captures/frozen-email'
import type { ReadMessage } from '@pas/messages/read-message'
import type { EmailReader } from '../reading/email-reader'
import type { FetchAsset } from '../assets/fetch-asset'
import { defaultBudgets, type AssetReader } from '../assets/freeze-assets'
import type { CreateEmailInput } from './schema'

/**
 * An email's content to be stored, and what `freezeAssets` needs: the HTML, how its references are found, and how each
 * is fetched.
 */
export interface EmailSource {
  content: FrozenEmail
  html: string | null
  emailReader: AssetReader
  fetchAsset: FetchAsset
}

/** Timeout of waiting for a thread and reading a message in it. Reading takes a second at most. */
const readTimeoutMs = 10_000

/**
 * The email, from the members that were sent or from the whole message `rawSource`. Rejects with an `UnreadEmailError`
 * or an `UnreadableMessageError`.
 */
export async function openEmailSource(
  { emailReader, fetchAsset }: { emailReader: EmailReader; fetchAsset: FetchAsset },
  {
    rawSource,
    ...members
  }: Omit<CreateEmailInput, 'endUserId' | 'reference' | 'revisionOf' | 'configurations'>,
): Promise<EmailSource> {
  if (rawSource === null) return { content: members, html: members.htmlText, emailReader, fetchAsset }
  const timeout = AbortSignal.timeout(readTimeoutMs)
  const message = await emailReader.readMessage(rawSource, 2 * defaultBudgets.maxAssets, timeout)
  const { references, assets, attachedImages, ...content } = message
  return {
    content: attachedImages.length > 0 ? { ...content, attachedImages } : content,
    // Not null for a message without HTML: `freezeAssets` freezes nothing for null, and attached pictures must be
    // frozen.
    html: content.htmlText ?? '',
    emailReader: { ...emailReader, findReferences: () => Promise.resolve(references) },
    fetchAsset: fetchFromMessage(assets, fetchAsset),
  }
}

/**
 * A `FetchAsset` that takes the message's own parts from the message, within the same budgets, and fetches everything
 * else.
 */
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
