/**
 * Maximum lifetime of a token family: of all access and refresh tokens that descend from one authorization code
 * (docs/contract.md §2.2).
 */
export const familyLifetimeMs = 365 * 24 * 60 * 60 * 1000
