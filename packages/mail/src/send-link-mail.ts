import { claimLinkMail, giveUpLinkMail, markLinkMailed } from '@pas/accounts/link-mails'
import { MailNotSentError, type Mailer } from './mailer'
import { writeLinkMail } from './write-link-mail'
import type { MailSender } from './write-mail'

export type LinkMailDeps = Parameters<typeof claimLinkMail>[0] & MailSender & { mailer: Mailer }

/**
 * Sends one mail with a one-time link: one that is due, or, with `id`, that of this link. Resolves to false when there
 * is none. Rejects with a `MailNotSentError` when it could not be sent: it is then due again later, or, if the error is
 * final, is deleted together with its link.
 */
export async function sendLinkMail(deps: LinkMailDeps, which: { id?: bigint } = {}): Promise<boolean> {
  const link = await claimLinkMail(deps, which)
  if (!link) return false
  try {
    await deps.mailer.send(writeLinkMail(deps, link))
  } catch (error) {
    if (error instanceof MailNotSentError && error.isFinal) await giveUpLinkMail(deps, link)
    throw error
  }
  await markLinkMailed(deps, link)
  return true
}
