import type { EmailClient } from '@pas/email-clients/email-client'
import type { RuleSource } from '../rule'

/** How many characters the list of an inbox shows. Null if no source tells. */
export interface InboxLine {
  subject: number | null
  /** 0 if the list shows none. */
  preheader: number | null
}

/** Where the numbers come from. They are of letters of average width; a wide phone shows a few more. */
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

/** The line of an email client in its inbox. Null if nothing is published about it. */
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
