import { pictureSizes, type PictureSize } from '@pas/captures/picture-sizes'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import type { Captured } from '@pas/captures/capture-state'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import {
  authenticate,
  authenticateIfSent,
  callerOf,
  emailCallerOf,
  type AuthenticationDeps,
} from '../authentication/authenticate'
import { parseBody, readJsonBody, unknownMembers, withWarnings } from '../http/json-body'
import { chooseFallback, withFallback } from './choose-fallback'
import { createWithinLimits, requestWhenFrozen } from './create-within-limits'
import { findCapturedPreview, getPreview, type PreviewDeps } from './get-preview'
import { getOpenEmail } from '../emulation/open-email'
import { retryFailedPreviews } from './retry-failed-previews'
import {
  configurationsResponse,
  parseEmailGuid,
  parsePreviewAddress,
  pictureUrl,
  prefetchNames,
  prefetchRequest,
  previewResponse,
  type PreviewAddress,
} from './schema'

/** docs/contract.md §4.10: a response may be cached for an hour at most, and never past the preview's end. */
const maxAnswerAgeSeconds = 3_600

const maxPrefetchBytes = 64 * 1024

/** 404 for a picture of no known size. Mount it after all routes of previews. */
export function unknownSizeRoute(): Router {
  return Router().all('/emails/:emailGuid/previews/:emailClient/:size', () => {
    throw new ApiError('not_found', `A preview has no such picture; there are ${pictureSizes.join(', ')}.`)
  })
}

/** Previews (docs/contract.md §4.1). Only retry needs a credential; the owner, with one, has limits of its own. */
export function previewRoutes(
  deps: AuthenticationDeps & PreviewDeps & Parameters<typeof chooseFallback>[0],
): Router {
  const router = Router()
  const authenticatedIfSent = authenticateIfSent(deps)
  router
    .route('/emails/:emailGuid/previews/prefetch')
    .post(authenticatedIfSent, async (req, res) => {
      // This route needs no credentials, so the body is read only for an email that exists.
      const email = await getOpenEmail(deps, parseEmailGuid(req.params.emailGuid))
      const body = await readJsonBody(req, { maxBytes: maxPrefetchBytes })
      const { configurations } = parseBody(prefetchRequest, body, prefetchNames)
      const captures = await createWithinLimits(deps, email, configurations, emailCallerOf(res))
      // The others were queued by the request that made their rows; the reconciler finds those whose job is lost.
      const newCaptures = captures.filter(({ isNew }) => isNew)
      if (newCaptures.length > 0) await requestWhenFrozen(deps, email, newCaptures)
      res.setHeader('Cache-Control', 'no-store')
      res.status(202).json({
        configurations: configurationsResponse(configurations),
        ...withWarnings(unknownMembers(body, prefetchNames)),
      })
    })
    .all(refuseOtherMethods('POST'))

  router
    .route('/emails/:emailGuid/previews/retry')
    .post(authenticate(deps), async (req, res) => {
      const { accountId } = callerOf(res).principal
      const email = await getOpenEmail(deps, parseEmailGuid(req.params.emailGuid), accountId)
      const configurations = await retryFailedPreviews(deps, email)
      res.setHeader('Cache-Control', 'no-store')
      res.status(202).json({ configurations: configurationsResponse(configurations) })
    })
    .all(refuseOtherMethods('POST'))

  router
    .route('/emails/:emailGuid/previews/:emailClient')
    .get(authenticatedIfSent, async (req, res) => {
      const address = parsePreviewAddress(req.params, req.query)
      const preview = await findOrCapture(deps, address, req, res)
      res.json(previewResponse(deps.config.imagesUrl, address.emailClient, preview))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  for (const size of pictureSizes) {
    router
      .route(`/emails/:emailGuid/previews/:emailClient/${size}`)
      .get(authenticatedIfSent, async (req, res) => {
        const address = parsePreviewAddress(req.params, req.query)
        const fallback = await chooseFallback(deps, { query: req.query, emailGuid: address.emailGuid, size })
        const preview = await withFallback(fallback, findOrCapture(deps, address, req, res))
        redirectToPicture(res, deps.config.imagesUrl, preview, size)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}

async function findOrCapture(
  deps: PreviewDeps,
  address: PreviewAddress,
  req: Request,
  res: Response,
): Promise<Captured> {
  // After a wait the connection is closed with the response, whatever its status.
  const onWait = (): unknown => res.setHeader('Connection', 'close')
  // Express answers HEAD through the GET route.
  const preview =
    req.method === 'HEAD'
      ? await findCapturedPreview(deps, address)
      : await getPreview(deps, address, { caller: emailCallerOf(res), signal: hungUpSignal(res), onWait })
  res.setHeader('Cache-Control', cacheControlOf(deps.clock, preview))
  return preview
}

/** docs/contract.md §4.1: a 301 with an empty body. Not `res.redirect`, which writes a body. */
function redirectToPicture(res: Response, imagesUrl: string, preview: Captured, size: PictureSize): void {
  res
    .status(301)
    .setHeader('Location', pictureUrl(imagesUrl, preview, size))
    .setHeader('Content-Length', 0)
    .end()
}

function cacheControlOf(clock: Clock, preview: Captured): string {
  const remainingMs = preview.capturedAt.getTime() + previewLifetimeMs - clock.now().getTime()
  const maxAgeSeconds = Math.min(maxAnswerAgeSeconds, Math.floor(remainingMs / 1000))
  return maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}` : 'no-store'
}
