/**
 * How far a check is. `failed`: it could not be done in its time. `unavailable`: this installation has not what it
 * needs. `not_applicable`: it says nothing about such an email.
 */
export const checkStatuses = ['done', 'running', 'failed', 'unavailable', 'not_applicable'] as const
export type CheckStatus = (typeof checkStatuses)[number]
