import type { DatabaseDeps } from '@pas/db/row-deps'
import type { AuthenticatedApplication } from './authenticated-application'
import type { BodyParameters } from './read-body-parameters'
import type { ClientCredentials } from './read-client-credentials'

/** Its credentials are not checked yet. */
export interface TokenRequest {
  credentials: ClientCredentials
  parameters: BodyParameters
  ip: string | null
}

export interface TokenCaller {
  application: AuthenticatedApplication
  ip: string | null
}

export const actorOf = ({ application }: TokenCaller): string => `application:${application.clientId}`

export interface GrantDeps extends DatabaseDeps {
  config: { accessTokenTtlSeconds: number }
}
