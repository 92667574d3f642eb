import { createOneTimeLink, orderLinkMail, type PasswordLink } from '@pas/accounts/one-time-links'
import type { MailConfig } from '@pas/settings/mail'
import { createMailer } from './mailer'
import { oneTimeLinkUrl } from './one-time-link-url'
import { sendLinkMail } from './send-link-mail'
import type { MailSender } from './write-mail'

type RowDeps = Parameters<typeof createOneTimeLink>[0]

/** By mail where there is a mail server; otherwise the link is shown. */
export interface LinkDelivery {
  /** Call it in a transaction. */
  prepare(
    deps: RowDeps,
    link: PasswordLink,
    email: string,
  ): Promise<{ mailedTo: string } | { link: string; validUntil: Date }>
  /** Call it after the commit. Rejects with a `MailNotSentError`. */
  send: (deps: RowDeps) => Promise<undefined>
}

/** Until then other processes do not send the mail, which `send` sends itself. */
const ownAttemptMs = 60_000

export function createLinkDelivery(sender: MailSender, mail: MailConfig | null): LinkDelivery {
  let id: bigint | undefined
  return {
    prepare: async (deps, link, email) => {
      if (mail) {
        id = await orderLinkMail(deps, link, new Date(deps.clock.now().getTime() + ownAttemptMs))
        return { mailedTo: email }
      }
      const { token, expiresAt } = await createOneTimeLink(deps, link)
      return { link: oneTimeLinkUrl(sender.authUrl, token), validUntil: expiresAt }
    },
    send: async (deps) => {
      if (id === undefined || !mail) return undefined
      await sendLinkMail({ ...deps, ...sender, mailer: createMailer(mail) }, { id })
      return undefined
    },
  }
}
