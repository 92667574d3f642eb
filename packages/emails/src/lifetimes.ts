import type { Email } from '@pas/db/database'

/** docs/contract.md §4.18: an email takes new captures for 48 hours. */
export const emailLifetimeMs = 48 * 60 * 60 * 1000

/** Whether the email takes new captures: its time is not over and its content is there. */
export const isOpen = (email: Pick<Email, 'expiresAt' | 'contentErasedAt'>, now: Date): boolean =>
  email.expiresAt > now && email.contentErasedAt === null
