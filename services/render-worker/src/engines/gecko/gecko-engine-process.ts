import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { EngineDocument, Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { maxPicturePixels, pictureArea } from '../picture-area'
import type { EngineProcess } from '../supervised/engine-process'
import { readWrittenFile } from '../supervised/read-written-file'
import type { GeckoProcess } from './gecko-process'

/** What the program says of a loaded document. */
export type LoadedDocument = MessageArea

/** Of a PNG: what its pixels take uncompressed is never reached. */
const maxPictureBytes = maxPicturePixels * 4

/** How one of the two programs draws. */
export interface GeckoDrawing {
  /** Gets ready for a document, ahead of need. */
  prepare(): Promise<unknown>
  /** Loads a document; `prepare` was done since the last. */
  load(document: EngineDocument): Promise<LoadedDocument & { deviceScaleFactor: number }>
}

/** A program that draws one document at a time: there is one browser, or window, ready for the next. */
export function geckoEngineProcess(gecko: GeckoProcess, drawing: GeckoDrawing): EngineProcess {
  const { pid, version, exited, connection, program, scratchFolder } = gecko
  const file = path.join(scratchFolder, 'picture.png')
  let isRetired = false
  let prepared: Promise<unknown> | null = null
  const prepare = (): Promise<unknown> => {
    const preparing = drawing.prepare()
    // Whoever needs it meets the failure.
    preparing.catch(() => undefined)
    return preparing
  }
  const draw = async (document: EngineDocument): Promise<Picture> => {
    const ready = prepared ?? prepare()
    // What failed is not waited for again.
    prepared = null
    try {
      await ready
      const { area, scale, deviceScaleFactor } = await drawing.load(document)
      const density = deviceScaleFactor * scale
      const { clip, truncated } = pictureArea(area, density)
      const size = await program.call<{ width: number; height: number }>('picture', {
        clip,
        scale: density,
        file,
      })
      return { png: await readWrittenFile(file, maxPictureBytes), ...size, truncated }
    } finally {
      await rm(file, { force: true })
      if (!isRetired && !connection.isClosed) prepared = prepare()
    }
  }
  prepared = prepare()
  return {
    pid,
    version,
    exited,
    get isConnected() {
      return !connection.isClosed
    },
    ping: async () => {
      await connection.send('WebDriver:GetTimeouts')
    },
    draw,
    residentBytes: () => gecko.residentBytes(),
    retire: () => {
      isRetired = true
    },
    kill: () => {
      connection.close()
      return gecko.kill()
    },
  }
}
