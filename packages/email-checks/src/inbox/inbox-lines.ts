import type { EmailClient } from '@pas/email-clients/email-client'
import type { CheckedEmail } from '../checked-email'
import type { RuleSource } from '../rule'
import { graphemesOf, preheaderOf } from '../subject/preheader'

/** Characters that the list of an inbox shows. Null if no source tells. */
export interface InboxLine {
  subject: number | null
  /** 0 if the list shows none. */
  preheader: number | null
}

/** Sources of the numbers below, which count letters of average width. */
export const inboxSources: readonly RuleSource[] = [
  {
    title: 'theMarketer: How long should your preview texts be?',
    url: 'https://themarketer.com/resources/knowledge-base/how-long-should-your-preview-texts-be',
  },
  {
    title: 'Word Counter: email subject line character limit',
    url: 'https://www.wordcounterfree.com/email-subject-line-character-limit.html',
  },
]

export const inboxLineOf = (emailClient: EmailClient): InboxLine | null =>
  byFamily[emailClient.family]?.(emailClient) ?? null

const byFamily: Partial<Record<EmailClient['family'], (emailClient: EmailClient) => InboxLine | null>> = {
  apple: ({ kind, code }) =>
    kind === 'mobile'
      ? { subject: 35, preheader: code.startsWith('IPAD') ? 87 : 81 }
      : { subject: 60, preheader: 140 },
  gmail: ({ kind }) => (kind === 'mobile' ? { subject: 40, preheader: 90 } : { subject: 77, preheader: 97 }),
  outlookWeb: ({ kind }) =>
    kind === 'mobile' ? { subject: null, preheader: 55 } : { subject: 73, preheader: null },
  word: () => ({ subject: 73, preheader: 35 }),
  yahoo: ({ kind, code }) => {
    if (kind === 'mobile') return { subject: null, preheader: 45 }
    return code.includes('AOL') ? { subject: null, preheader: 75 } : null
  },
}

interface InboxRow {
  client: string
  sender: string | null
  subject: string | null
  preheader: string | null
}

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

function cut(text: string, maxCharacters: number | null): string {
  const characters = graphemesOf(text)
  return maxCharacters === null || characters.length <= maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters).join('').trimEnd()}…`
}
