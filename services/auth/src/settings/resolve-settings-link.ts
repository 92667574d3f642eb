import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { readSettingsLink } from '@pas/accounts/settings-link'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { findActiveUser, type SignedInUser } from '../sessions/signed-in-user'

/**
 * The user whom a client settings link is for (contract §3); it signs nobody in. Throws `link_expired`, or `forbidden`, with an audit
 * row, for one that is not ours or whose user may not act: the two look the same.
 */
export async function resolveSettingsLink(
  { db, clock }: { db: Database; clock: Clock },
  link: string,
  visitor: { user: SignedInUser | null; ip: string | undefined },
): Promise<SignedInUser> {
  const read = await readSettingsLink({ db, clock }, link)
  if (read.status === 'expired') {
    throw new ApiError(
      'link_expired',
      'A link to the settings works for 7 days. Open it again from the application that gave it to you, or go to your settings and sign in.',
    )
  }
  const user = read.status === 'valid' ? await findActiveUser({ db }, read.userId) : null
  if (user) return user
  await recordAuditEvent(db, {
    at: clock.now(),
    actor: visitor.user ? `user:${visitor.user.id}` : 'anonymous',
    action: 'link.refused',
    target: read.status === 'valid' ? `user:${read.userId}` : 'settings_link',
    ...(visitor.ip && { ip: visitor.ip }),
    details: { reason: read.status === 'valid' ? 'user_inactive' : 'tampered' },
  })
  throw new ApiError(
    'forbidden',
    'This link cannot be used: it was cut short or changed on its way, or it is no longer good. Open it again from the application that gave it to you.',
  )
}

/** The settings page by way of a link. */
export const linkedSettingsPath = (link: string): string =>
  `/settings/clients?link=${encodeURIComponent(link)}`
