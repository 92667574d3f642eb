import { createInvitation, deleteInvitation } from '@pas/accounts/invitations'
import type { UserRole } from '@pas/accounts/user-roles'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { oneTimeLinkUrl } from '@pas/mail/one-time-link-url'
import type { Language } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { formatWait } from '@pas/pages/languages'
import { asAdmin, type AdminRequest } from '../administration/as-admin'
import type { AuthConfig } from '../config'
import type { MailOutbox } from '../mails/mail-outbox'
import type { Throttle } from '../throttle/open-throttle'
import { peopleTexts } from './people-texts'

export interface InviteDeps extends DatabaseDeps {
  config: Pick<AuthConfig, 'authUrl'>
  throttle: Pick<Throttle, 'invitationsPerAccount'>
  mailOutbox: MailOutbox | null
}

export interface Invited {
  email: string
  /** Null when it is mailed. */
  link: string | null
}

/**
 * Does not look whether the address has a user: neither the answer nor the list of invitations tells (ADR 36). Throws
 * `too_many_requests`, `forbidden` or `ThrottleUnavailableError`.
 */
export async function invite(
  { config, throttle, mailOutbox, ...deps }: InviteDeps,
  request: AdminRequest,
  { email, role, language }: { email: string; role: UserRole; language: Language },
): Promise<Invited> {
  const { admin } = request
  const { waitSeconds } = await throttle.invitationsPerAccount.spend(`account:${admin.account.id}`)
  if (waitSeconds !== null) {
    throw new PageError(
      'too_many_requests',
      (shown) => peopleTexts[shown].tooManyInvitations({ wait: formatWait(shown, waitSeconds) }),
      { headers: { 'Retry-After': String(waitSeconds) } },
    )
  }
  const { token } = await asAdmin(deps, request, async (tx) => {
    const invitation = { accountId: admin.account.id, email, role, invitedByUserId: admin.id, language }
    const created = await createInvitation(tx, invitation, { isMailed: mailOutbox !== null })
    // Never the address: the audit trail is kept when the invitation is removed.
    const details = { invitation: created.id, role }
    await tx.record({ action: 'invitation.create', target: `account:${admin.account.id}`, details })
    return created
  })
  mailOutbox?.wake()
  return { email, link: mailOutbox ? null : oneTimeLinkUrl(config.authUrl, token) }
}

/** Throws `not_found` or `forbidden`. */
export const withdrawInvitation = (deps: DatabaseDeps, request: AdminRequest, id: number): Promise<void> =>
  asAdmin(deps, request, async (tx) => {
    const accountId = request.admin.account.id
    if (!(await deleteInvitation(tx, accountId, id))) throw noSuchInvitation()
    await tx.record({
      action: 'invitation.withdraw',
      target: `account:${accountId}`,
      details: { invitation: id },
    })
  })

export const noSuchInvitation = (): PageError =>
  new PageError('not_found', (language) => peopleTexts[language].noSuchInvitation)
