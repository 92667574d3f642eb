import type { AuditNotes } from '@pas/accounts/audit-notes'
import { readSettingsLink } from '@pas/accounts/settings-link'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { findActiveUser, type SignedInUser } from '../sessions/signed-in-user'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'

/** What resolving a settings link needs. */
export interface LinkDeps {
  db: Database
  clock: Clock
  throttle: Pick<Throttle, 'refusalsPerAddress'>
  refusalTrail: AuditNotes
}

/**
 * The user for whom a client settings link was made (docs/contract.md §3); the link does not sign them in. Throws
 * `link_expired`, or `forbidden` for a link that we did not sign or whose user is disabled. Both get the same answer,
 * spend one of the address's failures (`too_many_requests` with none left) and are audited when the link or the visitor
 * names a user. A valid link is never limited.
 */
export async function resolveSettingsLink(
  { db, clock, throttle, refusalTrail }: LinkDeps,
  link: string,
  visitor: { user: SignedInUser | null; ip: string | undefined },
): Promise<SignedInUser> {
  const read = await readSettingsLink({ db, clock }, link)
  if (read.status === 'expired') {
    throw new ApiError(
      'link_expired',
      'A link to the settings works for 7 days. Get a new one from the application that gave it to you, or go to your settings and sign in.',
    )
  }
  const user = read.status === 'valid' ? await findActiveUser({ db }, read.userId) : null
  if (user) return user
  const { isCounted, waitSeconds } = await spendFailure(throttle.refusalsPerAddress, addressKey(visitor.ip))
  if (waitSeconds !== null) {
    throw new ApiError(
      'too_many_requests',
      'Too many links that do not work were opened from your network. Try again later, or go to your settings and sign in.',
      { headers: { 'Retry-After': String(waitSeconds) } },
    )
  }
  const isOurs = read.status === 'valid'
  if (isCounted && (isOurs || visitor.user)) {
    void refusalTrail.write({
      actor: visitor.user ? `user:${visitor.user.id}` : 'anonymous',
      action: 'link.refused',
      target: isOurs ? `user:${read.userId}` : 'settings_link',
      ...(visitor.ip && { ip: visitor.ip }),
      details: { reason: isOurs ? 'user_inactive' : 'tampered' },
    })
  }
  throw new ApiError(
    'forbidden',
    'This link does not work: it was cut short or changed on its way, or it is no longer valid. Get a new one from the application that gave it to you.',
  )
}

/** The path of the settings page with a settings link. */
export const linkedSettingsPath = (link: string): string =>
  `/settings/clients?link=${encodeURIComponent(link)}`
