import { pictureKey } from '@pas/capture-queue/frozen-email'
import type { Logger } from '@pas/runtime/logger'
import type { Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'
import { thumbnailDrawn } from '../events'
import { drawThumbnail, type ThumbnailSize } from './draw-thumbnail'
import type { Capture } from './get-capture'
import { unlessDamaged } from './unless-damaged'

/** Decoding holds a processor; more at a time only delays each, and the pictures that are merely streamed. */
const maxParallelDrawings = 2

/** Makes the small pictures and stores them under keys of their own. */
export interface Thumbnails {
  /** Resolves to true when the picture is stored, to false when there is no full picture to make it from. */
  make(capture: Capture, size: ThumbnailSize): Promise<boolean>
}

/** Demands for one picture join while it is made. */
export function createThumbnails({ storage, logger }: { storage: Storage; logger: Logger }): Thumbnails {
  const limit = pLimit(maxParallelDrawings)
  const underway = new Map<string, Promise<boolean>>()

  const make = async ({ imageToken, previewId }: Capture, size: ThumbnailSize): Promise<boolean> => {
    const startedAt = performance.now()
    const full = await unlessDamaged(storage.get(pictureKey(imageToken, 'full')))
    if (!full) return false
    const thumbnail = await drawThumbnail(full.body, size)
    await storage.put(pictureKey(imageToken, size), thumbnail, 'image/png')
    thumbnailDrawn(logger, previewId, size, performance.now() - startedAt)
    return true
  }

  return {
    make: (capture, size) => {
      const key = pictureKey(capture.imageToken, size)
      const joined = underway.get(key)
      if (joined) return joined
      const making = limit(make, capture, size).finally(() => underway.delete(key))
      underway.set(key, making)
      return making
    },
  }
}
