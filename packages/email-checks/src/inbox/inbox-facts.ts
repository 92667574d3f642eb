import type { CheckedEmail } from '../checked-email'
import { graphemesOf, preheaderOf } from '../subject/preheader'
import { inboxLineOf } from './inbox-lines'

/** What the list of an inbox shows of an email. */
interface InboxRow {
  client: string
  sender: string | null
  subject: string | null
  /** Null where no source tells how much is shown. */
  preheader: string | null
}

/** For each chosen email client of which its list is known: what that shows. */
export function inboxRows({
  html,
  plainText,
  subject,
  fromDisplayName,
  fromAddress,
  emailClients,
}: CheckedEmail): InboxRow[] {
  const words = html
    ? (preheaderOf(html)?.text ?? '')
    : (plainText ?? '').replace(/\s+/g, ' ').trim().slice(0, 500)
  return emailClients.flatMap((emailClient) => {
    const line = inboxLineOf(emailClient)
    if (line === null) return []
    return [
      {
        client: emailClient.code,
        sender: fromDisplayName ?? fromAddress,
        subject: subject === null ? null : cut(subject.trim(), line.subject),
        preheader: line.preheader === null ? null : cut(words, line.preheader),
      },
    ]
  })
}

function cut(text: string, atMost: number | null): string {
  const characters = graphemesOf(text)
  return atMost === null || characters.length <= atMost
    ? text
    : `${characters.slice(0, atMost).join('').trimEnd()}…`
}
