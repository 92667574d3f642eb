import path from 'node:path'
import { pictureKey } from '@pas/captures/storage-keys'
import { ApiError } from '@pas/runtime/errors'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import type { Storage } from '@pas/storage/storage'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import { pictureUnreadable } from '../errors'
import { pictureNotFound, type Capture } from '../captures/get-capture'
import { treatDamagedAsMissing } from '../captures/thumbnails'
import { differenceMade } from '../events'
import type * as DifferenceThread from './difference-thread'
import type { ComparedInThread, PicturesToCompare } from './difference-thread'
import type { Pair } from './find-pair'

export type DifferenceForm = PicturesToCompare['form']

export interface Differences extends Closeable {
  /** Throws 413 for pictures of more than 24 megapixels, 404 for one that is lost, and 503 when it takes too long. */
  make(pair: Pair, form: DifferenceForm): Promise<Uint8Array>
  close(): Promise<void>
}

/** The compiled file also in tests: worker threads load JavaScript only. */
const threadFile = path.join(__dirname, '../../dist/differences/difference-thread.js')

/** Ten times what two pictures of 24 megapixels take. */
const timeoutMs = 30_000
/** Its own thread, so that the pictures being sent do not wait. */
const idleThreadMs = 30_000
const maxThreadHeapMb = 512
/** Accepting requests and sending pictures go first: nice(2). */
const niceIncrement = 5

/** Answers are the same for ever, and browsers keep them; these are for the moment in which several ask. */
const keptMs = 60_000
const keptBytes = 16 * 1024 * 1024

/** Compares pictures in a thread, one pair at a time; accounts take turns, and equal requests share one comparison. */
export function openDifferences({ storage, logger }: { storage: Storage; logger: Logger }): Differences {
  const threads = new Piscina({
    filename: threadFile,
    // No secrets: pictures come from less trusted processes.
    env: {},
    minThreads: 0,
    maxThreads: 1,
    niceIncrement,
    idleTimeout: idleThreadMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'an idle comparing thread died'))
  const queue = createFairQueue({ maxConcurrent: 1, maxPerAccount: 1 })
  const underway = new Map<string, Promise<Uint8Array>>()
  const kept = new LRUCache<string, Uint8Array>({
    ttl: keptMs,
    ttlAutopurge: true,
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  })

  const read = async (capture: Capture): Promise<Buffer> => {
    const full = await treatDamagedAsMissing(storage.get(pictureKey(capture, 'full')))
    if (!full) throw pictureNotFound()
    return full.body
  }

  async function compare({ base, head }: Pair, form: DifferenceForm): Promise<Uint8Array> {
    const askedAt = performance.now()
    const signal = AbortSignal.timeout(timeoutMs)
    const work = async (): Promise<ComparedInThread> => {
      const pictures: PicturesToCompare = { base: await read(base), head: await read(head), form }
      return (await threads.run(pictures, {
        name: 'compareInThread' satisfies keyof typeof DifferenceThread,
        signal,
      })) as ComparedInThread
    }
    const compared = await queue
      .open(head.accountId, 1)
      .run(work, signal)
      .catch((error: unknown) => {
        if (signal.aborted) throw pictureUnreadable(error)
        throw error
      })
    if ('tooLarge' in compared)
      throw new ApiError('payload_too_large', 'Pictures of more than 24 megapixels are not compared.', {
        cause: new Error(compared.tooLarge),
      })
    differenceMade(logger, { previewId: head.previewId, form, ms: performance.now() - askedAt })
    return compared.body
  }

  return {
    make: (pair, form) => {
      const key = `${pair.head.imageToken} ${pair.base.imageToken} ${form}`
      const known = kept.get(key)
      if (known) return Promise.resolve(known)
      const joined = underway.get(key)
      if (joined) return joined
      const making = compare(pair, form)
        .then((body) => {
          kept.set(key, body)
          return body
        })
        .finally(() => underway.delete(key))
      underway.set(key, making)
      return making
    },
    close: () => threads.destroy(),
  }
}
