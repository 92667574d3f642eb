import { frozenAssets, frozenEmail, readStored, type FrozenAsset } from '@pas/captures/frozen-email'
import { assetPackKey, frozenAssetsKey, frozenEmailKey } from '@pas/captures/storage-keys'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import type { Storage } from '@pas/storage/storage'
import type { FetchAsset } from './fetch-asset'
import { readStoredList } from './read-stored-list'

/** What was inside the message (`cid:`) that became an earlier version of an email. */
export interface EarlierParts {
  /** Pictures that the message's content did not refer to, as `FrozenEmail` lists them. */
  attachedImages: { url: string; name: string }[]
  /** Adds the message's parts to what `fetchAsset` can fetch. */
  withParts: (fetchAsset: FetchAsset) => FetchAsset
}

/**
 * The parts that the email `emailGuid` keeps of its message; none when it came as HTML and text, or is erased. Style
 * sheets are left out: they are kept with references to that email's own assets. Rejects with the storage's errors.
 */
export async function readEarlierParts(
  storage: Pick<Storage, 'get' | 'open'>,
  emailGuid: string,
): Promise<EarlierParts> {
  const [kept, content] = await Promise.all([
    readStoredList(storage, frozenAssetsKey(emailGuid), frozenAssets),
    storage.get(frozenEmailKey(emailGuid)),
  ])
  const parts = new Map(
    kept
      .filter((asset) => asset.url.startsWith('cid:') && !isStyleSheet(asset))
      .map((part) => [part.url, part]),
  )
  const { attachedImages = [] } = content ? readStored(frozenEmail, content.body) : {}
  return {
    attachedImages: attachedImages.filter(({ url }) => parts.has(url)),
    withParts:
      (fetchAsset) =>
      async (url, options = {}) => {
        const part = parts.get(url)
        if (!part) return fetchAsset(url, options)
        const { signal = new AbortController().signal, fetches, take } = options
        if (take?.(part.length) === false) return { refused: 'budget' }
        const read = (): Promise<Buffer | null> => readPart(storage, emailGuid, part)
        // In turn, as a fetch, because each part that is read takes memory.
        const body = await (fetches ? fetches.run(read, signal) : read()).catch(() => null)
        if (body) return { body, contentType: part.contentType, finalUrl: url }
        return { refused: signal.aborted ? 'budget' : 'connection' }
      },
  }
}

/** One part's bytes out of its pack, of which no more is kept in memory; null when the pack is gone. */
async function readPart(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  { pack, offset, length }: FrozenAsset,
): Promise<Buffer | null> {
  const opened = await storage.open(assetPackKey(emailGuid, pack))
  if (!opened) return null
  const end = offset + length
  const chunks: Buffer[] = []
  let position = 0
  for await (const chunk of opened.stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(Math.max(0, offset - position), Math.max(0, end - position)))
    position += chunk.length
    if (position >= end) break
  }
  const body = Buffer.concat(chunks)
  return body.length === length ? body : null
}
