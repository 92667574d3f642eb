import { fieldsOf, isOfEveryCopy } from '@pas/email-checks/headers/header-fields'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import { listAssets } from '@pas/emails/asset-lists'
import { readContent } from '@pas/emails/email-content'
import { assetUrl, type FailedAsset, type FrozenAsset, type FrozenEmail } from '@pas/emails/frozen-email'
import { readAsset } from '@pas/emails/read-asset-packs'
import type { Storage } from '@pas/storage/storage'
import type { AccountReader } from '../emulation/email-reader'
import type { FetchAsset } from './fetch-asset'

export interface EarlierParts {
  attachedImages: { url: string; name: string }[]
  attachments: NonNullable<FrozenEmail['attachments']>
  keptHeader: string | undefined
  /** Fetches only what the earlier version lacks. */
  fetchWithParts: (fetchAsset: FetchAsset) => FetchAsset
}

/** Nothing fetches it, and it does not count as a lost asset. */
const unloadable = 'about:invalid'

/** Without `keepAssets`, only parts of the earlier message. */
export async function readEarlierParts(
  storage: Storage,
  emailReader: AccountReader,
  emailGuid: string,
  keepAssets: boolean,
): Promise<EarlierParts> {
  const [{ kept, failed }, content] = await Promise.all([
    listAssets(storage, emailGuid),
    readContent(storage, emailGuid),
  ])
  const parts = new Map(
    kept
      .filter((asset) => keepAssets || (asset.url.startsWith('cid:') && !isStyleSheet(asset)))
      .map((part) => [part.url, part]),
  )
  // A reference within a style sheet has the place of that style sheet.
  const placesOfFailures = new Set(failed.flatMap(({ where }) => (where ? [placeKey(where)] : [])))
  const lacksAssets = ({ where }: FrozenAsset): boolean =>
    where ? placesOfFailures.has(placeKey(where)) : false

  // A stored style sheet refers to the earlier version's assets.
  const originalUrls = new Map([
    ...kept.map(({ id, url }): [string, string] => [assetUrl(id), url]),
    [missingReference, unloadable],
  ])
  const readPart = async (part: FrozenAsset, signal: AbortSignal): Promise<Buffer | null> => {
    const body = await readAsset(storage, emailGuid, part)
    if (!body || !isStyleSheet(part)) return body
    const styleSheet = { css: body.toString(), url: part.url }
    return Buffer.from(await emailReader.rewriteStyleSheet(styleSheet, originalUrls, signal))
  }

  const { attachedImages = [], attachments = [], structure, keptHeader } = content ?? {}
  return {
    keptHeader: structure ? headerToKeep(structure.header) : keptHeader,
    attachments,
    attachedImages: attachedImages.filter(({ url }) => parts.has(url)),
    fetchWithParts:
      (fetchAsset) =>
      async (url, options = {}) => {
        const part = parts.get(url)
        if (!part) return fetchAsset(url, options)
        if (isStyleSheet(part) && lacksAssets(part)) {
          const fetched = await fetchAsset(url, options)
          if (!('refused' in fetched)) return fetched
        }
        const { signal = new AbortController().signal, fetches, take } = options
        if (take?.(part.length) === false) return { refused: 'budget' }
        const read = () => readPart(part, signal)
        // Takes a turn as a fetch does, because the parts take memory.
        const body = await (fetches ? fetches.run(read, signal) : read()).catch(() => null)
        if (body) return { body, contentType: part.contentType, finalUrl: url }
        return { refused: signal.aborted ? 'budget' : 'connection' }
      },
  }
}

/** A new version has fields of its own for these. */
const replacedFields: ReadonlySet<string> = new Set(['from', 'subject'])

const headerToKeep = (header: string): string =>
  fieldsOf(header)
    .filter(({ name }) => isOfEveryCopy(name) && !replacedFields.has(name))
    .map(({ span }) => header.slice(span.start, span.end))
    .join('\r\n')

const placeKey = ({ line, column }: NonNullable<FailedAsset['where']>): string => `${line}:${column}`
