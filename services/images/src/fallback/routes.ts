import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import { pictureSizes } from '@pas/captures/picture-sizes'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { sendPicture, type SendDeps } from '../captures/send-picture'

const cacheControl = 'public, max-age=86400'

/**
 * Not `express.static`, which finds no file for another spelling of the path, and refuses ranges and conditions that do
 * not fit.
 */
export function fallbackRoutes(deps: SendDeps): Router {
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
