import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { EngineDocument, Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { maxPicturePixels, pictureArea } from '../picture-area'
import type { EngineProcess } from '../supervised/engine-process'
import { readWrittenFile } from '../supervised/read-written-file'
import type { GeckoProcess } from './gecko-process'

export type LoadedDocument = MessageArea

/** A PNG never reaches the size of its pixels uncompressed. */
const maxPictureBytes = maxPicturePixels * 4

export interface GeckoDrawing {
  /** Makes a browser or window ahead of need. */
  prepare(): Promise<unknown>
  load(document: EngineDocument): Promise<LoadedDocument & { deviceScaleFactor: number }>
}

/** One document at a time; while idle, a browser or window is ready for the next. */
export function geckoEngineProcess(gecko: GeckoProcess, drawing: GeckoDrawing): EngineProcess {
  const { pid, version, exited, connection, program, scratchFolder } = gecko
  const file = path.join(scratchFolder, 'picture.png')
  let isRetired = false
  let prepared: Promise<unknown> | null = null
  const prepare = (): Promise<unknown> => {
    const preparing = drawing.prepare()
    // Not an unhandled rejection: `draw` awaits it and reports the failure.
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
