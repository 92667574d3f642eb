import type { AuditNotes } from '@pas/accounts/audit-notes'
import type { Logger } from '@pas/runtime/logger'
import { Router, type Request, type RequestHandler } from 'express'
import { tokensRequested } from '../events'
import { fullScope } from '../oauth/assert-scope-full'
import { OAuthError, oauthErrorResponder } from '../oauth/errors'
import type { Throttle } from '../throttle/open-throttle'
import { assertAuthenticated, findApplicationRow } from './authenticated-application'
import { createCodeBatches, type CodeBatches } from './code-batches'
import { exchangeCode } from './exchange-code'
import { withinFailureLimit } from './failure-limit'
import { tokenResponse, type IssuedTokens } from './issued-tokens'
import { readBodyParameters } from './read-body-parameters'
import { readClientCredentials } from './read-client-credentials'
import { revokeToken } from './revoke-token'
import { rotateRefreshToken } from './rotate-refresh-token'
import type { GrantDeps, TokenRequest } from './token-request'

export function tokenRoutes(
  deps: GrantDeps & {
    config: { authUrl: string }
    logger: Logger
    throttle: Throttle
    refusalTrail: AuditNotes
  },
): Router {
  const grantDeps = { ...deps, codes: createCodeBatches(deps) }
  const router = Router()
  router
    .route('/oauth/token')
    .post(forbidStoring, async (req, res) => {
      const request = await readTokenRequest(req)
      const grant = withinFailureLimit(deps, request, () => grantTokens(grantDeps, request))
      const tokens = await tokensRequested(request.parameters.get('grant_type'), grant)
      res.json(tokenResponse(tokens))
    })
    .all(refuseMethodsBut('POST'))
  router
    .route('/oauth/revoke')
    .post(forbidStoring, async (req, res) => {
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

function grantTokens(deps: GrantDeps & { codes: CodeBatches }, request: TokenRequest): Promise<IssuedTokens> {
  const grantType = request.parameters.get('grant_type')
  if (grantType === 'authorization_code') return exchangeCode(deps, request)
  if (grantType === 'refresh_token') return rotateRefreshToken(deps, request)
  return refuseUnknownGrant(deps, request)
}

/** RFC 6749 §5.2: failed authentication is `invalid_client` first. */
async function refuseUnknownGrant(
  deps: GrantDeps,
  { credentials, parameters }: TokenRequest,
): Promise<IssuedTokens> {
  assertAuthenticated(await findApplicationRow(deps, credentials.clientId), credentials)
  throw parameters.has('grant_type')
    ? new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are offered.')
    : new OAuthError('invalid_request', 'grant_type is missing; send authorization_code or refresh_token.')
}

/** RFC 8414 §2: where OAuth libraries find the endpoints. */
function serverMetadata(authUrl: string) {
  const authMethods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    scopes_supported: [fullScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
  }
}

/** RFC 6749 §5.1. */
const forbidStoring: RequestHandler = (_req, res, next) => {
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
