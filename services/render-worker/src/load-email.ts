import type { Images } from '@pas/email-clients/email-client'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { listKeptAssets } from '@pas/emails/asset-lists'
import { getContentBytes, getMessage } from '@pas/emails/email-content'
import { assetUrl, type FrozenAsset, readFrozenEmail } from '@pas/emails/frozen-email'
import { PackReader } from '@pas/emails/read-asset-packs'
import type { Storage } from '@pas/storage/storage'
import { CaptureError } from './errors'
import { awaitStorageUntil, fromStorage, translateStorageError } from './from-storage'

export interface ServedAsset {
  id: string
  contentType: string
  /** Resolves to null when storage lacks it; rejects when it cannot be read. */
  body: Promise<Buffer | null>
}

export interface InlinePart {
  url: string
  contentType: string
  /** Null when storage has no such object; rejects with a `CaptureError` when storage is unavailable. */
  readBody(): Promise<Buffer | null>
}

export interface LoadedEmail {
  content: EmailContent
  bytes: number
  assets: ServedAsset[]
  /** These are not remote: `images: blocked` does not remove them. */
  parts: InlinePart[]
  /** Maps URLs to the asset origin's. */
  assetUrls: ReadonlyMap<string, string>
  /** As it was sent. Null for an email sent as members; rejects with a `CaptureError`. */
  readMessage(): Promise<Buffer | null>
  /** Maps URLs to texts; those that cannot be read are left out. */
  readStyleSheets(): Promise<ReadonlyMap<string, string>>
  /**
   * Throws `storage_unavailable` or `content_damaged` when an asset could not be read, because a picture without it
   * would be kept. With `isOver` (after a timeout) also when one is still being read.
   */
  assertRead(options: { isOver: boolean }): void
}

/**
 * Rejects with a `CaptureError`: `content_gone` (erased), `content_damaged` (not parsed) or `storage_unavailable`
 * (failed, or late when `signal` aborts).
 */
export async function loadEmail(
  storage: Pick<Storage, 'get'>,
  emailId: string,
  images: Images,
  signal: AbortSignal,
): Promise<LoadedEmail> {
  const stored = await awaitStorageUntil(fromStorage(readStoredEmail(storage, emailId)), signal)
  if (!stored) throw new CaptureError('content_gone', 'the email has no content any more')
  const { assets, ...contents } = stored
  const packs = new PackReader(storage, emailId)
  return {
    ...contents,
    assertRead: ({ isOver }) => assertRead(packs, isOver),
    assets: assets
      .filter((asset) => mayShow(asset, images))
      .map((asset) => toServedAsset(asset, packs.read(asset))),
    parts: assets
      .filter(({ url }) => isPart(url))
      .map((asset) => ({
        url: asset.url,
        contentType: asset.contentType,
        readBody: () => fromStorage(packs.read(asset)),
      })),
    readMessage: () => fromStorage(getMessage(storage, emailId)),
    readStyleSheets: () => readStyleSheets(assets, packs),
    assetUrls: new Map(assets.map(({ url, id }) => [url, assetUrl(id)])),
  }
}

async function readStoredEmail(storage: Pick<Storage, 'get'>, emailId: string) {
  const [body, assets] = await Promise.all([
    getContentBytes(storage, emailId),
    listKeptAssets(storage, emailId),
  ])
  if (!body) return null
  const bytes = assets.reduce((sum, { length }) => sum + length, body.length)
  return { content: readFrozenEmail(body), bytes, assets }
}

/** Where the client blocks images, fetched ones are not served, even if a profile leaves them in. */
const mayShow = ({ url, contentType }: FrozenAsset, images: Images): boolean =>
  images === 'allowed' || !contentType.startsWith('image/') || isPart(url)

const isPart = (url: string): boolean => url.startsWith('cid:')

/** Read while the email is emulated. The asset origin awaits it, and answers 404 when reading fails. */
function toServedAsset({ id, contentType }: FrozenAsset, body: Promise<Buffer | null>): ServedAsset {
  body.catch(() => undefined)
  return { id, contentType, body }
}

async function readStyleSheets(
  assets: readonly FrozenAsset[],
  packs: PackReader,
): Promise<ReadonlyMap<string, string>> {
  const texts = assets
    .filter(isStyleSheet)
    .map(async (asset) => [asset.url, (await packs.read(asset).catch(() => null))?.toString('utf8')] as const)
  return new Map(
    (await Promise.all(texts)).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function assertRead({ unread, failure }: PackReader, isOver: boolean): void {
  if (failure === null && !(isOver && unread > 0)) return
  throw (
    translateStorageError(failure) ??
    new CaptureError('storage_unavailable', 'an asset could not be read', { cause: failure })
  )
}
