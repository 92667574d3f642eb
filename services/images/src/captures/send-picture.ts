import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '@pas/runtime/logger'
import { StorageUnavailableError, type OpenedObject } from '@pas/storage/storage'
import type { Request, Response } from 'express'
import { slowCallerEnded } from '../events'
import type { PicturePlaces } from './picture-places'

export interface CallerTimeouts {
  /** Time in which the caller reads no byte. */
  idleTimeoutMs: number
  /** The default allows 16 MiB at 20 KB/s. */
  totalTimeoutMs: number
}

export const defaultCallerTimeouts: CallerTimeouts = { idleTimeoutMs: 60_000, totalTimeoutMs: 840_000 }

class SlowCallerError extends Error {
  override name = 'SlowCallerError'
  constructor(readonly reason: 'idle' | 'total') {
    super(`the caller was too slow: ${reason}`)
  }
}

export interface SendDeps {
  logger: Logger
  callerTimeouts: CallerTimeouts
  picturePlaces: PicturePlaces
}

/**
 * Sets headers when the first bytes are read: a store that fails before gives an error answer, a later failure cuts the
 * picture off. Rejects with a `StorageUnavailableError`. Throws 429 or 503 without a place.
 */
export async function sendPicture(
  { logger, callerTimeouts, picturePlaces }: SendDeps,
  req: Request,
  res: Response,
  { stream, etag, contentLength }: OpenedObject,
  cacheControl: string,
): Promise<void> {
  const isFresh = namesETag(req.get('If-None-Match') ?? '', etag)
  const hasBody = !isFresh && req.method !== 'HEAD'
  const giveBack = hasBody ? takePlace(picturePlaces, req, stream, contentLength) : null
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
    const timer = setTimeout(() => res.destroy(new SlowCallerError('total')), callerTimeouts.totalTimeoutMs)
    // Restarts when bytes leave the socket's queue, so it measures how long the caller reads nothing.
    res.setTimeout(callerTimeouts.idleTimeoutMs, () => res.destroy(new SlowCallerError('idle')))
    await pipeline(stream, res).finally(() => clearTimeout(timer))
  } catch (error) {
    if (error instanceof SlowCallerError) slowCallerEnded(logger, error.reason)
    // A premature close: the caller went away, which is no failure of ours.
    else if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      throw new StorageUnavailableError('the picture broke off', { cause: error })
  } finally {
    giveBack?.()
  }
}

function takePlace(
  picturePlaces: PicturePlaces,
  { ip }: Request,
  stream: Readable,
  contentLength: number,
): () => void {
  try {
    return picturePlaces.take(ip, contentLength)
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/**
 * Weak comparison (RFC 9110 §13.1.2). Not `req.fresh`, which is false with the request's `Cache-Control: no-cache`;
 * `fetch` adds that to conditional requests.
 */
function namesETag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true
}
