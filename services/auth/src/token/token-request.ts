import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { AuthConfig } from '../config'
import type { BodyParameters } from './read-body-parameters'
import type { ClientCredentials } from './read-client-credentials'

/** A parsed request to the token or revocation endpoint. Its credentials are not checked yet. */
export interface TokenRequest {
  credentials: ClientCredentials
  parameters: BodyParameters
  ip: string | null
}

export interface GrantDeps {
  config: Pick<AuthConfig, 'accessTokenTtlSeconds'>
  db: Database
  clock: Clock
}
