/**
 * `failed`: ran out of time. `unavailable`: this installation lacks what the check needs. `not_applicable`: it has
 * nothing to say about such an email.
 */
export const checkStatuses = ['done', 'running', 'failed', 'unavailable', 'not_applicable'] as const
export type CheckStatus = (typeof checkStatuses)[number]
