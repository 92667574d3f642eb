import { pictureKey } from '@pas/captures/storage-keys'
import { pictureSizes, type PictureSize } from '@pas/captures/picture-sizes'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { getCapture } from './get-capture'
import { openPicture, type PictureDeps } from './open-picture'
import { sendPicture, type CallerTimeouts } from './send-picture'
import { createThumbnails } from './thumbnails'

export type CaptureDeps = Omit<PictureDeps, 'thumbnails'> & { callerPatience: CallerTimeouts }

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
        const cacheControl = `public, max-age=${Math.floor(capture.remainingMs / 1000)}, immutable`
        await sendPicture(deps, req, res, picture, cacheControl)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}

/** The same path as in storage, so that a 301 can be made from the key. */
function routePath(size: PictureSize): string {
  return `/${pictureKey(':imageToken', size)}`
}
