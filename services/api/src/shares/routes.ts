import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type RequestHandler } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { countChange } from '../limits/count-request'
import { neverCached } from '../http/never-cached'
import { parseEmailGuid } from '../previews/schema'
import { parseBody, readJsonBody, unknownMembers, withWarnings } from '../http/json-body'
import { createShare } from './create-share'
import { getShare, listShares, revokeOwnShare } from './find-shares'
import { readShared } from './read-shared'
import {
  createShareRequest,
  parseShareId,
  sharedResponse,
  shareListQuery,
  shareNames,
  shareResponse,
} from './schema'
import { visitorAddress } from './visitor-address'

/** docs/contract.md §4.16: a larger body is a 413. */
const maxBodyBytes = 64 * 1024

/** Share links (docs/contract.md §4.13). Readers need no credential. */
export function shareRoutes(
  deps: AuthenticationDeps &
    Parameters<typeof createShare>[0] &
    Parameters<typeof countChange>[0] &
    Parameters<typeof readShared>[0] & { config: { instantUrl: string; imagesUrl: string } },
): Router {
  const router = Router()
  const authenticated = authenticate(deps)
  const listResponse = ({ shares, next }: Awaited<ReturnType<typeof listShares>>) => ({
    shares: shares.map((share) => shareResponse(share, deps.clock.now())),
    ...(next !== null && { next }),
  })
  const counted = countChange(deps)
  router
    .route('/emails/:emailGuid/shares')
    .post(authenticated, neverCached, counted, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const body = await readJsonBody(req, { maxBytes: maxBodyBytes })
      const input = parseBody(createShareRequest, body, shareNames)
      const { principal, auditActor } = callerOf(res)
      const maker = { ...principal, actor: auditActor, ip: req.ip ?? '' }
      const { share, url } = await createShare(deps, maker, { emailGuid, ...input }, hungUpSignal(res))
      const warnings = unknownMembers(body, shareNames)
      res.setHeader('Location', `${deps.config.instantUrl}/shares/${share.id}`)
      res.status(201).json({ ...shareResponse(share, deps.clock.now()), url, ...withWarnings(warnings) })
    })
    .get(authenticated, neverCached, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const { accountId } = callerOf(res).principal
      const list = await listShares(deps, { accountId, emailGuid }, shareListQuery.parse(req.query))
      res.json(listResponse(list))
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route('/shares')
    .get(authenticated, neverCached, async (req, res) => {
      const { accountId } = callerOf(res).principal
      const list = await listShares(deps, { accountId }, shareListQuery.parse(req.query))
      res.json(listResponse(list))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/shares/:shareId')
    .get(authenticated, neverCached, async (req, res) => {
      const id = parseShareId(req.params.shareId)
      const share = await getShare(deps, callerOf(res).principal.accountId, id)
      res.json(shareResponse(share, deps.clock.now()))
    })
    .delete(authenticated, neverCached, counted, async (req, res) => {
      const id = parseShareId(req.params.shareId)
      const { principal, auditActor } = callerOf(res)
      const caller = { accountId: principal.accountId, actor: auditActor, ip: req.ip ?? '' }
      await revokeOwnShare(deps, caller, id)
      res.status(204).end()
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'DELETE'))
  router
    .route('/shared/:token')
    .get(neverCached, hideToken, async (req, res) => {
      const shared = await readShared(deps, req.params.token ?? '', await visitorAddress(deps, req))
      if (!isHungUp(res)) res.json(sharedResponse(deps.config.imagesUrl, shared))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

/** The address holds the token: search engines must not list it, nor browsers tell it to other sites. */
const hideToken: RequestHandler = (_req, res, next) => {
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  next()
}
