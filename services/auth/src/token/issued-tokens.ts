import { familyLifetimeMs } from '@pas/accounts/revoke-token-families'
import type { AuthConfig } from '../config'

/** In clear text; only their hashes are stored. */
export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  scope: string
  issuedAt: Date
  accessTokenExpiresAt: Date
}

const dayMs = 24 * 60 * 60 * 1000

/** docs/contract.md §2.2. */
const refreshTokenLifetimeMs = 60 * dayMs

export interface TokenExpiries {
  accessTokenExpiresAt: Date
  refreshTokenExpiresAt: Date
}

export const familyExpiry = (issuedAt: Date): Date => new Date(issuedAt.getTime() + familyLifetimeMs)

/** No token outlives its family. */
export function tokenExpiries(
  { accessTokenTtlSeconds }: Pick<AuthConfig, 'accessTokenTtlSeconds'>,
  issuedAt: Date,
  familyExpiresAt: Date,
): TokenExpiries {
  const expiryAfter = (lifetimeMs: number): Date =>
    new Date(Math.min(issuedAt.getTime() + lifetimeMs, familyExpiresAt.getTime()))
  return {
    accessTokenExpiresAt: expiryAfter(accessTokenTtlSeconds * 1_000),
    refreshTokenExpiresAt: expiryAfter(refreshTokenLifetimeMs),
  }
}

/** RFC 6749 §5.1 and docs/contract.md §2.2. Times are in whole seconds. */
export const tokenResponse = (tokens: IssuedTokens) => ({
  access_token: tokens.accessToken,
  token_type: 'Bearer',
  expires_in: Math.floor((tokens.accessTokenExpiresAt.getTime() - tokens.issuedAt.getTime()) / 1_000),
  refresh_token: tokens.refreshToken,
  scope: tokens.scope,
  created_at: Math.floor(tokens.issuedAt.getTime() / 1_000),
})
