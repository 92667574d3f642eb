import { finished } from 'node:stream/promises'
import { isCaptured } from '@pas/captures/capture-state'
import type { FrozenEmail } from '@pas/captures/frozen-email'
import { pictureKey } from '@pas/captures/storage-keys'
import { emulatedLike } from '@pas/email-clients/catalogue'
import type { Language } from '@pas/pages/languages'
import { ApiError } from '@pas/runtime/errors'
import { DamagedObjectError, type Storage } from '@pas/storage/storage'
import type { ZipFile } from 'yazl'
import { listChanges, type ListChangesDeps, type ListedChange } from '../changes/list-changes'
import { changesResponse } from '../changes/schema'
import { listedPreviewsResponse, type OfferedPreview } from '../progress/schema'
import { UnreadEmailError } from '../reading/email-reader'
import { renderExportPage, type ExportedChanges, type ExportedPreview } from './export-page'
import type { ExportableEmail } from './read-exportable-email'

/** What the export of an email needs. */
export interface ExportDeps extends ListChangesDeps {
  storage: Pick<Storage, 'get' | 'open'>
  imagesUrl: string
  /** The language of `index.html`. */
  language: Language
}

/** Timeout of working out all changes. No byte is sent meanwhile, so it ends before PROXY_TIMEOUT_MS. */
const changesTimeoutMs = 40_000

/**
 * Adds the files of an export to `zip`, one after the other, and ends it. Each picture is read when the one before it
 * has been sent, so that memory does not grow with their number. Stops soon after `signal` aborts. Rejects with the
 * storage's errors; a single picture that is missing or damaged is only said in `index.html`.
 */
export async function writeExport(
  deps: ExportDeps,
  zip: ZipFile,
  { email, previews, source }: ExportableEmail,
  signal: AbortSignal,
): Promise<void> {
  const listed = listedPreviewsResponse(deps.imagesUrl, previews)
  const exported: ExportedPreview[] = []
  for (const [index, body] of listed.entries()) {
    signal.throwIfAborted()
    const preview = previews[index]
    if (!preview) continue
    const isAdded = isCaptured(preview) && (await addPicture(deps, zip, preview, signal))
    exported.push({ body, emailClient: preview.offered, file: isAdded ? pictureFile(preview) : null })
  }
  if (source) addSource(zip, source)
  const changes: ExportedChanges = source
    ? await listAllChanges(deps, email, previews, signal)
    : { state: 'erased' }
  if (changes.state === 'listed') addText(zip, 'changes.json', JSON.stringify(changes.rows, null, 2))
  addText(zip, 'index.html', renderExportPage(deps.language, { email, previews: exported, changes, source }))
  zip.end()
}

/** The name of a picture in the ZIP file: only words of our own catalogue. */
const pictureFile = ({ offered, orientation, images }: OfferedPreview): string =>
  `pictures/${offered.code}-${orientation}-${images}.png`

/** Resolves to whether the picture could be read; rejects when storage is unavailable. */
async function addPicture(
  { storage }: ExportDeps,
  zip: ZipFile,
  preview: OfferedPreview,
  signal: AbortSignal,
): Promise<boolean> {
  const opened = await storage.open(pictureKey(preview.imageToken, 'full')).catch((error: unknown) => {
    if (error instanceof DamagedObjectError) return null
    throw error
  })
  if (!opened) return false
  const { stream, contentLength } = opened
  // PNG is compressed already.
  zip.addReadStream(stream, pictureFile(preview), {
    compress: false,
    size: contentLength,
    mtime: preview.capturedAt ?? preview.requestedAt,
  })
  // A caller that hangs up stops reading, and the stream would never end by itself.
  await finished(stream, { writable: false, signal }).finally(() => stream.destroy())
  return true
}

/** As `.txt`: a double click on HTML would run an email's scripts as a local file. */
function addSource(zip: ZipFile, { htmlText, plainText, ...headers }: FrozenEmail): void {
  const { subject, fromAddress, fromDisplayName } = headers
  if (htmlText !== null) addText(zip, 'source/html.txt', htmlText)
  if (plainText !== null) addText(zip, 'source/plain.txt', plainText)
  const written = { subject, from_address: fromAddress, from_display_name: fromDisplayName }
  addText(zip, 'source/headers.json', JSON.stringify(written, null, 2))
}

const addText = (zip: ZipFile, name: string, text: string): void => {
  zip.addBuffer(Buffer.from(text), name)
}

/**
 * The changes behind these previews, each with the previews in which it was made in just the same way. Email clients
 * that share a profile are emulated once for each orientation and choice of images.
 */
async function listAllChanges(
  deps: ListChangesDeps,
  { id: emailGuid, accountId }: { id: string; accountId: number },
  previews: readonly OfferedPreview[],
  signal: AbortSignal,
): Promise<ExportedChanges> {
  const groups = new Map<string, [OfferedPreview, ...OfferedPreview[]]>()
  for (const preview of previews) {
    const { offered, orientation, images } = preview
    const key = `${emulatedLike(offered)} ${offered.engine === 'text'} ${orientation} ${images}`
    const group = groups.get(key)
    if (group) group.push(preview)
    else groups.set(key, [preview])
  }
  const merged = new Map<string, { change: ListedChange; previews: OfferedPreview[] }>()
  const deadline = AbortSignal.timeout(changesTimeoutMs)
  for (const group of groups.values()) {
    signal.throwIfAborted()
    if (deadline.aborted) return { state: 'late' }
    const [{ offered: emailClient, orientation, images }] = group
    const address = { emailGuid, emailClient, orientation, images }
    const changes = await listChanges(deps, accountId, address).catch((error: unknown) => {
      if (error instanceof UnreadEmailError) return 'late' as const
      if (error instanceof ApiError) return 'erased' as const
      throw error
    })
    if (typeof changes === 'string') return { state: changes }
    for (const change of changes) {
      const key = JSON.stringify(change)
      const row = merged.get(key) ?? { change, previews: [] }
      row.previews.push(...group)
      merged.set(key, row)
    }
  }
  const rows = [...merged.values()].flatMap((row) =>
    changesResponse([row.change]).map((change) => ({
      ...change,
      previews: row.previews.map(({ offered, orientation, images }) => ({
        client: offered.code,
        orientation,
        images,
      })),
    })),
  )
  return { state: 'listed', rows }
}
