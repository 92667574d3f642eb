import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '@pas/runtime/logger'
import { StorageUnavailableError, type OpenedObject } from '@pas/storage/storage'
import type { Request, Response } from 'express'
import { slowCallerEnded } from '../events'

/** How slow a caller may be. */
export interface CallerTimeouts {
  /** Without a byte read: a caller who has gone without a word, or holds a connection for its own sake. */
  idleTimeoutMs: number
  /** For a whole picture: 16 MiB at 20 KB/s. */
  totalTimeoutMs: number
}

export const defaultCallerPatience: CallerTimeouts = { idleTimeoutMs: 60_000, totalTimeoutMs: 840_000 }

/** We ended the answer: the caller read too slowly. */
class SlowCallerError extends Error {
  override name = 'SlowCallerError'
  constructor(readonly reason: 'idle' | 'total') {
    super(`the caller was too slow: ${reason}`)
  }
}

/**
 * Answers GET and HEAD with a picture, a caller who has it with 304. Nothing is said of the picture before its first
 * bytes are there, so that a store that fails by then is an error like any other: rejects with a
 * `StorageUnavailableError`. Later the answer breaks off.
 */
export async function sendPicture(
  { logger, callerPatience }: { logger: Logger; callerPatience: CallerTimeouts },
  req: Request,
  res: Response,
  { stream, etag, contentLength }: OpenedObject,
  cacheControl: string,
): Promise<void> {
  const isFresh = namesETag(req.get('If-None-Match') ?? '', etag)
  const hasBody = !isFresh && req.method !== 'HEAD'
  try {
    if (hasBody) await once(stream, 'readable')
    res.setHeader('Content-Type', 'image/png')
    res.setHeader('ETag', etag)
    res.setHeader('Cache-Control', cacheControl)
    if (!isFresh) res.setHeader('Content-Length', contentLength)
    if (!hasBody) {
      stream.destroy()
      res.status(isFresh ? 304 : 200).end()
      return
    }
    const timer = setTimeout(() => res.destroy(new SlowCallerError('total')), callerPatience.totalTimeoutMs)
    // Node takes bytes that leave the socket's queue for a sign of life.
    res.setTimeout(callerPatience.idleTimeoutMs, () => res.destroy(new SlowCallerError('idle')))
    await pipeline(stream, res).finally(() => clearTimeout(timer))
  } catch (error) {
    if (error instanceof SlowCallerError) slowCallerEnded(logger, error.reason)
    // A caller who goes away is not a failure of ours either.
    else if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      throw new StorageUnavailableError('the picture broke off', { cause: error })
  }
}

/**
 * RFC 9110 §13.1.2, by weak comparison. Express's own `req.fresh` also obeys a request's `Cache-Control: no-cache`,
 * which speaks to caches on the way and which `fetch` adds to every conditional request.
 */
function namesETag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true
}
