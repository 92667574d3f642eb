import { fullScope } from './assert-scope-full'

/** RFC 8414 §2: the metadata document of this authorization server, in which OAuth libraries find its endpoints. */
export function serverMetadata(authUrl: string) {
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
