import { isCaptured, isUnfinished } from '@pas/captures/capture-state'
import { findByImageToken } from '@pas/captures/find-previews'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { pictureDrawnAgain } from '../errors'

/** A capture that has its picture, as the one attempt that drew it. */
export interface Capture {
  previewId: string
  accountId: number
  attempt: number
  imageToken: string
  /** Milliseconds left of its life, above 0. */
  remainingMs: number
}

/**
 * Throws 404 for a token nobody has, a preview that failed, and one whose 180 days are over: they look the same. 503
 * for one that is being captured: nobody learns its token before its first capture, so that the picture was there and
 * is lost.
 */
export async function getCapture(
  { db, clock }: { db: Database; clock: Clock },
  imageToken: string,
): Promise<Capture> {
  // Ours are base64url; anything else (a NUL would upset Postgres) is nobody's.
  const preview = /^[A-Za-z0-9_-]{1,100}$/.test(imageToken)
    ? await findByImageToken({ db }, imageToken)
    : null
  if (preview && isCaptured(preview)) {
    const remainingMs = preview.capturedAt.getTime() + previewLifetimeMs - clock.now().getTime()
    const { id: previewId, accountId, attempt } = preview
    if (remainingMs > 0) return { previewId, accountId, attempt, imageToken, remainingMs }
  }
  if (preview && isUnfinished(preview)) throw pictureDrawnAgain()
  throw pictureNotFound()
}

/** What a caller learns about every picture that is not there. */
export const pictureNotFound = (): ApiError => new ApiError('not_found', 'There is no picture here.')
