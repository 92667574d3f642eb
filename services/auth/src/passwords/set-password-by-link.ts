import { spendOneTimeLink } from '@pas/accounts/one-time-links'
import { hashPassword } from '@pas/accounts/passwords'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { replacePassword } from '@pas/accounts/set-password'
import type { DatabaseDeps } from '@pas/db/row-deps'

/**
 * Uses a one-time link up and sets its user's password, which signs the user out of every browser. Resolves to false
 * when the link can no longer be used.
 */
export async function setPasswordByLink(
  { db, clock }: DatabaseDeps,
  { token, password, ip }: { token: string; password: string; ip: string | undefined },
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.$transaction(async (tx) => {
    const link = await spendOneTimeLink({ db: tx, clock }, token)
    if (!link) return false
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
    return true
  })
}
