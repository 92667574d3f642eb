import { isCaptured, isUnfinished } from '@pas/captures/capture-state'
import { findByImageToken } from '@pas/captures/find-previews'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import type { PictureRow } from '@pas/captures/storage-keys'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { ApiError } from '@pas/runtime/errors'
import { pictureDrawnAgain } from '../errors'

export interface Capture extends PictureRow {
  previewId: string
  accountId: number
  attempt: number
  /** Time until the picture's 180 days are over; above 0. */
  remainingMs: number
}

/**
 * Throws the same 404 for an unknown token, a failed preview and an old one; 503 for a lost picture that is captured
 * again.
 */
export async function getCapture({ db, clock }: DatabaseDeps, imageToken: string): Promise<Capture> {
  // Other texts than base64url are not looked up: U+0000, for one, would make the query fail.
  const preview = /^[A-Za-z0-9_-]{1,100}$/.test(imageToken)
    ? await findByImageToken({ db }, imageToken)
    : null
  if (preview && isCaptured(preview)) {
    const remainingMs = preview.capturedAt.getTime() + previewLifetimeMs - clock.now().getTime()
    const { id: previewId, ...row } = preview
    if (remainingMs > 0) return { ...row, previewId, remainingMs }
  }
  if (preview && isUnfinished(preview)) throw pictureDrawnAgain()
  throw pictureNotFound()
}

export const pictureNotFound = (): ApiError => new ApiError('not_found', 'There is no picture here.')
