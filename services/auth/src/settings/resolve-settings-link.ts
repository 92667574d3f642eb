import type { AuditNotes } from '@pas/accounts/audit-notes'
import { readSettingsLink } from '@pas/accounts/settings-link'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import { addressKey } from '@pas/runtime/http/address-key'
import { actedBy, findActiveUser, type ActiveUser, type SignedInUser } from '../sessions/signed-in-user'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'
import { settingsLinkTexts } from './settings-link-texts'

export interface LinkDeps extends DatabaseDeps {
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
): Promise<ActiveUser> {
  const read = await readSettingsLink({ db, clock }, link)
  if (read.status === 'expired')
    throw new PageError('link_expired', (language) => settingsLinkTexts[language].expired)
  const user = read.status === 'valid' ? await findActiveUser({ db }, read.userId) : null
  if (user) return user
  const { isCounted, waitSeconds } = await spendFailure(throttle.refusalsPerAddress, addressKey(visitor.ip))
  if (waitSeconds !== null) {
    throw new PageError('too_many_requests', (language) => settingsLinkTexts[language].tooMany, {
      headers: { 'Retry-After': String(waitSeconds) },
    })
  }
  const isOurs = read.status === 'valid'
  if (isCounted && (isOurs || visitor.user)) {
    const details = { reason: isOurs ? 'user_inactive' : 'tampered' }
    void refusalTrail.write({
      ...(visitor.user ? actedBy(visitor.user, details) : { actor: 'anonymous', details }),
      action: 'link.refused',
      target: isOurs ? `user:${read.userId}` : 'settings_link',
      ...(visitor.ip && { ip: visitor.ip }),
    })
  }
  throw new PageError('forbidden', (language) => settingsLinkTexts[language].invalid)
}

export const linkedSettingsPath = (link: string): string =>
  `/settings/clients?link=${encodeURIComponent(link)}`
