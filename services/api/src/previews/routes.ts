import { pictureSizes, type PictureSize } from '@pas/capture-queue/frozen-email'
import { previewLifetimeMs } from '@pas/capture-queue/preview-lifetime'
import type { Clock } from '@pas/runtime/clock'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { findCapturedPreview, getPreview, type PreviewDeps } from './get-preview'
import {
  parsePreviewAddress,
  pictureUrl,
  previewResponse,
  type CapturedPreview,
  type PreviewAddress,
} from './schema'

/** Contract §4: a 301 may be cached for an hour at most, and never past the preview's end. */
const maxRedirectAgeSeconds = 3_600

export function previewRoutes(deps: PreviewDeps & { imagesUrl: string }): Router {
  const router = Router()
  router
    .route('/emails/:emailGuid/previews/:emailClient')
    .get(async (req, res) => {
      const address = parsePreviewAddress(req.params, req.query)
      const preview = await capturedPreview(deps, address, req, res)
      res.json(previewResponse(deps.imagesUrl, address.emailClient, preview))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  for (const size of pictureSizes) {
    router
      .route(`/emails/:emailGuid/previews/:emailClient/${size}`)
      .get(async (req, res) => {
        const preview = await capturedPreview(deps, parsePreviewAddress(req.params, req.query), req, res)
        redirectToPicture(res, deps.imagesUrl, preview, size)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}

async function capturedPreview(
  deps: PreviewDeps,
  address: PreviewAddress,
  req: Request,
  res: Response,
): Promise<CapturedPreview> {
  // Express answers HEAD through the GET route.
  const { preview, waited } =
    req.method === 'HEAD'
      ? { preview: await findCapturedPreview(deps, address), waited: false }
      : await getPreview(deps, address, hungUp(res))
  // Spec §4.7: after a wait the response is sent and the connection closed.
  if (waited) res.setHeader('Connection', 'close')
  res.setHeader('Cache-Control', `public, max-age=${redirectAgeSeconds(deps.clock, preview)}`)
  return preview
}

/** Spec §4.7: 301 with an empty body, which `res.redirect` would not leave empty. */
function redirectToPicture(
  res: Response,
  imagesUrl: string,
  preview: CapturedPreview,
  size: PictureSize,
): void {
  res
    .status(301)
    .setHeader('Location', pictureUrl(imagesUrl, preview, size))
    .end()
}

function redirectAgeSeconds(clock: Clock, preview: CapturedPreview): number {
  const leftMs = preview.capturedAt.getTime() + previewLifetimeMs - clock.now().getTime()
  return Math.min(maxRedirectAgeSeconds, Math.floor(leftMs / 1000))
}

/** Aborts when the caller goes away before the answer. */
function hungUp(res: Response): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    controller.abort()
  })
  return controller.signal
}
