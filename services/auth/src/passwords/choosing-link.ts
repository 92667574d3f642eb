import { AccountsError } from '@pas/accounts/accounts-error'
import { findInvitation, takeInvitation } from '@pas/accounts/invitations'
import { findOneTimeLink, spendOneTimeLink } from '@pas/accounts/one-time-links'
import { hashPassword } from '@pas/accounts/passwords'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { secretPrefixes } from '@pas/accounts/secrets'
import { replacePassword } from '@pas/accounts/set-password'
import type { DatabaseDeps } from '@pas/db/row-deps'

/** A link with which a person chooses a password, for their user or for one that an invitation makes. */
export type ChoosingLink =
  | { purpose: 'invite' | 'reset'; email: string }
  | { purpose: 'invitation'; email: string; accountName: string }

/** Null when it cannot be used. */
export async function findChoosingLink(deps: DatabaseDeps, token: string): Promise<ChoosingLink | null> {
  if (!token.startsWith(secretPrefixes.invitation)) return findOneTimeLink(deps, token)
  const invitation = await findInvitation(deps, token)
  return invitation && { purpose: 'invitation', ...invitation }
}

export interface Chosen {
  token: string
  password: string
  ip: string | undefined
}

/** Resolves to the user; null when the link can no longer be used. */
export async function setPasswordByLink(
  { db, clock }: DatabaseDeps,
  { token, password, ip }: Chosen,
): Promise<{ userId: number } | null> {
  const passwordHash = await hashPassword(password)
  return db.$transaction(async (tx) => {
    const link = await spendOneTimeLink({ db: tx, clock }, token)
    if (!link) return null
    await replacePassword({ db: tx, clock }, { userId: link.userId, passwordHash })
    const user = `user:${link.userId}`
    await recordAuditEvent(tx, {
      at: clock.now(),
      actor: user,
      action: 'user.set_password',
      target: user,
      ...(ip && { ip }),
      details: { with: 'one_time_link' },
    })
    return link
  })
}

/** As `setPasswordByLink`; `userId` is null for an address that has a user already, of whom the answer tells nothing. */
export async function acceptInvitation(
  deps: DatabaseDeps,
  { token, ip, ...person }: Chosen & { firstName: string; lastName: string },
): Promise<{ userId: number | null } | null> {
  const { db, clock } = deps
  try {
    return await db.$transaction(async (tx) => {
      const taken = await takeInvitation({ db: tx, clock }, token, person)
      if (!taken) return null
      const { invitation, user } = taken
      await recordAuditEvent(tx, {
        at: clock.now(),
        actor: user ? `user:${user.id}` : 'anonymous',
        action: user ? 'invitation.accept' : 'invitation.accept.failed',
        target: user ? `user:${user.id}` : `account:${invitation.accountId}`,
        ...(ip && { ip }),
        details: {
          account_id: invitation.accountId,
          invitation: invitation.id,
          ...(user ? { role: user.role } : { code: 'email_taken' }),
        },
      })
      return { userId: user?.id ?? null }
    })
  } catch (error) {
    // Another transaction made the user meanwhile. Once more, which finds the user.
    if (error instanceof AccountsError && error.code === 'email_taken')
      return acceptInvitation(deps, { token, ip, ...person })
    throw error
  }
}
