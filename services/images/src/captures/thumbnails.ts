import { keepCaptured } from '@pas/captures/lock-captures'
import { pictureKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Logger } from '@pas/runtime/logger'
import { DamagedObjectError, type Storage } from '@pas/storage/storage'
import { thumbnailDrawn } from '../events'
import { drawThumbnail, type ThumbnailSize } from './draw-thumbnail'
import type { Capture } from './get-capture'

/** Each occupies a processor; more would delay the pictures being streamed. */
const maxParallelDrawings = 2

/** Each occupies a connection to the database. */
const maxParallelStores = 4

const storeTimeouts = { maxWait: 3_000, timeout: 30_000 }

type ThumbnailOutcome =
  | 'stored'
  | 'no_picture'
  /** The preview was removed or made pending again, or is being removed. */
  | 'superseded'

export interface Thumbnails {
  /** Rejects when a store cannot be used, or the full picture cannot be decoded. */
  make(capture: Capture, size: ThumbnailSize): Promise<ThumbnailOutcome>
}

/** Accounts take turns. */
export function createThumbnails(deps: { db: Database; storage: Storage; logger: Logger }): Thumbnails {
  const { storage, logger } = deps
  const drawInTurn = createTurns(maxParallelDrawings)
  const storeInTurn = createTurns(maxParallelStores)
  const underway = new Map<string, Promise<ThumbnailOutcome>>()

  const draw = async (capture: Capture, size: ThumbnailSize): Promise<Buffer | null> => {
    const full = await treatDamagedAsMissing(storage.get(pictureKey(capture, 'full')))
    return full && drawThumbnail(full.body, size)
  }

  const make = async (capture: Capture, size: ThumbnailSize, askedAt: number): Promise<ThumbnailOutcome> => {
    const thumbnail = await drawInTurn(capture.accountId, () => draw(capture, size))
    if (!thumbnail) return 'no_picture'
    const isStored = await storeInTurn(capture.accountId, () => store(deps, capture, size, thumbnail))
    if (!isStored) return 'superseded'
    thumbnailDrawn(logger, { previewId: capture.previewId, size, ms: performance.now() - askedAt })
    return 'stored'
  }

  return {
    make: (capture, size) => {
      // Equal pictures of an email have one key.
      const key = pictureKey(capture, size)
      const joined = underway.get(key)
      if (joined) return joined
      const askedAt = performance.now()
      const making = make(capture, size, askedAt).finally(() => underway.delete(key))
      underway.set(key, making)
      return making
    },
  }
}

function createTurns(
  limit: number,
): <Answer>(accountId: number, work: () => Promise<Answer>) => Promise<Answer> {
  const queue = createFairQueue({ maxConcurrent: limit, maxPerAccount: limit })
  // Not aborted when a caller hangs up: others may have joined its drawing.
  return (accountId, work) => queue.open(accountId, limit).run(work, new AbortController().signal)
}

/** Locks the preview's row, as a removal does: a later one erases this object. False when the row is gone or being removed. */
function store(
  { db, storage }: { db: Database; storage: Storage },
  capture: Capture,
  size: ThumbnailSize,
  thumbnail: Buffer,
): Promise<boolean> {
  return db.$transaction(async (transaction) => {
    if (!(await keepCaptured({ db: transaction }, capture))) return false
    await storage.put(pictureKey(capture, size), thumbnail, 'image/png')
    return true
  }, storeTimeouts)
}

export async function treatDamagedAsMissing<Answer>(reading: Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DamagedObjectError) return null
    throw error
  }
}
