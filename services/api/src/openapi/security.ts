/** OAuth 2.0 (RFC 6749) is at AUTH_URL. */
export function securitySchemes(authUrl: string) {
  return {
    apiKey: {
      type: 'http',
      scheme: 'basic',
      description: 'The API key as user name, an empty password. Calls are made for the key’s own account.',
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An access token from the authorization code flow. Calls are made for the user who allowed them, and use counts against ' +
        'that user’s account.',
    },
    applicationCredentials: {
      type: 'http',
      scheme: 'basic',
      description:
        'For the OAuth endpoints only: `client_id` as user name and `client_secret` as password. Both may stand in the body instead.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'How an application gets access tokens. Tokens live two hours (read `expires_in`); refresh tokens get new ones. ' +
        `Everything about these endpoints, for libraries: ${authUrl}/.well-known/oauth-authorization-server (RFC 8414).`,
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authorize`,
          tokenUrl: `${authUrl}/oauth/token`,
          refreshUrl: `${authUrl}/oauth/token`,
          scopes: { full: 'Use all features on the user’s behalf.' },
        },
      },
    },
  } as const
}

const accessToken = [{ accessToken: [] }, { oauth2: ['full'] }]

export const apiKeyOrAccessToken = [{ apiKey: [] }, ...accessToken]

/** No credential is needed; with one, the email's owner gets more. */
export const optionalApiKeyOrAccessToken = [{}, ...apiKeyOrAccessToken]

export const ownersCredential =
  'Needs no credential. With one of the email’s account, a call has the account’s own limits, which no other caller uses up; another ' +
  'account’s counts as none. One that is not valid is refused.'

export const credentialRefusals = {
  401: 'A credential came that is unknown, expired or revoked.',
  403: 'A credential came whose account, application or user is inactive, or a token without the scope `full`; or the request came over plain HTTP.',
}

export const accessTokenOnly = accessToken
