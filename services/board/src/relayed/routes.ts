import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { relayPicture, type RelayDeps } from './relay-picture'
import { isRelayed } from '../relayed-path'

/**
 * The pictures that this board's pages show, at their paths of the image service. They need no session, as there: the
 * reader of a share link has none, and only who was told a path knows it.
 */
export function relayedRoutes(deps: RelayDeps): Router {
  const router = Router()
  for (const path of ['/captures/:imageToken/:file', '/captures/:imageToken/from/:file']) {
    router
      .route(path)
      .get((req, res, next) => (isRelayed(req.path) ? relayPicture(deps, req, res) : next('route')))
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}
