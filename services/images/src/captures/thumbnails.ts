import { createHash } from 'node:crypto'
import { isPreviewThere } from '@pas/captures/find-previews'
import { keepCaptured } from '@pas/captures/lock-captures'
import { capturePrefix, pictureKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Logger } from '@pas/runtime/logger'
import { DamagedObjectError, type Storage } from '@pas/storage/storage'
import { LRUCache } from 'lru-cache'
import { thumbnailDrawn } from '../events'
import { drawThumbnail, type ThumbnailSize } from './draw-thumbnail'
import type { Capture } from './get-capture'

/** Each occupies a processor; more would delay the pictures being streamed. */
const maxParallelDrawings = 2

/** Each occupies a connection to the database. */
const maxParallelStores = 4

/** Drawn thumbnails are kept in memory for equal pictures. */
const keptMs = 60_000
const keptBytes = 32 * 1024 * 1024

const storeTimeouts = { maxWait: 3_000, timeout: 30_000 }

type ThumbnailOutcome =
  | 'stored'
  | 'no_picture'
  /** The preview was removed or made pending again, or is being removed. */
  | 'superseded'

interface DrawingContext {
  /** `forceFetch` calls it before it returns, or never. */
  begin: () => Promise<Buffer>
}

interface Drawing {
  drawing: Promise<Buffer>
  /** A request for an equal picture began it. */
  isShared: boolean
}

export interface Thumbnails {
  /** Rejects when a store cannot be used, or the full picture cannot be decoded. */
  make(capture: Capture, size: ThumbnailSize): Promise<ThumbnailOutcome>
}

/** An account's equal pictures share a drawing: many email clients draw an email alike. Accounts take turns. */
export function createThumbnails(deps: { db: Database; storage: Storage; logger: Logger }): Thumbnails {
  const { storage, logger } = deps
  const drawInTurn = createTurns(maxParallelDrawings)
  const storeInTurn = createTurns(maxParallelStores)
  const underway = new Map<string, Promise<ThumbnailOutcome>>()
  const drawings = new LRUCache<string, Buffer, DrawingContext>({
    ttl: keptMs,
    ttlAutopurge: true,
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => context.begin(),
    // An evicted drawing still serves the requests that wait for it.
    ignoreFetchAbort: true,
  })

  const draw = (capture: Capture, size: ThumbnailSize): Promise<Drawing | null> =>
    drawInTurn(capture.accountId, async () => {
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
      // The cache keeps the contexts of waiting requests; without `begin` they keep no full picture in memory.
      context.begin = cannotBegin
      // A request that waits for another's drawing gives its turn back.
      if (!isShared) await drawing
      return { drawing, isShared }
    })

  const make = async (capture: Capture, size: ThumbnailSize, askedAt: number): Promise<ThumbnailOutcome> => {
    const drawn = await draw(capture, size)
    if (!drawn) return 'no_picture'
    const thumbnail = await drawn.drawing
    const isStored = await storeInTurn(capture.accountId, () => store(deps, capture, size, thumbnail))
    if (!isStored) return 'superseded'
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

function createTurns(
  limit: number,
): <Answer>(accountId: number, work: () => Promise<Answer>) => Promise<Answer> {
  const queue = createFairQueue({ maxConcurrent: limit, maxPerAccount: limit })
  // Not aborted when a caller hangs up: others may have joined its drawing.
  return (accountId, work) => queue.open(accountId, limit).run(work, new AbortController().signal)
}

/**
 * Locks the preview's row, as a removal does: after a removal nothing is stored, and a later one erases this object.
 * False when the row is gone or being removed.
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
    // The lock may have been lost while storage was slow, and the row removed. Best effort: the daily sweep erases
    // objects without a row.
    await isPreviewThere({ db }, previewId)
      .then((isThere) => (isThere ? undefined : storage.deletePrefix(capturePrefix(imageToken))))
      .catch(() => undefined)
    throw error
  }
}

export async function treatDamagedAsMissing<Answer>(reading: Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DamagedObjectError) return null
    throw error
  }
}
