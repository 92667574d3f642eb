import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import { pictureSizes } from '@pas/captures/picture-sizes'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { sendPicture } from '../captures/send-picture'

const cacheControl = 'public, max-age=86400'

/**
 * `GET` and `HEAD` of the picture that says that a preview is not available; needs no store. Sent as every other
 * picture is: `express.static` passes over a path that is spelt otherwise, and throws at a range or a condition that
 * does not fit.
 */
export function fallbackRoutes(deps: Parameters<typeof sendPicture>[0]): Router {
  const router = Router()
  for (const size of pictureSizes) {
    const picturePath = fallbackPicturePath(size)
    const body = readFileSync(path.join(__dirname, '../assets', picturePath))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    router
      .route(`/${picturePath}`)
      .get((req, res) => {
        const stream = Readable.from([body])
        const picture = { stream, etag, contentLength: body.byteLength, contentType: 'image/png' }
        return sendPicture(deps, req, res, picture, cacheControl)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}
