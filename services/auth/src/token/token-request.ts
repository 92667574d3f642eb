import type { DatabaseDeps } from '@pas/db/row-deps'
import type { BodyParameters } from './read-body-parameters'
import type { ClientCredentials } from './read-client-credentials'

/** A parsed request to the token or revocation endpoint. Its credentials are not checked yet. */
export interface TokenRequest {
  credentials: ClientCredentials
  parameters: BodyParameters
  ip: string | null
}

export interface GrantDeps extends DatabaseDeps {
  config: { accessTokenTtlSeconds: number }
}
