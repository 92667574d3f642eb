import type { AuditNotes } from '@pas/accounts/audit-notes'
import type { Logger } from '@pas/runtime/logger'
import { Router, type Request, type RequestHandler } from 'express'
import { tokensRequested } from '../events'
import { OAuthError, oauthErrorResponder } from '../oauth/errors'
import { serverMetadata } from '../oauth/server-metadata'
import type { Throttle } from '../throttle/open-throttle'
import { createCodeBatches } from './code-batches'
import { exchangeCode } from './exchange-code'
import { withinFailureLimit } from './failure-limit'
import { tokenResponse } from './issued-tokens'
import { readBodyParameters } from './read-body-parameters'
import { readClientCredentials } from './read-client-credentials'
import { refuseUnknownGrant } from './refuse-unknown-grant'
import { revokeToken } from './revoke-token'
import { rotateRefreshToken } from './rotate-refresh-token'
import type { GrantDeps, TokenRequest } from './token-request'

interface TokenDeps extends GrantDeps {
  config: { authUrl: string; accessTokenTtlSeconds: number }
  logger: Logger
  throttle: Throttle
  refusalTrail: AuditNotes
}

/** What applications call from their servers: `POST /oauth/token`, `POST /oauth/revoke` and the metadata. */
export function tokenRoutes(deps: TokenDeps): Router {
  const grantDeps = { ...deps, codes: createCodeBatches(deps) }
  const router = Router()
  router
    .route('/oauth/token')
    .post(neverStored, async (req, res) => {
      const request = await readTokenRequest(req)
      const grant = withinFailureLimit(deps, request, () => grantOf(request)(grantDeps, request))
      const tokens = await tokensRequested(request.parameters.get('grant_type'), grant)
      res.json(tokenResponse(tokens))
    })
    .all(refuseMethodsBut('POST'))
  router
    .route('/oauth/revoke')
    .post(neverStored, async (req, res) => {
      const request = await readTokenRequest(req)
      await withinFailureLimit(deps, request, () => revokeToken(deps, request))
      res.json({})
    })
    .all(refuseMethodsBut('POST'))
  router
    .route('/.well-known/oauth-authorization-server')
    .get((_req, res) => {
      res.set('Cache-Control', 'public, max-age=300').json(serverMetadata(deps.config.authUrl))
    })
    .all(refuseMethodsBut('GET', 'HEAD'))
  router.use(oauthErrorResponder(deps.logger))
  return router
}

async function readTokenRequest(req: Request): Promise<TokenRequest> {
  const parameters = await readBodyParameters(req)
  return { credentials: readClientCredentials(req, parameters), parameters, ip: req.ip ?? null }
}

function grantOf({ parameters }: TokenRequest) {
  const grantType = parameters.get('grant_type')
  if (grantType === 'authorization_code') return exchangeCode
  if (grantType === 'refresh_token') return rotateRefreshToken
  return refuseUnknownGrant
}

/** RFC 6749 §5.1: answers with tokens must not be cached. */
const neverStored: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  next()
}

function refuseMethodsBut(...allowed: string[]): RequestHandler {
  const allow = allowed.join(', ')
  return ({ method }) => {
    throw new OAuthError('invalid_request', `${method} is not offered here, only ${allow}.`, {
      status: 405,
      headers: { Allow: allow },
    })
  }
}
