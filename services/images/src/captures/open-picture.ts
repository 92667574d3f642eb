import { pictureKey } from '@pas/captures/storage-keys'
import type { PictureSize } from '@pas/captures/picture-sizes'
import { requeueLostCapture } from '@pas/captures/requeue-lost-capture'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Logger } from '@pas/runtime/logger'
import type { OpenedObject, Storage } from '@pas/storage/storage'
import { pictureDrawnAgain, pictureUnreadable } from '../errors'
import { pictureLost } from '../events'
import { getCapture, pictureNotFound, type Capture } from './get-capture'
import { treatDamagedAsMissing, type Thumbnails } from './thumbnails'

export interface PictureDeps extends DatabaseDeps {
  storage: Storage
  logger: Logger
}

/**
 * Makes a small picture at its first request. Has a lost or damaged full one drawn again: throws 503, or 404 when its
 * email takes no captures.
 */
export async function openPicture(
  deps: PictureDeps,
  thumbnails: Thumbnails,
  capture: Capture,
  size: PictureSize,
): Promise<OpenedObject> {
  const { storage } = deps
  const key = pictureKey(capture, size)
  const stored = await treatDamagedAsMissing(storage.open(key))
  if (stored) return stored
  const outcome = size === 'full' ? 'no_picture' : await thumbnails.make(capture, size)
  if (outcome === 'superseded') {
    // Throws if the preview was removed or is being captured again.
    await getCapture(deps, capture.imageToken)
    throw pictureUnreadable()
  }
  const thumbnail = outcome === 'stored' ? await storage.open(key) : null
  if (thumbnail) return thumbnail
  const isDrawnAgain = await requeueLostCapture(deps, capture)
  pictureLost(deps.logger, capture.previewId, isDrawnAgain)
  if (!isDrawnAgain) {
    // A request for an equal picture may have been first. Throws while it is being drawn again.
    const { attempt } = await getCapture(deps, capture.imageToken)
    if (attempt !== capture.attempt) throw pictureDrawnAgain()
  }
  throw isDrawnAgain ? pictureDrawnAgain() : pictureNotFound()
}
