import { issueSecret, sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import OAuth2Server from 'oauth2-server'
import type { AskingApplication } from './asking-application'
import type { AuthorizationRequest } from './read-authorization-request'
import { unwrapped } from './unwrapped'

/** Contract §2: a code lives a minute. */
const codeLifetimeMs = 60_000

/** A user's yes, on which a code may be issued. */
export interface GrantedRequest {
  application: AskingApplication
  callbackUri: string
  userId: number
  request: AuthorizationRequest
}

/**
 * Issues an authorization code, stored as its hash and bound to application, user, challenge and `redirect_uri` as sent. The library
 * takes any call for a yes: call this after an approving POST or for a stored consent, and nowhere else.
 */
export async function issueAuthorizationCode(
  deps: { db: Database; clock: Clock },
  { application, callbackUri, userId, request }: GrantedRequest,
): Promise<string> {
  const server = new OAuth2Server({ model: codeModel(deps, application, userId, request) })
  // Only what was checked reaches the library; state and redirect are ours (contract §2: any string, and byte for byte).
  const query = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: callbackUri,
    scope: request.scope,
    ...(request.codeChallenge !== null && {
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
    }),
  }
  const { authorizationCode } = await unwrapped(
    server.authorize(
      new OAuth2Server.Request({ method: 'GET', headers: {}, query }),
      new OAuth2Server.Response(),
      { allowEmptyState: true, authenticateHandler: { handle: () => ({ id: userId }) } },
    ),
  )
  return authorizationCode
}

function codeModel(
  { db, clock }: { db: Database; clock: Clock },
  application: AskingApplication,
  userId: number,
  request: AuthorizationRequest,
): OAuth2Server.AuthorizationCodeModel {
  const client: OAuth2Server.Client = {
    id: String(application.id),
    grants: ['authorization_code'],
    redirectUris: [...application.callbackUris],
  }
  return {
    ...unusedByAuthorize,
    getClient: () => Promise.resolve(client),
    generateAuthorizationCode: () => Promise.resolve(issueSecret('authorizationCode')),
    saveAuthorizationCode: async (code) => {
      const { authorizationCode } = code
      const expiresAt = new Date(clock.now().getTime() + codeLifetimeMs)
      await db.authorizationCode.create({
        data: {
          codeHash: sha256(authorizationCode),
          oauthApplicationId: application.id,
          userId,
          // As sent: the library would store the registered URI when none was, and then ask for it at the exchange.
          redirectUri: request.redirectUri,
          scope: request.scope,
          codeChallenge: code.codeChallenge ?? null,
          expiresAt,
        },
      })
      return { ...code, client, user: { id: userId }, expiresAt }
    },
  }
}

/** The library's types ask one model for everything; these are never called on this path. */
const unusedByAuthorize = {
  getAccessToken: () => Promise.resolve(null),
  getAuthorizationCode: () => Promise.resolve(null),
  revokeAuthorizationCode: () => Promise.resolve(false),
  saveToken: () => Promise.resolve(null),
}
