import { finished } from 'node:stream/promises'
import { isCaptured } from '@pas/captures/capture-state'
import type { ChecksOfEmail } from '@pas/email-checks/answers'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { pictureKey, type PictureRow } from '@pas/captures/storage-keys'
import type { Language } from '@pas/pages/languages'
import { ApiError } from '@pas/runtime/errors'
import { version } from '@pas/runtime/version'
import { DamagedObjectError, type Storage } from '@pas/storage/storage'
import type { ZipFile } from 'yazl'
import { listChanges, type ListChangesDeps } from '../changes/list-changes'
import { changesResponse } from '../changes/schema'
import { readChecksSoFar, type ChecksSoFarDeps } from '../checks/checks-so-far'
import { checksResponse } from '../checks/schema'
import { listedPreviewsResponse, type OfferedPreview } from '../progress/schema'
import { UnreadEmailError } from '../emulation/email-reader'
import { renderExportPage, type ExportedChanges, type ExportedPreview } from './export-page'
import type { ExportableEmail } from './read-exportable-email'

/**
 * Reads each picture after the one before is sent, to save memory. Rejects with the storage's errors; `index.html`
 * lists missing and damaged pictures.
 */
export async function writeExport(
  deps: ListChangesDeps & ChecksSoFarDeps & { config: { imagesUrl: string } },
  zip: ZipFile,
  { email, previews, source }: ExportableEmail & { source: FrozenEmail | null },
  language: Language,
  signal: AbortSignal,
): Promise<void> {
  const listed = listedPreviewsResponse(deps.config.imagesUrl, previews)
  const exported: ExportedPreview[] = []
  for (const [index, body] of listed.entries()) {
    signal.throwIfAborted()
    const preview = previews[index]
    if (!preview) continue
    const isAdded = isCaptured(preview) && (await addPicture(deps, zip, preview, signal))
    exported.push({ body, emailClient: preview.offered, file: isAdded ? pictureFileOf(preview) : null })
  }
  if (source) addSource(zip, source)
  const changes: ExportedChanges = source
    ? await listAllChanges(deps, email, previews, signal)
    : { state: 'erased' }
  if (changes.state === 'listed') addText(zip, 'changes.json', JSON.stringify(changes.rows, null, 2))
  const checks = source && (await readChecks(deps, email, previews, signal))
  if (checks) {
    const { sarifOf } = await import('@pas/email-checks/sarif')
    addText(zip, 'checks.json', JSON.stringify(checksResponse(checks), null, 2))
    addText(zip, 'checks.sarif', JSON.stringify(sarifOf(checks, { version }), null, 2))
  }
  const counts = checks?.counts ?? null
  addText(
    zip,
    'index.html',
    renderExportPage(language, { email, previews: exported, changes, counts, source }),
  )
  zip.end()
}

/** Safe as a file name: all words are our catalogue's. */
const pictureFileOf = ({ offered, orientation, images }: OfferedPreview): string =>
  `pictures/${offered.code}-${orientation}-${images}.png`

/** False when the picture is missing or damaged. */
async function addPicture(
  { storage }: { storage: Pick<Storage, 'open'> },
  zip: ZipFile,
  preview: OfferedPreview & PictureRow,
  signal: AbortSignal,
): Promise<boolean> {
  const opened = await storage.open(pictureKey(preview, 'full')).catch((error: unknown) => {
    if (error instanceof DamagedObjectError) return null
    throw error
  })
  if (!opened) return false
  const { stream, contentLength } = opened
  // PNG is compressed already.
  zip.addReadStream(stream, pictureFileOf(preview), {
    compress: false,
    size: contentLength,
    mtime: preview.capturedAt ?? preview.requestedAt,
  })
  // When the caller hangs up, nothing reads the stream, and it would never end.
  await finished(stream, { writable: false, signal }).finally(() => stream.destroy())
  return true
}

/** Names end in `.txt`: a double click on HTML would run an email's scripts as a local file. */
function addSource(
  zip: ZipFile,
  { htmlText, plainText, subject, fromAddress, fromDisplayName }: FrozenEmail,
): void {
  if (htmlText !== null) addText(zip, 'source/html.txt', htmlText)
  if (plainText !== null) addText(zip, 'source/plain.txt', plainText)
  const headers = { subject, from_address: fromAddress, from_display_name: fromDisplayName }
  addText(zip, 'source/headers.json', JSON.stringify(headers, null, 2))
}

const addText = (zip: ZipFile, name: string, text: string): void => {
  zip.addBuffer(Buffer.from(text), name)
}

/** Null when there was no time, or the content has just been erased. */
const readChecks = (
  deps: ChecksSoFarDeps,
  { id: emailGuid, accountId }: { id: string; accountId: number },
  previews: readonly OfferedPreview[],
  signal: AbortSignal,
): Promise<ChecksOfEmail | null> => {
  const emailClients = previews.map(({ offered }) => offered)
  return readChecksSoFar(deps, accountId, { emailGuid, emailClients }, signal).catch((error: unknown) => {
    if (error instanceof UnreadEmailError || error instanceof ApiError) return null
    throw error
  })
}

async function listAllChanges(
  deps: ListChangesDeps,
  { id: emailGuid, accountId }: { id: string; accountId: number },
  previews: readonly OfferedPreview[],
  signal: AbortSignal,
): Promise<ExportedChanges> {
  const configurations = previews.map(({ offered: emailClient, orientation, images }) => ({
    emailClient,
    orientation,
    images,
  }))
  const changes = await listChanges(deps, accountId, { emailGuid, configurations }, signal).catch(
    (error: unknown) => {
      if (error instanceof UnreadEmailError) return 'late' as const
      if (error instanceof ApiError) return 'erased' as const
      throw error
    },
  )
  if (typeof changes === 'string') return { state: changes }
  const rows = changes.flatMap((listed) =>
    changesResponse([listed]).map((row) => ({
      ...row,
      previews: listed.configurations.map(({ emailClient, ...options }) => ({
        client: emailClient.code,
        ...options,
      })),
    })),
  )
  return { state: 'listed', rows }
}
