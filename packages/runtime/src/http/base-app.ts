import { randomUUID } from 'node:crypto'
import express, { type Express, type RequestHandler } from 'express'
import { asAddress } from '../caller'
import { ApiError } from '../errors'
import type { Logger } from '../logger'
import { requestEnded } from './events'
import type { HttpConfig } from '@pas/settings/http'
import { endedStatus } from './hung-up'
import { probePaths, routeOf, traceRequest } from './trace-request'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
    }
  }
}

/**
 * Express with a request id, trace and log line per request, security headers, and no answers over plain HTTP. Add
 * routes, and `errorResponder` last.
 */
export function createBaseApp({
  http,
  logger,
  plainPages,
}: {
  http: Pick<HttpConfig, 'trustProxy' | 'hstsIncludesSubdomains'>
  logger: Logger
  /** What GET and HEAD over plain HTTP get (docs/contract.md §1). */
  plainPages: { redirectTo: string } | 'refuse'
}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', [...http.trustProxy])
  app.set('query parser', 'simple')
  app.use(
    traceRequest,
    (req, _res, next) => asAddress(req.ip, next),
    identifyRequest(logger),
    refusePlainHttp(plainPages, strictTransportSecurity(http)),
  )
  return app
}

/** docs/contract.md §1: one year, the minimum of browsers' preload lists. RFC 6797 §6.1.2: includeSubDomains. */
const strictTransportSecurity = ({
  hstsIncludesSubdomains,
}: Pick<HttpConfig, 'hstsIncludesSubdomains'>): string =>
  `max-age=31536000${hstsIncludesSubdomains ? '; includeSubDomains' : ''}`

function identifyRequest(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const requestId = randomUUID()
    const startedAt = performance.now()
    res.locals.requestId = requestId
    res.setHeader('X-Request-Id', requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.once('close', () => {
      const { method } = req
      const ended = {
        requestId,
        method,
        route: routeOf(req),
        status: endedStatus(res),
        answered: res.writableFinished,
      }
      const endedAt = performance.now()
      const { streamBeganAt = endedAt } = res.locals
      requestEnded(logger, ended, { ms: endedAt - startedAt, measuredMs: streamBeganAt - startedAt })
    })
    next()
  }
}

function refusePlainHttp(plainPages: { redirectTo: string } | 'refuse', hsts: string): RequestHandler {
  return (req, res, next) => {
    if (req.secure) {
      res.setHeader('Strict-Transport-Security', hsts)
      next()
      return
    }
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    // An orchestrator probes without the proxy that terminates TLS. Probes hold no secret.
    if (isRead && probePaths.has(req.path)) {
      next()
      return
    }
    const isPage = isRead && req.originalUrl.startsWith('/')
    if (plainPages !== 'refuse' && isPage) {
      res.redirect(308, `${plainPages.redirectTo}${req.originalUrl}`)
      return
    }
    throw new ApiError('insecure_transport', 'This service answers over HTTPS only.')
  }
}
