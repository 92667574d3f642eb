import type { Opening } from '@pas/email-clients/engine/read-opening'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { ReadMessage } from '@pas/messages/read-message'
import type { Storage } from '@pas/storage/storage'
import type { AccountReader } from '../emulation/email-reader'
import type { SentEmail } from '../http/sent-email'
import { readEarlierParts } from '../assets/earlier-parts'
import type { FetchAsset } from '../assets/fetch-asset'
import { defaultBudgets, maxReferencesOf } from '../assets/asset-budget'
import type { AssetReader } from '../assets/freeze-assets'

/** What to store of an email, and what `freezeAssets` needs. */
export interface EmailSource {
  content: FrozenEmail
  /** Null for an email sent as members. */
  message: Buffer | null
  /** Addresses of the message's header. */
  recipients: string[]
  html: string | null
  /** Null: not read yet. */
  opening: Opening | null
  emailReader: AssetReader
  fetchAsset: FetchAsset
}

/** Includes waiting for a thread. Reading takes a second at most. */
const readTimeoutMs = 10_000
const maxReferences = maxReferencesOf(defaultBudgets)

const fromMembers = { message: null, recipients: [], opening: null }

interface EarlierVersion {
  guid: string
  /** The new version takes the assets that the earlier one has fetched. */
  keepAssets: boolean
}

/** An email as it came: by `POST /emails`, or the bytes of a mail. */
export type EmailToRead = Omit<SentEmail, 'rawSource'> & { rawSource: SentEmail['rawSource'] | Buffer }

/**
 * Reads the members, or the message `rawSource`. Members keep the pictures and header of the message `earlier`. Rejects
 * with an `UnreadEmailError`, an `UnreadableMessageError` or the storage's errors.
 */
export async function openEmailSource(
  deps: {
    emailReader: AccountReader
    fetchAsset: FetchAsset
    storage: Storage
    /** Addresses that count openings are not asked for. */
    leavesOpenings?: boolean
  },
  { rawSource, ...members }: EmailToRead,
  earlier: EarlierVersion | null,
): Promise<EmailSource> {
  const { emailReader, fetchAsset } = deps
  if (rawSource === null)
    return earlier === null
      ? { ...fromMembers, content: members, html: members.htmlText, emailReader, fetchAsset }
      : openNewVersion(deps, members, earlier)
  const timeout = AbortSignal.timeout(readTimeoutMs)
  const message = await emailReader.readMessage(rawSource, maxReferences, timeout)
  const { references, assets, attachedImages, attachments, signature, recipients, opening, ...read } = message
  const content: FrozenEmail = {
    ...read,
    ...(attachedImages.length > 0 && { attachedImages }),
    ...(attachments.length > 0 && { attachments }),
    ...(signature !== null && { signature }),
  }
  return {
    content,
    message: typeof rawSource === 'string' ? Buffer.from(rawSource, 'latin1') : rawSource,
    recipients,
    opening,
    // Not null for a message without HTML: `freezeAssets` freezes nothing for null, and attached pictures must be
    // frozen.
    html: content.htmlText ?? '',
    emailReader: {
      ...emailReader,
      findReferences: () =>
        Promise.resolve(
          references.map((reference) =>
            deps.leavesOpenings && reference.countsOpening
              ? { ...reference, standsFor: 'counts_an_open' as const }
              : reference,
          ),
        ),
    },
    fetchAsset: fetchFromMessage(assets, fetchAsset),
  }
}

async function openNewVersion(
  { emailReader, fetchAsset, storage }: Parameters<typeof openEmailSource>[0],
  members: FrozenEmail,
  earlier: EarlierVersion,
): Promise<EmailSource> {
  const { guid, keepAssets } = earlier
  const { attachedImages, attachments, keptHeader, fetchWithParts } = await readEarlierParts(
    storage,
    emailReader,
    guid,
    keepAssets,
  )
  const content = {
    ...members,
    ...(keptHeader !== undefined && { keptHeader }),
    ...(attachments.length > 0 && { attachments }),
  }
  const source = {
    ...{ ...fromMembers, html: members.htmlText, emailReader },
    fetchAsset: fetchWithParts(fetchAsset),
  }
  if (attachedImages.length === 0) return { content, ...source }
  const timeout = AbortSignal.timeout(readTimeoutMs)
  const inHtml =
    members.htmlText === null
      ? []
      : await emailReader.findReferences(members.htmlText, maxReferences, timeout)
  const urlsInHtml = new Set(inHtml.map(({ url }) => url))
  const attached = attachedImages.filter(({ url }) => !urlsInHtml.has(url))
  const references = [...attached.map(({ url }) => ({ url, dead: null, where: null })), ...inHtml]
  return {
    content: attached.length > 0 ? { ...content, attachedImages: attached } : content,
    ...source,
    // Not null without HTML, as for a whole message.
    html: members.htmlText ?? '',
    emailReader: { ...emailReader, findReferences: () => Promise.resolve(references) },
  }
}

/** Parts of the message count in the same budgets as what is fetched. */
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
