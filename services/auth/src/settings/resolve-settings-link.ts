import type { AuditNotes } from '@pas/accounts/audit-notes'
import { readSettingsLink } from '@pas/accounts/settings-link'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { addressKey } from '@pas/runtime/http/address-key'
import { actedBy, findActiveUser, type ActiveUser, type SignedInUser } from '../sessions/signed-in-user'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'

/**
 * docs/contract.md §3. The link signs nobody in. Throws `link_expired`; or `forbidden` when we did not sign it or its
 * user is disabled. Each `forbidden` spends a failure of the IP address; with none left it is `too_many_requests`.
 */
export async function resolveSettingsLink(
  {
    db,
    clock,
    throttle,
    refusalTrail,
  }: DatabaseDeps & { throttle: Pick<Throttle, 'refusalsPerAddress'>; refusalTrail: AuditNotes },
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
  // Strangers can make up links: one that we did not sign gets an audit row only for a signed-in visitor.
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

const en = {
  expired:
    'A link to the settings works for 7 days. Get a new one from the application that gave it to you, or go to your settings and sign in.',
  tooMany:
    'Too many links that do not work were opened from your network. Try again later, or go to your settings and sign in.',
  invalid:
    'This link does not work: it was cut short or changed on its way, or it is no longer valid. Get a new one from the application that gave it to you.',
}

const settingsLinkTexts = {
  en,
  de: {
    expired:
      'Ein Link zu den Einstellungen gilt 7 Tage. Holen Sie sich einen neuen aus der Anwendung, von der Sie ihn haben, oder gehen Sie zu Ihren Einstellungen und melden Sie sich an.',
    tooMany:
      'Aus Ihrem Netz wurden zu viele Links geöffnet, die nicht gelten. Versuchen Sie es später noch einmal, oder gehen Sie zu Ihren Einstellungen und melden Sie sich an.',
    invalid:
      'Dieser Link funktioniert nicht: Er wurde unterwegs gekürzt oder verändert, oder er gilt nicht mehr. Holen Sie sich einen neuen aus der Anwendung, von der Sie ihn haben.',
  },
  fr: {
    expired:
      'Un lien vers les réglages est valable 7 jours. Demandez-en un nouveau à l’application qui vous l’a donné, ou ouvrez vos réglages et connectez-vous.',
    tooMany:
      'Trop de liens non valables ont été ouverts depuis votre réseau. Réessayez plus tard, ou ouvrez vos réglages et connectez-vous.',
    invalid:
      'Ce lien ne fonctionne pas\u202f: il a été tronqué ou modifié en chemin, ou il n’est plus valable. Demandez-en un nouveau à l’application qui vous l’a donné.',
  },
} satisfies Texts<typeof en>
