import { createHash } from 'node:crypto'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import type { EmulatedDocument } from '@pas/email-clients/engine/emulated-document'
import type { Engine, EngineDocument, Picture } from './engines/engine'
import type { LoadedEmail } from './load-email'

/** An email that no capture uses is held so long for the next. */
const idleMs = 5_000
/** Of emails that no capture uses, with their pictures. The oldest go first. */
const maxIdleBytes = 64 * 1024 * 1024

/** An email that one capture or more use. */
export interface SharedEmail {
  email: LoadedEmail
  /**
   * The document that `emulate` makes of the email; or the same one again, when a capture of this email has emulated an email client that makes
   * the same of every email. Rejects as `emulate` does.
   */
  emulateOnce: (
    emailClient: { emulatedLike: string; orientation: Orientation },
    emulate: () => Promise<EmulatedDocument>,
  ) => Promise<EmulatedDocument>
  /**
   * The picture that `engine` draws of this document by `draw`; or the same picture again, when a capture of this email has drawn an equal
   * document in the same version of the engine. Rejects as `draw` does.
   */
  drawOnce: (
    engine: Pick<Engine, 'name' | 'version'>,
    document: EngineDocument,
    draw: () => Promise<Picture>,
  ) => Promise<Picture>
}

interface Entry {
  loading: Promise<LoadedEmail>
  users: number
  documents: Map<string, Promise<EmulatedDocument>>
  pictures: Map<string, Promise<Picture>>
  /** What it holds, as far as it is known. */
  bytes: number
  idleTimer?: NodeJS.Timeout
}

/**
 * Emails that captures of this process share: partners ask for many email clients of one email at once, and each email is then read once,
 * emulated once for clients that are alike, and each distinct document drawn once. What failed is not shared with later captures.
 */
export class EmailCache {
  /** By email and images; those used last are last. */
  private readonly entries = new Map<string, Entry>()

  /** Gives `use` the email that `load` resolves to. Rejects as they do. */
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
      entry.bytes ||= email.bytes
      return await use({
        email,
        emulateOnce: ({ emulatedLike, orientation }, emulate) =>
          once(entry.documents, `${emulatedLike} ${orientation}`, async () => {
            const document = await emulate()
            entry.bytes += textLength(document)
            return document
          }),
        drawOnce: (engine, document, draw) => {
          // A message has its real client's window, and text costs little.
          if (document.kind !== 'html') return draw()
          return once(entry.pictures, keyOfDrawing(engine, document), async () => {
            const picture = await draw()
            entry.bytes += picture.png.length
            return picture
          })
        },
      })
    } catch (error) {
      // The next capture reads it anew: what could not be read may be there then.
      if (this.entries.get(key) === entry) this.entries.delete(key)
      throw error
    } finally {
      entry.users--
      if (entry.users === 0 && this.entries.get(key) === entry) {
        entry.idleTimer = setTimeout(() => this.entries.delete(key), idleMs).unref()
        this.dropBeyondBound()
      }
    }
  }

  /** Holds no email any more but those in use. */
  close(): void {
    for (const { idleTimer } of this.entries.values()) clearTimeout(idleTimer)
    this.entries.clear()
  }

  private dropBeyondBound(): void {
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
  bytes: 0,
})

/** What another capture has done or is doing under this key; else `work`. */
async function once<Result>(
  done: Map<string, Promise<Result>>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const others = done.get(key)
  // What failed for the other capture, by its deadline for example, need not fail for this one.
  if (others) return others.catch(work)
  const working = work()
  done.set(key, working)
  try {
    return await working
  } catch (error) {
    done.delete(key)
    throw error
  }
}

const keyOfDrawing = (
  { name, version }: Pick<Engine, 'name' | 'version'>,
  document: EngineDocument,
): string =>
  createHash('sha256')
    .update(JSON.stringify([name, version, document]))
    .digest('base64')

/** A message's source is the email itself, which is counted already. */
const textLength = (document: EmulatedDocument): number =>
  document.kind === 'html' ? document.html.length : document.kind === 'text' ? document.text.length : 0
