import { picturePath } from '@pas/captures/storage-keys'
import { pictureSizes, type PictureSize } from '@pas/captures/picture-sizes'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { getCapture } from './get-capture'
import { openPicture, type PictureDeps } from './open-picture'
import { sendPicture, type SendDeps } from './send-picture'
import { createThumbnails } from './thumbnails'

export function captureRoutes(deps: PictureDeps & SendDeps): Router {
  const router = Router()
  const thumbnails = createThumbnails(deps)
  for (const size of pictureSizes) {
    router
      .route(routePath(size))
      .get(async (req, res) => {
        const capture = await getCapture(deps, String(req.params.imageToken))
        const picture = await openPicture(deps, thumbnails, capture, size)
        const cacheControl = `public, max-age=${Math.floor(capture.remainingMs / 1000)}, immutable`
        await sendPicture(deps, req, res, picture, cacheControl)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}

function routePath(size: PictureSize): string {
  return `/${picturePath(':imageToken', size)}`
}
