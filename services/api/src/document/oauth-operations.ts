import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'

const applicationCredentials = {
  client_id: z.string().optional().meta({ description: 'Yours; left out with HTTP Basic.' }),
  client_secret: z.string().optional().meta({ description: 'Yours; left out with HTTP Basic.' }),
}

const tokenRequest = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token']),
    code: z.string().optional().meta({ description: 'With `authorization_code`: the code of the callback.' }),
    redirect_uri: z
      .string()
      .optional()
      .meta({ description: 'With `authorization_code`: as it was sent to authorize.' }),
    code_verifier: z
      .string()
      .optional()
      .meta({ description: 'With `authorization_code`, when a `code_challenge` was sent (RFC 7636).' }),
    refresh_token: z.string().optional().meta({ description: 'With `refresh_token`: the newest one.' }),
    scope: z
      .literal('full')
      .optional()
      .meta({ description: 'With `refresh_token`; there is no other scope.' }),
    ...applicationCredentials,
  })
  .meta({
    id: 'TokenRequest',
    examples: [
      {
        grant_type: 'authorization_code',
        client_id: 'pas_cid_…',
        client_secret: 'pas_sec_…',
        code: 'pas_cod_…',
        redirect_uri: 'https://you.example.com/callback',
      },
    ],
  })

const tokensBody = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds that the access token is still valid.' }),
    refresh_token: z.string().meta({ description: 'Works once, for 60 days. Keep the newest.' }),
    scope: z.literal('full'),
    created_at: z.int().meta({ description: 'Unix seconds.' }),
  })
  .meta({ id: 'Tokens' })

const revocationRequest = z
  .object({
    token: z.string().meta({ description: 'Either token of a pair; both end.' }),
    ...applicationCredentials,
  })
  .meta({
    id: 'RevocationRequest',
    examples: [{ token: 'pas_ref_…', client_id: 'pas_cid_…', client_secret: 'pas_sec_…' }],
  })

const oauthErrorBody = z
  .object({
    error: z.string().meta({ examples: ['invalid_grant'] }),
    error_description: z.string().optional(),
  })
  .meta({ id: 'OAuthError', description: 'An error of RFC 6749 §5.2.' })

const metadataBody = z
  .looseObject({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    revocation_endpoint: z.url(),
  })
  .meta({ id: 'AuthorizationServerMetadata', description: 'The document of RFC 8414.' })

const refusal = (description: string) => ({
  description,
  headers: headers('NoStore'),
  content: { 'application/json': { schema: oauthErrorBody } },
})

const refusals: RouteConfig['responses'] = {
  400: refusal(
    'A parameter is missing, sent twice or not valid (`invalid_request`, `unsupported_grant_type`, `invalid_scope`), or the code or token ' +
      'is unknown, expired, used or another application’s (`invalid_grant`).',
  ),
  401: refusal('The application is unknown or disabled, or the secret is wrong: `invalid_client`.'),
  429: refusal('Too many wrong secrets came from this address. Wait as `Retry-After` says.'),
  503: refusal('The database is away: `temporarily_unavailable`. Try again shortly.'),
}

type OauthOperation = Omit<RouteConfig, 'tags' | 'servers'>

const authorize: OauthOperation = {
  method: 'get',
  path: '/oauth/authorize',
  operationId: 'authorize',
  summary: 'Ask a user for consent, in their browser',
  description:
    'Send the user’s browser here. The user signs in and agrees, and the browser comes back to your callback URI with `code` and ' +
    '`state`, or with `error`. Compare `state` with what you sent.',
  security: [],
  request: {
    query: z.object({
      response_type: z.literal('code'),
      client_id: z.string(),
      redirect_uri: z
        .string()
        .optional()
        .meta({ description: 'One of your callback URIs; may be left out when there is only one.' }),
      state: z.string().optional().meta({
        description: 'A random text; it comes back unchanged. Required without `code_challenge`.',
      }),
      code_challenge: z.string().optional().meta({ description: 'RFC 7636.' }),
      code_challenge_method: z.literal('S256').optional(),
      scope: z.literal('full').optional(),
    }),
  },
  responses: {
    302: {
      description:
        'Back to your callback URI (303 after the user’s answer on the consent page), or to the sign-in page.',
      headers: headers('Location'),
    },
    400: { description: 'A page: the `client_id` is unknown or the `redirect_uri` is not registered.' },
  },
}

const exchangeToken: OauthOperation = {
  method: 'post',
  path: '/oauth/token',
  operationId: 'exchangeToken',
  summary: 'Exchange a code, or a refresh token, for tokens',
  description:
    'From your server only. The body may also be `application/x-www-form-urlencoded`, and the credentials of your application may come ' +
    'by HTTP Basic. A code is valid for 60 seconds. A code or a refresh token works once; presented again, it revokes what it issued.',
  security: [{ applicationCredentials: [] }, {}],
  request: { body: { required: true, content: { 'application/json': { schema: tokenRequest } } } },
  responses: {
    200: jsonAnswer('The tokens.', tokensBody, {
      access_token: 'pas_tok_…',
      token_type: 'Bearer',
      expires_in: 7200,
      refresh_token: 'pas_ref_…',
      scope: 'full',
      created_at: 1795000000,
    }),
    ...refusals,
  },
}

const revokeToken: OauthOperation = {
  method: 'post',
  path: '/oauth/revoke',
  operationId: 'revokeToken',
  summary: 'Revoke a token, and the other one of its pair',
  description: 'RFC 7009. The answer is the same for an unknown token. The user’s consent stays.',
  security: [{ applicationCredentials: [] }, {}],
  request: { body: { required: true, content: { 'application/json': { schema: revocationRequest } } } },
  responses: {
    200: jsonAnswer('The token is not valid, or no longer.', z.object({}), {}),
    ...refusals,
  },
}

const getMetadata: OauthOperation = {
  method: 'get',
  path: '/.well-known/oauth-authorization-server',
  operationId: 'getAuthorizationServerMetadata',
  summary: 'Where these endpoints are, for OAuth libraries',
  description: 'RFC 8414.',
  security: [],
  responses: {
    200: jsonAnswer(
      'The metadata.',
      metadataBody,
      {
        issuer: 'https://auth.example.com',
        authorization_endpoint: 'https://auth.example.com/oauth/authorize',
        token_endpoint: 'https://auth.example.com/oauth/token',
        revocation_endpoint: 'https://auth.example.com/oauth/revoke',
      },
      headers('Document'),
    ),
  },
}

export function oauthOperations(authUrl: string): RouteConfig[] {
  const common = { tags: ['OAuth 2.0'], servers: [{ url: authUrl }] }
  return [authorize, exchangeToken, revokeToken, getMetadata].map((operation) => ({
    ...common,
    ...operation,
  }))
}
