/** Maximum lifetime of all tokens that descend from one authorization code (docs/contract.md §2.2). */
export const familyLifetimeMs = 365 * 24 * 60 * 60 * 1000
