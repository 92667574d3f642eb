import { claimInvitationMail, markInvitationMailed, type InvitationMail } from '@pas/accounts/invitations'
import { invitationMailTexts } from './invitation-mail-texts'
import { MailNotSentError, type Mail } from './mailer'
import { oneTimeLinkUrl } from './one-time-link-url'
import type { LinkMailDeps } from './send-link-mail'
import { mailLanguageOf, writeMail, type MailSender } from './write-mail'

/** False when no mail is due. Rejects with a `MailNotSentError`: the mail is due again unless the error is final. */
export async function sendInvitationMail(deps: LinkMailDeps): Promise<boolean> {
  const invitation = await claimInvitationMail(deps)
  if (!invitation) return false
  try {
    await deps.mailer.send(writeInvitationMail(deps, invitation))
  } catch (error) {
    if (error instanceof MailNotSentError && error.isFinal) await markInvitationMailed(deps, invitation)
    throw error
  }
  await markInvitationMailed(deps, invitation)
  return true
}

/** Says nothing that an admin has typed but addresses, so that no stranger's text goes out in our name. */
export function writeInvitationMail(sender: MailSender, invitation: InvitationMail): Mail {
  const language = mailLanguageOf(invitation.language)
  const { email, accountName, invitedBy, isTaken, token } = invitation
  const text = invitationMailTexts[language][isTaken ? 'taken' : 'invitation']
  const values = { email, accountName, invitedBy, productName: sender.product.name }
  const url = isTaken ? `${sender.authUrl}/login` : oneTimeLinkUrl(sender.authUrl, token)
  return writeMail(sender, language, { text, values, url })
}
