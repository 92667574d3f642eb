import { createHash } from 'node:crypto'
import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import type { EmulatedDocument, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { Engine, EngineDocument, Picture } from './engines/engine'
import type { LoadedEmail } from './load-email'

const idleMs = 5_000
/** The least recently used are dropped first. */
const maxIdleBytes = 64 * 1024 * 1024

export interface SharedEmail {
  email: LoadedEmail
  /** Email clients with the same `emulatedLike` turn an email into the same document. */
  emulateOnce: (
    emailClient: { emulatedLike: string; orientation: Orientation; marksPlaces: boolean },
    emulate: () => Promise<EmulatedDocument>,
  ) => Promise<EmulatedDocument>
  /** Equal documents of this email are drawn once by an engine and version. */
  drawOnce: (
    engine: Pick<Engine, 'name' | 'version'>,
    document: EngineDocument,
    draw: () => Promise<Picture>,
  ) => Promise<Picture>
  measureOnce: (
    engine: Pick<Engine, 'name' | 'version'>,
    document: EngineDocument,
    measure: () => Promise<MeasuredTexts>,
  ) => Promise<MeasuredTexts>
}

interface Entry {
  loading: Promise<LoadedEmail>
  users: number
  documents: Map<string, Promise<EmulatedDocument>>
  pictures: Map<string, Promise<Picture>>
  contrasts: Map<string, Promise<MeasuredTexts>>
  bytes: number
  idleTimer?: NodeJS.Timeout
}

/**
 * Concurrent captures of one email share it: each distinct document is emulated and drawn once. Failures are not
 * shared.
 */
export class EmailCache {
  /** Keys are `<email id> <images>`; the most recently used is last. */
  private readonly entries = new Map<string, Entry>()

  async withEmail<Result>(
    { emailId, images }: { emailId: string; images: Images },
    load: () => Promise<LoadedEmail>,
    use: (shared: SharedEmail) => Promise<Result>,
  ): Promise<Result> {
    const key = `${emailId} ${images}`
    const entry: Entry = this.entries.get(key) ?? newEntry(load())
    this.entries.delete(key)
    this.entries.set(key, entry)
    clearTimeout(entry.idleTimer)
    entry.users++
    try {
      const email = await entry.loading
      // Counted once, by the first user.
      entry.bytes ||= email.bytes
      return await use({
        email,
        emulateOnce: ({ emulatedLike, orientation, marksPlaces }, emulate) =>
          once(entry.documents, `${emulatedLike} ${orientation} ${marksPlaces}`, async () => {
            const document = await emulate()
            entry.bytes += textLength(document)
            return document
          }),
        drawOnce: (engine, document, draw) => {
          // A message is drawn in its own email client's window, and text is cheap to draw.
          if (document.kind !== 'html') return draw()
          return once(entry.pictures, keyOfDrawing(engine, document), async () => {
            const picture = await draw()
            entry.bytes += picture.png.length
            return picture
          })
        },
        measureOnce: (engine, document, measure) =>
          document.kind === 'html'
            ? once(entry.contrasts, keyOfDrawing(engine, document), measure)
            : measure(),
      })
    } catch (error) {
      // The next capture reads the email again: storage may have come back.
      if (this.entries.get(key) === entry) this.entries.delete(key)
      throw error
    } finally {
      entry.users--
      if (entry.users === 0 && this.entries.get(key) === entry) {
        entry.idleTimer = setTimeout(() => this.entries.delete(key), idleMs).unref()
        this.dropAboveLimit()
      }
    }
  }

  close(): void {
    for (const { idleTimer } of this.entries.values()) clearTimeout(idleTimer)
    this.entries.clear()
  }

  private dropAboveLimit(): void {
    const idle = [...this.entries].filter(([, { users }]) => users === 0)
    let bytes = idle.reduce((sum, [, entry]) => sum + entry.bytes, 0)
    for (const [key, entry] of idle) {
      if (bytes <= maxIdleBytes) return
      clearTimeout(entry.idleTimer)
      this.entries.delete(key)
      bytes -= entry.bytes
    }
  }
}

const newEntry = (loading: Promise<LoadedEmail>): Entry => ({
  loading,
  users: 0,
  documents: new Map(),
  pictures: new Map(),
  contrasts: new Map(),
  bytes: 0,
})

async function once<Result>(
  results: Map<string, Promise<Result>>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const earlier = results.get(key)
  // An earlier caller's failure may be its own, such as its deadline.
  if (earlier) return earlier.catch(work)
  const result = work()
  results.set(key, result)
  try {
    return await result
  } catch (error) {
    results.delete(key)
    throw error
  }
}

const keyOfDrawing = (
  { name, version }: Pick<Engine, 'name' | 'version'>,
  { html, ...options }: HtmlDocument,
): string =>
  createHash('sha256')
    .update(JSON.stringify([name, version, options]))
    .update(html)
    .digest('base64')

function textLength(document: EmulatedDocument): number {
  if (document.kind === 'html') return document.html.length
  // A message is the email itself, which `LoadedEmail.bytes` counts.
  return document.kind === 'text' ? document.text.length : 0
}
