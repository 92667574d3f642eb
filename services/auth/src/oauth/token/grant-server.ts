import { issueSecret } from '@pas/accounts/secrets'
import OAuth2Server from 'oauth2-server'
import { unwrapped } from '../unwrapped'
import type { IssuedTokens } from './issued-tokens'
import type { AuthenticatedApplication } from './authenticated-application'
import type { PresentedCode } from './presented-code'
import type { BodyParameters } from './read-body-parameters'

/** A code or refresh token that an application presents. All of it is checked, except for the code_verifier. */
export interface PresentedGrant {
  application: AuthenticatedApplication
  userId: number
  scope: string
  parameters: BodyParameters
  /** Null when a refresh token is presented. */
  code: PresentedCode | null
}

/** A new pair of tokens in clear text, not stored yet. */
export interface NewTokens {
  accessToken: string
  refreshToken: string
}

/** `refused`: oauth2-server refused it. `lost`: another request has used the same code or refresh token. */
export type GrantOutcome = { kind: 'issued'; tokens: IssuedTokens } | { kind: 'refused' } | { kind: 'lost' }

/**
 * Lets oauth2-server handle a grant. `exchange` marks the grant as used and stores the tokens, in one statement; it
 * resolves to null when the grant was used already.
 */
export async function runGrant(
  grant: PresentedGrant,
  exchange: (tokens: NewTokens) => Promise<IssuedTokens | null>,
): Promise<GrantOutcome> {
  let outcome: GrantOutcome = { kind: 'lost' }
  const model = grantModel(grant, async (tokens) => {
    const issued = await exchange(tokens)
    if (issued) outcome = { kind: 'issued', tokens: issued }
  })
  const server = new OAuth2Server({ model })
  // oauth2-server reads forms only, and would check credentials again. It gets the parameters as a form, with a
  // placeholder as the secret.
  const request = new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: {
      ...Object.fromEntries(grant.parameters),
      client_id: grant.application.clientId,
      client_secret: 'checked',
    },
  })
  try {
    await unwrapped(server.token(request, new OAuth2Server.Response()))
  } catch (error) {
    const isRefusal =
      error instanceof OAuth2Server.InvalidGrantError || error instanceof OAuth2Server.InvalidRequestError
    if (isRefusal) return { kind: 'refused' }
    throw error
  }
  return outcome
}

/**
 * An expiry that never comes (the latest Date): we have checked the expiry, and oauth2-server would use the machine's
 * clock.
 */
const inTime = new Date(8_640_000_000_000_000)

function grantModel(
  { application, userId, scope, code }: PresentedGrant,
  exchange: (tokens: NewTokens) => Promise<void>,
): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
  const client: OAuth2Server.Client = {
    id: String(application.id),
    grants: ['authorization_code', 'refresh_token'],
  }
  const granted = { client, user: { id: userId }, scope: [scope] }
  return {
    // The secret has been compared already, in constant time.
    getClient: () => Promise.resolve(client),
    generateAccessToken: () => Promise.resolve(issueSecret('accessToken')),
    generateRefreshToken: () => Promise.resolve(issueSecret('refreshToken')),
    getAuthorizationCode: (authorizationCode) =>
      Promise.resolve(
        code && {
          ...granted,
          authorizationCode,
          expiresAt: inTime,
          // Empty, so that oauth2-server does not compare it: it accepts only an identical redirect_uri, and
          // docs/contract.md §2 allows more. assertRedirectUriOfCode has compared it.
          redirectUri: '',
          ...(code.codeChallenge !== null && {
            codeChallenge: code.codeChallenge,
            codeChallengeMethod: 'S256',
          }),
        },
      ),
    getRefreshToken: (refreshToken) =>
      Promise.resolve({ ...granted, refreshToken, refreshTokenExpiresAt: inTime }),
    // Both do nothing: `saveToken` marks the grant as used in the statement that stores the tokens. With two statements
    // a grant could be used without storing its tokens, or used twice, and there would be a second commit.
    revokeAuthorizationCode: () => Promise.resolve(true),
    revokeToken: () => Promise.resolve(true),
    saveToken: async (token) => {
      await exchange({ accessToken: token.accessToken, refreshToken: token.refreshToken ?? '' })
      return { ...token, ...granted }
    },
    // Not called here: codes are saved by the authorization endpoint, and access tokens read by the user API.
    saveAuthorizationCode: () => Promise.resolve(null),
    getAccessToken: () => Promise.resolve(null),
  }
}
