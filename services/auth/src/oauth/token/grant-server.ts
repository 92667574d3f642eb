import { issueSecret } from '@pas/accounts/secrets'
import OAuth2Server from 'oauth2-server'
import { unwrapped } from '../unwrapped'
import type { IssuedTokens } from './issued-tokens'
import type { AuthenticatedApplication } from './authenticated-application'
import type { PresentedCode } from './presented-code'
import type { BodyParameters } from './read-body-parameters'

/** What an application presents, found and checked but for its code_verifier. */
export interface PresentedGrant {
  application: AuthenticatedApplication
  userId: number
  scope: string
  parameters: BodyParameters
  /** Null when it is a refresh token. */
  code: PresentedCode | null
}

/** The texts of a new pair, not stored yet. */
export interface NewTokens {
  accessToken: string
  refreshToken: string
}

/** `refused` by the library; `lost` to somebody who presented the same at the same time. */
export type GrantOutcome = { kind: 'issued'; tokens: IssuedTokens } | { kind: 'refused' } | { kind: 'lost' }

/**
 * Lets the library handle a grant. `exchange` is the statement that uses the grant up and stores the tokens at once; it resolves to null
 * when the grant was gone.
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
  // The library reads forms only, and Basic again where it is sent: it gets the body as read, credentials of either kind left out.
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

/** The library asks its own clock; whether something is in time was checked by ours. */
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
    // Its secret was compared already, in constant time.
    getClient: () => Promise.resolve(client),
    generateAccessToken: () => Promise.resolve(issueSecret('accessToken')),
    generateRefreshToken: () => Promise.resolve(issueSecret('refreshToken')),
    getAuthorizationCode: (authorizationCode) =>
      Promise.resolve(
        code && {
          ...granted,
          authorizationCode,
          expiresAt: inTime,
          // Empty: the library knows only "identical", and docs/contract.md §2 allows more, so that it was compared already.
          redirectUri: '',
          ...(code.codeChallenge !== null && {
            codeChallenge: code.codeChallenge,
            codeChallengeMethod: 'S256',
          }),
        },
      ),
    getRefreshToken: (refreshToken) =>
      Promise.resolve({ ...granted, refreshToken, refreshTokenExpiresAt: inTime }),
    // Both do nothing: `saveToken` uses the grant up in the statement that stores the tokens. Two statements would let one grant be
    // used up without its tokens, or twice, and cost a second commit.
    revokeAuthorizationCode: () => Promise.resolve(true),
    revokeToken: () => Promise.resolve(true),
    saveToken: async (token) => {
      await exchange({ accessToken: token.accessToken, refreshToken: token.refreshToken ?? '' })
      return { ...token, ...granted }
    },
    // Codes are saved at authorize, and bearers read by the user API.
    saveAuthorizationCode: () => Promise.resolve(null),
    getAccessToken: () => Promise.resolve(null),
  }
}
