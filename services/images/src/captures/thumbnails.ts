import { createHash } from 'node:crypto'
import { isPreviewThere } from '@pas/captures/find-previews'
import { keepCaptured } from '@pas/captures/lock-captures'
import { capturePrefix, pictureKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Logger } from '@pas/runtime/logger'
import type { Storage } from '@pas/storage/storage'
import { LRUCache } from 'lru-cache'
import { thumbnailDrawn } from '../events'
import { drawThumbnail, type ThumbnailSize } from './draw-thumbnail'
import type { Capture } from './get-capture'
import { treatDamagedAsMissing } from './treat-damaged-as-missing'

/** Thumbnails drawn at once. Each occupies a processor; more would delay the pictures being streamed. */
const maxParallelDrawings = 2

/** Maximum number of thumbnails stored at once. Each occupies a connection to the database. */
const maxParallelStores = 4

/** How long a drawn thumbnail is kept in memory for equal pictures, and the bytes that all of them may take. */
const keptMs = 60_000
const keptBytes = 32 * 1024 * 1024

/** Timeouts of the transaction that stores a thumbnail, longer than storing one takes. */
const storeTimeouts = { maxWait: 3_000, timeout: 30_000 }

/** How a request for a small picture ended. */
type ThumbnailOutcome =
  | 'stored'
  /** There is no full picture to make it from. */
  | 'no_picture'
  /** Nothing was stored, because the preview has been removed or made pending again since, or is being removed. */
  | 'superseded'

interface DrawingContext {
  /** Draws the thumbnail. `forceFetch` calls it before it returns, or never. */
  begin: () => Promise<Buffer>
}

interface Drawing {
  drawing: Promise<Buffer>
  /** Whether a request for an equal picture began it. */
  isShared: boolean
}

/** Makes small pictures and stores them beside the full one. */
export interface Thumbnails {
  /** Rejects when storage or the database cannot be used, or the full picture cannot be decoded. */
  make(capture: Capture, size: ThumbnailSize): Promise<ThumbnailOutcome>
}

/**
 * Requests for the same picture share one drawing while it is under way (single flight), and so do an account's equal
 * pictures: many email clients make the same picture of an email. Accounts take turns, so that an account that asks for
 * hundreds of new pictures does not delay others.
 */
export function createThumbnails(deps: { db: Database; storage: Storage; logger: Logger }): Thumbnails {
  const { storage, logger } = deps
  const turnOf = createTurns(maxParallelDrawings)
  const turnToStore = createTurns(maxParallelStores)
  const underway = new Map<string, Promise<ThumbnailOutcome>>()
  const drawings = new LRUCache<string, Buffer, DrawingContext>({
    ttl: keptMs,
    ttlAutopurge: true,
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => context.begin(),
    // A drawing that is evicted before it is done still serves the requests that wait for it.
    ignoreFetchAbort: true,
  })

  /** Resolves to null when there is no full picture. */
  const draw = (capture: Capture, size: ThumbnailSize): Promise<Drawing | null> =>
    turnOf(capture.accountId, async () => {
      const full = await treatDamagedAsMissing(storage.get(pictureKey(capture.imageToken, 'full')))
      if (!full) return null
      const content = createHash('sha256').update(full.body).digest('base64')
      const key = `${capture.accountId} ${size} ${content}`
      let isShared = true
      const context: DrawingContext = {
        begin: () => {
          isShared = false
          return drawThumbnail(full.body, size)
        },
      }
      const drawing = drawings.forceFetch(key, { context })
      // The cache keeps the contexts of requests that wait; without `begin` they keep no full picture in memory.
      context.begin = cannotBegin
      // A request that waits for another's drawing gives its turn back.
      if (!isShared) await drawing
      return { drawing, isShared }
    })

  const make = async (capture: Capture, size: ThumbnailSize, askedAt: number): Promise<ThumbnailOutcome> => {
    const drawn = await draw(capture, size)
    if (!drawn) return 'no_picture'
    const thumbnail = await drawn.drawing
    if (!(await turnToStore(capture.accountId, () => store(deps, capture, size, thumbnail))))
      return 'superseded'
    const ms = performance.now() - askedAt
    thumbnailDrawn(logger, { previewId: capture.previewId, size, ms, isShared: drawn.isShared })
    return 'stored'
  }

  return {
    make: (capture, size) => {
      const key = pictureKey(capture.imageToken, size)
      const joined = underway.get(key)
      if (joined) return joined
      const askedAt = performance.now()
      const making = make(capture, size, askedAt).finally(() => underway.delete(key))
      underway.set(key, making)
      return making
    },
  }
}

const cannotBegin = (): Promise<Buffer> => Promise.reject(new Error('a drawing begins at once or never'))

/** Runs at most `limit` pieces of work at once; accounts take turns. */
function createTurns(
  limit: number,
): <Answer>(accountId: number, work: () => Promise<Answer>) => Promise<Answer> {
  const queue = createFairQueue({ maxConcurrent: limit, maxPerAccount: limit })
  // A caller who hangs up leaves the queue only with its turn: others may have joined its drawing.
  return (accountId, work) => queue.open(accountId, limit).run(work, new AbortController().signal)
}

/**
 * Stores a small picture in a transaction in which the preview's row cannot be removed. A removal locks the row, erases
 * the objects and deletes the row, so it comes either before, and nothing is stored, or after, and erases this object,
 * too. Does not wait for a removal's lock. Resolves to whether the picture was stored.
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
    // The lock may have been lost while storage was slow, and the row removed; then the object is erased again. Best
    // effort: the daily sweep erases objects without a row.
    await isPreviewThere({ db }, previewId)
      .then((isThere) => (isThere ? undefined : storage.deletePrefix(capturePrefix(imageToken))))
      .catch(() => undefined)
    throw error
  }
}
