import { familyLifetimeMs } from '@pas/accounts/revoke-token-families'
import type { AuthConfig } from '../config'

/** A new pair of tokens in clear text; only their hashes are stored. */
export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  scope: string
  issuedAt: Date
  accessTokenExpiresAt: Date
}

const dayMs = 24 * 60 * 60 * 1000

/** docs/contract.md §2.2: 60 days. */
const refreshTokenLifetimeMs = 60 * dayMs

export interface TokenLifetimes {
  accessTokenExpiresAt: Date
  refreshTokenExpiresAt: Date
}

/** When a token family expires whose first tokens are issued at `issuedAt`. */
export const familyExpiry = (issuedAt: Date): Date => new Date(issuedAt.getTime() + familyLifetimeMs)

/** When tokens issued at `issuedAt` expire: after their own lifetimes, but not after their family. */
export function tokenLifetimes(
  { accessTokenTtlSeconds }: Pick<AuthConfig, 'accessTokenTtlSeconds'>,
  issuedAt: Date,
  familyExpiresAt: Date,
): TokenLifetimes {
  const within = (lifetimeMs: number): Date =>
    new Date(Math.min(issuedAt.getTime() + lifetimeMs, familyExpiresAt.getTime()))
  return {
    accessTokenExpiresAt: within(accessTokenTtlSeconds * 1_000),
    refreshTokenExpiresAt: within(refreshTokenLifetimeMs),
  }
}

/** The token endpoint's answer: RFC 6749 §5.1 and docs/contract.md §2.2. Times are in whole seconds. */
export const tokenResponse = (tokens: IssuedTokens) => ({
  access_token: tokens.accessToken,
  token_type: 'Bearer',
  expires_in: Math.floor((tokens.accessTokenExpiresAt.getTime() - tokens.issuedAt.getTime()) / 1_000),
  refresh_token: tokens.refreshToken,
  scope: tokens.scope,
  created_at: Math.floor(tokens.issuedAt.getTime() / 1_000),
})
