import { pipeline } from 'node:stream/promises'
import { pictureKey, pictureSizes, type PictureSize } from '@pas/capture-queue/frozen-email'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { StorageUnavailableError, type OpenedObject } from '@pas/storage/storage'
import { Router, type Request, type Response } from 'express'
import { getCapture } from './get-capture'
import { openPicture, type PictureDeps } from './open-picture'
import { createThumbnails } from './thumbnails'

export type CaptureDeps = Omit<PictureDeps, 'thumbnails'>

/** `GET` and `HEAD` of a picture, by the path that a preview's 301 names. */
export function captureRoutes(deps: CaptureDeps): Router {
  const router = Router()
  const thumbnails = createThumbnails(deps)
  for (const size of pictureSizes) {
    router
      .route(routePath(size))
      .get(async (req, res) => {
        const capture = await getCapture(deps, String(req.params.imageToken))
        const picture = await openPicture({ ...deps, thumbnails }, capture, size)
        res.setHeader('Content-Type', 'image/png')
        res.setHeader('ETag', picture.etag)
        res.setHeader('Cache-Control', `public, max-age=${Math.floor(capture.remainingMs / 1000)}, immutable`)
        await sendPicture(req, res, picture)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}

/** The same path as in storage, so that a 301 can be made from the key. */
function routePath(size: PictureSize): string {
  return `/${pictureKey(':imageToken', size)}`
}

async function sendPicture(req: Request, res: Response, picture: OpenedObject): Promise<void> {
  const isFresh = namesETag(req.get('If-None-Match') ?? '', picture.etag)
  if (!isFresh) res.setHeader('Content-Length', picture.contentLength)
  if (isFresh || req.method === 'HEAD') {
    picture.stream.destroy()
    res.status(isFresh ? 304 : 200).end()
    return
  }
  try {
    await pipeline(picture.stream, res)
  } catch (error) {
    // A caller who goes away is not a failure of ours.
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
    throw new StorageUnavailableError('the picture broke off', { cause: error })
  }
}

/**
 * RFC 9110 §13.1.2, by weak comparison. Express's own `req.fresh` also obeys a request's `Cache-Control: no-cache`, which speaks to
 * caches on the way and which `fetch` adds to every conditional request.
 */
function namesETag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true
}
