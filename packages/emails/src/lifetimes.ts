import type { Email } from '@pas/db/database'

/** docs/contract.md §4.18. */
export const emailLifetimeMs = 48 * 60 * 60 * 1000

export const expiresAtOf = ({ createdAt }: Pick<Email, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + emailLifetimeMs)

export const isOpen = (email: Pick<Email, 'expiresAt' | 'contentErasedAt'>, now: Date): boolean =>
  email.expiresAt > now && email.contentErasedAt === null

/** `expired` emails take no captures; what `erased` ones said is gone. */
export function emailStatus(
  email: Pick<Email, 'expiresAt' | 'contentErasedAt'>,
  now: Date,
): 'open' | 'expired' | 'erased' {
  if (email.contentErasedAt) return 'erased'
  return isOpen(email, now) ? 'open' : 'expired'
}

/** Mail of which nobody has asked for a picture. */
export const isUnread = ({ assetsDueAt, expiresAt }: Pick<Email, 'assetsDueAt' | 'expiresAt'>): boolean =>
  assetsDueAt?.getTime() === expiresAt.getTime()
