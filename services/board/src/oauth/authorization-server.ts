/*
 * The only file that knows `openid-client`. The library builds the authorization request, checks the answer's state and
 * issuer, and speaks to the token and revocation endpoints with the application's credentials.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  Configuration,
  customFetch,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
  type TokenEndpointResponse,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Clock } from '@pas/runtime/clock'
import { forwardedHeaders } from '../api/send-request'

/** RFC 6749 §5.1. */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
}

/**
 * RFC 6749 §5.2, `invalid_grant`: the code or refresh token is used, expired, revoked or of a disabled user. Thrown
 * also for an answer that does not belong to this sign-in.
 */
export class GrantRefusedError extends Error {
  override name = 'GrantRefusedError'
}

/** RFC 6749 §4.1.2.1, `access_denied`: the user declined. */
export class AccessDeniedError extends Error {
  override name = 'AccessDeniedError'
}

/**
 * RFC 6749 §5.2, `invalid_client`: the board's application is deleted or disabled, or has another secret. Only the
 * operator can mend it.
 */
export class ApplicationRefusedError extends Error {
  override name = 'ApplicationRefusedError'
}

export class AuthUnavailableError extends Error {
  override name = 'AuthUnavailableError'
}

export interface AuthorizationServer {
  /** Resolves to where the browser is to be redirected. `stateOf` makes `state` from the code verifier (RFC 7636). */
  begin(stateOf: (codeVerifier: string) => string): Promise<URL>
  /** Exchanges the code. `answer` is where auth redirected the browser. Throws the errors above. */
  finish(answer: URL, expected: { state: string; codeVerifier: string }): Promise<TokenPair>
  /** Uses the refresh token up. Throws the errors above, except `AccessDeniedError`. */
  refresh(refreshToken: string): Promise<TokenPair>
  /**
   * RFC 7009: ends all tokens of the same authorization, and with `endsSignIn` the user's session at auth. Throws
   * `ApplicationRefusedError` or `AuthUnavailableError`.
   */
  revoke(token: string, options?: { endsSignIn?: boolean }): Promise<void>
}

const requestTimeoutSeconds = 10

/** Creating it sends no request, so that the board starts without auth. */
export function createAuthorizationServer({
  authUrl,
  callUrl,
  boardUrl,
  oauthApplication: { clientId, clientSecret },
  fetch: send,
  clock,
}: {
  /** Public: browsers are redirected there. It is the issuer. */
  authUrl: string
  callUrl: string
  boardUrl: string
  oauthApplication: { clientId: string; clientSecret: string }
  fetch: typeof fetch
  clock: Clock
}): AuthorizationServer {
  const redirectUri = `${boardUrl}/callback`
  const server = new Configuration(
    {
      issuer: authUrl,
      authorization_endpoint: `${authUrl}/oauth/authorize`,
      token_endpoint: `${callUrl}/oauth/token`,
      revocation_endpoint: `${callUrl}/oauth/revoke`,
    },
    clientId,
    undefined,
    ClientSecretBasic(clientSecret),
  )
  server.timeout = requestTimeoutSeconds
  server[customFetch] = (url, { headers, ...options }) =>
    send(url, { ...options, headers: { ...headers, ...forwardedHeaders(url, undefined) } } as RequestInit)
  // Plain HTTP is for addresses within the installation only: see AUTH_INTERNAL_URL.
  if (callUrl.startsWith('http:')) allowInsecureRequests(server)

  const asOurErrors = translateErrors(clientId)
  const toPair = (answer: TokenEndpointResponse): TokenPair => {
    if (answer.refresh_token === undefined || answer.expires_in === undefined)
      throw new AuthUnavailableError('The token answer lacks refresh_token or expires_in')
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      accessExpiresAt: new Date(clock.now().getTime() + answer.expires_in * 1_000),
    }
  }
  return {
    begin: async (stateOf) => {
      const codeVerifier = randomPKCECodeVerifier()
      return buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        state: stateOf(codeVerifier),
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    finish: (answer, { state, codeVerifier }) =>
      asOurErrors(async () =>
        toPair(
          await authorizationCodeGrant(server, answer, {
            expectedState: state,
            pkceCodeVerifier: codeVerifier,
          }),
        ),
      ),
    refresh: (refreshToken) => asOurErrors(async () => toPair(await refreshTokenGrant(server, refreshToken))),
    revoke: (token, { endsSignIn = false } = {}) =>
      asOurErrors(() => tokenRevocation(server, token, endsSignIn ? { end_sign_in: 'true' } : {})),
  }
}

const translateErrors =
  (clientId: string) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (cause) {
      // Auth answers 401 for this error alone, with a challenge because the credentials came by Basic.
      if (cause instanceof WWWAuthenticateChallengeError && cause.status === 401)
        throw new ApplicationRefusedError(
          `Auth refuses the board's credentials: its application (BOARD_CLIENT_ID ${clientId}) is deleted or disabled, or BOARD_CLIENT_SECRET is another; 'pas doctor' says which command mends it`,
          { cause },
        )
      if (cause instanceof AuthorizationResponseError && cause.error === 'access_denied')
        throw new AccessDeniedError('The authorization was denied', { cause })
      if (cause instanceof ResponseBodyError && cause.error === 'invalid_grant')
        throw new GrantRefusedError('The code or token is no longer valid', { cause })
      // The answer does not belong to this sign-in; for example, it has no code.
      if (cause instanceof ClientError && cause.code === 'OAUTH_INVALID_RESPONSE')
        throw new GrantRefusedError('The answer is not one to this request', { cause })
      throw new AuthUnavailableError('The authorization server cannot be used', { cause })
    }
  }
