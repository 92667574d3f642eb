import { isPreviewThere } from '@pas/captures/find-previews'
import { keepCaptured } from '@pas/captures/lock-captures'
import { capturePrefix, pictureKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import type { Logger } from '@pas/runtime/logger'
import type { Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'
import { thumbnailDrawn } from '../events'
import { drawThumbnail, type ThumbnailSize } from './draw-thumbnail'
import type { Capture } from './get-capture'
import { treatDamagedAsMissing } from './treat-damaged-as-missing'

/** Decoding holds a processor; more at a time only delays each, and the pictures that are merely streamed. */
const maxParallelDrawings = 2

/** Above what storing one may take. */
const storeTimeouts = { maxWait: 3_000, timeout: 30_000 }

/** How a demand for a small picture ended. */
type ThumbnailOutcome =
  | 'stored'
  /** There is no full picture to make it from. */
  | 'no_picture'
  /** The preview was removed or requeued meanwhile, or is being removed; nothing was stored. */
  | 'superseded'

/** Makes the small pictures and stores them under keys of their own. */
export interface Thumbnails {
  make(capture: Capture, size: ThumbnailSize): Promise<ThumbnailOutcome>
}

/** Demands for one picture join while it is made. Accounts take turns: one whose page has hundreds of new pictures keeps no other waiting. */
export function createThumbnails(deps: { db: Database; storage: Storage; logger: Logger }): Thumbnails {
  const { storage, logger } = deps
  const turnOf = createTurns()
  const underway = new Map<string, Promise<ThumbnailOutcome>>()

  const make = async (capture: Capture, size: ThumbnailSize, askedAt: number): Promise<ThumbnailOutcome> => {
    const full = await treatDamagedAsMissing(storage.get(pictureKey(capture.imageToken, 'full')))
    if (!full) return 'no_picture'
    const thumbnail = await drawThumbnail(full.body, size)
    if (!(await store(deps, capture, size, thumbnail))) return 'superseded'
    thumbnailDrawn(logger, capture.previewId, size, performance.now() - askedAt)
    return 'stored'
  }

  return {
    make: (capture, size) => {
      const key = pictureKey(capture.imageToken, size)
      const joined = underway.get(key)
      if (joined) return joined
      const askedAt = performance.now()
      const making = turnOf(capture.accountId, () => make(capture, size, askedAt)).finally(() =>
        underway.delete(key),
      )
      underway.set(key, making)
      return making
    },
  }
}

/** Shares the drawings among accounts: no more of one account's wait in the common line than may be under way. */
function createTurns(): <Answer>(accountId: number, work: () => Promise<Answer>) => Promise<Answer> {
  const common = pLimit(maxParallelDrawings)
  const ofAccounts = new Map<number, { limit: pLimit.Limit; demands: number }>()
  return async (accountId, work) => {
    const ofAccount = ofAccounts.get(accountId) ?? { limit: pLimit(maxParallelDrawings), demands: 0 }
    ofAccounts.set(accountId, ofAccount)
    ofAccount.demands++
    try {
      return await ofAccount.limit(() => common(work))
    } finally {
      if (--ofAccount.demands === 0) ofAccounts.delete(accountId)
    }
  }
}

/**
 * Stores a small picture while its row cannot be removed: a removal locks the row, erases and removes it, and so comes before, when nothing
 * is stored, or after, when it erases this too. A lock that a removal has is not waited for. Resolves to whether it was stored.
 */
async function store(
  { db, storage }: { db: Database; storage: Storage },
  { previewId, attempt, imageToken }: Capture,
  size: ThumbnailSize,
  thumbnail: Buffer,
): Promise<boolean> {
  try {
    return await db.$transaction(async (transaction) => {
      if (!(await keepCaptured({ db: transaction }, { previewId, attempt }))) return false
      await storage.put(pictureKey(imageToken, size), thumbnail, 'image/png')
      return true
    }, storeTimeouts)
  } catch (error) {
    // Best effort: the lock may have been lost while storage took its time. What stays without a row is swept.
    await isPreviewThere({ db }, previewId)
      .then((isThere) => (isThere ? undefined : storage.deletePrefix(capturePrefix(imageToken))))
      .catch(() => undefined)
    throw error
  }
}
