import { fieldsOf, isOfEveryCopy } from '@pas/email-checks/headers/header-fields'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import { listAssets } from '@pas/emails/asset-lists'
import { readContent } from '@pas/emails/email-content'
import { assetUrl, type FailedAsset } from '@pas/emails/frozen-email'
import { readAsset } from '@pas/emails/read-asset-packs'
import type { Storage } from '@pas/storage/storage'
import type { AccountReader } from '../emulation/email-reader'
import type { FetchAsset } from './fetch-asset'

export interface EarlierParts {
  /** Pictures that the message's content did not refer to, as `FrozenEmail` lists them. */
  attachedImages: { url: string; name: string }[]
  /** See `FrozenEmail`; undefined if that email did not come as a message. */
  keptHeader: string | undefined
  /** Adds what the earlier version keeps to what `fetchAsset` can fetch. */
  withParts: (fetchAsset: FetchAsset) => FetchAsset
}

/**
 * The parts that the email `emailGuid` keeps of its message (`cid:`) but for its style sheets, or with `isWhole` all
 * that it shows; nothing when it is erased. A style sheet is kept with references to that email's own assets, which are
 * undone; one that refers to something that was not kept is fetched anew, because its kept copy has no address for that.
 * Rejects with the storage's errors.
 */
export async function readEarlierParts(
  storage: Storage,
  emailReader: AccountReader,
  emailGuid: string,
  isWhole: boolean,
): Promise<EarlierParts> {
  const [{ kept, failed }, content] = await Promise.all([
    listAssets(storage, emailGuid),
    readContent(storage, emailGuid),
  ])
  const parts = new Map(
    kept
      .filter((asset) => isWhole || (asset.url.startsWith('cid:') && !isStyleSheet(asset)))
      .map((part) => [part.url, part]),
  )
  // What a style sheet refers to has the place of the style sheet.
  const incomplete = new Set(failed.map(({ where }) => placeKey(where)))
  const originals = new Map([
    ...kept.map(({ id, url }): [string, string] => [assetUrl(id), url]),
    [missingReference, unloadable],
  ])
  const { attachedImages = [], structure, keptHeader } = content ?? {}
  return {
    keptHeader: structure ? headerToKeep(structure.header) : keptHeader,
    attachedImages: attachedImages.filter(({ url }) => parts.has(url)),
    withParts:
      (fetchAsset) =>
      async (url, options = {}) => {
        const part = parts.get(url)
        if (!part) return fetchAsset(url, options)
        if (isStyleSheet(part) && part.where && incomplete.has(placeKey(part.where))) {
          const fetched = await fetchAsset(url, options)
          if (!('refused' in fetched)) return fetched
        }
        const { signal = new AbortController().signal, fetches, take } = options
        if (take?.(part.length) === false) return { refused: 'budget' }
        const read = async (): Promise<Buffer | null> => {
          const body = await readAsset(storage, emailGuid, part)
          if (!body || !isStyleSheet(part)) return body
          const css = await emailReader.rewriteStyleSheet({ css: body.toString(), url }, originals, signal)
          return Buffer.from(css)
        }
        // In turn, as a fetch, because each part that is read takes memory.
        const body = await (fetches ? fetches.run(read, signal) : read()).catch(() => null)
        if (body) return { body, contentType: part.contentType, finalUrl: url }
        return { refused: signal.aborted ? 'budget' : 'connection' }
      },
  }
}

/** Fields that a new version has of its own. */
const ownFields: ReadonlySet<string> = new Set(['from', 'subject'])

const headerToKeep = (header: string): string =>
  fieldsOf(header)
    .filter(({ name }) => isOfEveryCopy(name) && !ownFields.has(name))
    .map(({ span }) => header.slice(span.start, span.end))
    .join('\r\n')

/** An address in a style sheet that nothing fetches, and that is no lost asset. */
const unloadable = 'about:invalid'

const placeKey = (where: FailedAsset['where']): string => (where ? `${where.line}:${where.column}` : '')
