import { issueSecret, sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Response } from 'express'
import OAuth2Server from 'oauth2-server'
import type { ActiveApplication } from './active-application'
import { callbackLocation } from './callback-location'
import type { CallbackTarget } from './errors'
import type { AuthorizationRequest } from './read-authorization-request'
import { unwrapped } from './unwrapped'

/** docs/contract.md §2: a code is valid for 60 seconds. */
const codeLifetimeMs = 60_000

/** An authorization request to which the user has given consent, so that a code may be issued. */
export interface GrantedRequest {
  application: ActiveApplication
  callbackUri: string
  userId: number
  /**
   * The session id in clear text, as in the cookie: the session in which consent was given, or an earlier consent was
   * found.
   */
  sessionId: string
  request: AuthorizationRequest
}

/**
 * Issues an authorization code, stored as its hash and bound to application, user, challenge and `redirect_uri` as
 * sent. Call it only after an approving POST or for a stored consent: oauth2-server does not ask for one. Resolves to
 * null when the session has ended or the consent was taken back. The statement locks both rows until the code is
 * committed, so that ending either also ends the code.
 */
export async function issueAuthorizationCode(
  deps: { db: Database; clock: Clock },
  granted: GrantedRequest,
): Promise<string | null> {
  const { application, callbackUri, userId, request } = granted
  let isStored = false
  const store = async (code: string, codeChallenge: string | null, expiresAt: Date): Promise<void> => {
    isStored = await storeCode(deps, granted, { code, codeChallenge, expiresAt })
  }
  const server = new OAuth2Server({ model: codeModel(deps, application, userId, store) })
  // Only checked parameters reach oauth2-server. We write state and redirect ourselves: docs/contract.md §2 allows any
  // string as state, and keeps the registered URI byte for byte.
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
  return isStored ? authorizationCode : null
}

/** RFC 6749 §4.1.2: redirects to the application's callback URI with the code. */
export function redirectWithCode(
  res: Response,
  status: 302 | 303,
  { callbackUri, state }: CallbackTarget,
  code: string,
): void {
  const location = callbackLocation(callbackUri, { code, state })
  res.status(status).set({ Location: location, 'Cache-Control': 'no-store' }).end()
}

async function storeCode(
  { db, clock }: { db: Database; clock: Clock },
  { application, userId, sessionId, request }: GrantedRequest,
  { code, codeChallenge, expiresAt }: { code: string; codeChallenge: string | null; expiresAt: Date },
): Promise<boolean> {
  // redirect_uri as sent, null when left out: oauth2-server would store the registered URI then, and require it at the
  // exchange.
  const stored = await db.$executeRaw`
    INSERT INTO authorization_codes
           (code_hash, oauth_application_id, user_id, redirect_uri, scope, code_challenge, expires_at)
    SELECT ${sha256(code)}::bytea, c.oauth_application_id, c.user_id, ${request.redirectUri}::text, ${request.scope}::text,
           ${codeChallenge}::text, ${expiresAt}::timestamptz
      FROM sessions s JOIN consents c ON c.user_id = s.user_id
     WHERE s.id_hash = ${sha256(sessionId)}::bytea AND s.user_id = ${userId}::int AND s.expires_at > ${clock.now()}::timestamptz
       AND c.oauth_application_id = ${application.id}::int
       FOR KEY SHARE OF s, c`
  return stored === 1
}

function codeModel(
  { clock }: { clock: Clock },
  application: ActiveApplication,
  userId: number,
  store: (code: string, codeChallenge: string | null, expiresAt: Date) => Promise<void>,
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
      const expiresAt = new Date(clock.now().getTime() + codeLifetimeMs)
      await store(code.authorizationCode, code.codeChallenge ?? null, expiresAt)
      return { ...code, client, user: { id: userId }, expiresAt }
    },
  }
}

/** Members that oauth2-server's types require of every model; authorizing never calls them. */
const unusedByAuthorize = {
  getAccessToken: () => Promise.resolve(null),
  getAuthorizationCode: () => Promise.resolve(null),
  revokeAuthorizationCode: () => Promise.resolve(false),
  saveToken: () => Promise.resolve(null),
}
