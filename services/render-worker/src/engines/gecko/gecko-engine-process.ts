import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { EngineDocument, Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { maxPicturePixels, pictureArea } from '../picture-area'
import type { EngineProcess } from '../supervised/engine-process'
import { readWrittenFile } from '../supervised/read-written-file'
import type { GeckoProcess } from './gecko-process'

/** The result of the program's `load`. */
export type LoadedDocument = MessageArea

/** Maximum size of the PNG file: that of its pixels uncompressed at 4 bytes each, which a PNG never reaches. */
const maxPictureBytes = maxPicturePixels * 4

export interface GeckoDrawing {
  /** Makes the browser or window for the next document, ahead of need. */
  prepare(): Promise<unknown>
  /** Loads a document into the browser or window that the last `prepare` made. */
  load(document: EngineDocument): Promise<LoadedDocument & { deviceScaleFactor: number }>
}

/** Draws one document at a time. While idle, a browser or window is ready for the next. */
export function geckoEngineProcess(gecko: GeckoProcess, drawing: GeckoDrawing): EngineProcess {
  const { pid, version, exited, connection, program, scratchFolder } = gecko
  const file = path.join(scratchFolder, 'picture.png')
  let isRetired = false
  let prepared: Promise<unknown> | null = null
  const prepare = (): Promise<unknown> => {
    const preparing = drawing.prepare()
    // Not an unhandled rejection: `draw` awaits this promise and reports the failure.
    preparing.catch(() => undefined)
    return preparing
  }
  const draw = async (document: EngineDocument): Promise<Picture> => {
    const ready = prepared ?? prepare()
    // A failed `prepare` must not fail the next document too.
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
