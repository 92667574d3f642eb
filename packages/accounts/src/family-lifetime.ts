/** docs/contract.md §2: nothing that descends from one authorization code lives longer. */
export const familyLifetimeMs = 365 * 24 * 60 * 60 * 1000
