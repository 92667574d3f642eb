import { issueSecret } from '@pas/accounts/secrets'
import OAuth2Server from 'oauth2-server'

/*
 * What oauth2-server decides: whether a code_verifier fits its challenge (RFC 7636 §4.6), and the order in which codes
 * and tokens are made and stored. Everything else is ours, because docs/contract.md §2 differs from the library: we
 * have checked credentials, expiry, redirect_uri, scope and state before it is asked, and we write every answer.
 */

interface Access {
  application: { id: number; clientId: string }
  userId: number
  scope: string
}

export interface CodeRequest extends Access {
  callbackUri: string
  codeChallenge: string | null
}

/** In clear text, not stored yet. */
export interface NewCode {
  code: string
  codeChallenge: string | null
}

/** Everything is checked, except for the code_verifier. */
export interface PresentedGrant extends Access {
  parameters: ReadonlyMap<string, string>
  /** Null when a refresh token is presented. */
  code: { codeChallenge: string | null } | null
}

/** In clear text, not stored yet. */
export interface NewTokens {
  accessToken: string
  refreshToken: string
}

/** `refused`: oauth2-server refused it. `lost`: another request has used the same code or refresh token. */
export type GrantOutcome<Issued> = { kind: 'issued'; tokens: Issued } | { kind: 'refused' } | { kind: 'lost' }

/** Call it only when the user has given consent: oauth2-server does not ask. Rejects as `store` does. */
export async function makeCode(
  request: CodeRequest,
  store: (code: NewCode) => Promise<void>,
): Promise<string> {
  const { application, callbackUri, codeChallenge, scope, userId } = request
  const server = new OAuth2Server({ model: codeModel(request, store) })
  const query = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: callbackUri,
    scope,
    ...(codeChallenge !== null && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  }
  const { authorizationCode } = await unwrapErrors(
    server.authorize(
      new OAuth2Server.Request({ method: 'GET', headers: {}, query }),
      new OAuth2Server.Response(),
      { allowEmptyState: true, authenticateHandler: { handle: () => ({ id: userId }) } },
    ),
  )
  return authorizationCode
}

/** `exchange` marks the grant as used and stores the tokens, in one statement. It resolves to null for a used grant. */
export async function runGrant<Issued>(
  grant: PresentedGrant,
  exchange: (tokens: NewTokens) => Promise<Issued | null>,
): Promise<GrantOutcome<Issued>> {
  // Stays `lost` when `exchange` resolves to null.
  let outcome: GrantOutcome<Issued> = { kind: 'lost' }
  const model = grantModel(grant, async (tokens) => {
    const issued = await exchange(tokens)
    if (issued) outcome = { kind: 'issued', tokens: issued }
  })
  const server = new OAuth2Server({ model })
  // oauth2-server reads only forms that are not empty, and would check credentials again. It gets the parameters as a
  // form, with placeholders as the length and the secret.
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
    await unwrapErrors(server.token(request, new OAuth2Server.Response()))
  } catch (error) {
    const isRefusal =
      error instanceof OAuth2Server.InvalidGrantError || error instanceof OAuth2Server.InvalidRequestError
    if (isRefusal) return { kind: 'refused' }
    throw error
  }
  return outcome
}

/** We check and store expiries ourselves; oauth2-server would use the machine's clock. */
const never = new Date(8_640_000_000_000_000)

function codeModel(
  { application, userId, callbackUri }: CodeRequest,
  store: (code: NewCode) => Promise<void>,
): OAuth2Server.AuthorizationCodeModel {
  const client: OAuth2Server.Client = {
    id: String(application.id),
    grants: ['authorization_code'],
    redirectUris: [callbackUri],
  }
  return {
    getClient: () => Promise.resolve(client),
    generateAuthorizationCode: () => Promise.resolve(issueSecret('authorizationCode')),
    saveAuthorizationCode: async (code) => {
      await store({ code: code.authorizationCode, codeChallenge: code.codeChallenge ?? null })
      return { ...code, client, user: { id: userId }, expiresAt: never }
    },
    // oauth2-server's types require these of every model; authorizing never calls them.
    getAccessToken: () => Promise.resolve(null),
    getAuthorizationCode: () => Promise.resolve(null),
    revokeAuthorizationCode: () => Promise.resolve(false),
    saveToken: () => Promise.resolve(null),
  }
}

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
          expiresAt: never,
          // Empty, so that oauth2-server does not compare it: it accepts only an identical redirect_uri, and
          // docs/contract.md §2.2 allows more. assertRedirectUriOfCode has compared it.
          redirectUri: '',
          ...(code.codeChallenge !== null && {
            codeChallenge: code.codeChallenge,
            codeChallengeMethod: 'S256',
          }),
        },
      ),
    getRefreshToken: (refreshToken) =>
      Promise.resolve({ ...granted, refreshToken, refreshTokenExpiresAt: never }),
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

/** Rejects with a model's own error, which oauth2-server wraps in its `ServerError`. */
async function unwrapErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OAuth2Server.ServerError && 'inner' in error) throw error.inner
    throw error
  }
}
