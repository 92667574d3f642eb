import type { Rule } from '../rule'
import { isNavigation } from '../subject/preheader-navigation'
import { preheaderSource } from '../subject/preheader-source'
import { inboxLineOf, inboxSources } from './inbox-lines'
import { wordsAfterPreheader, type WordsAfter } from './words-after-preheader'

/** Why nobody means such words to be read beside the subject. */
const because = ({ kind, words }: WordsAfter): string | null => {
  if (isNavigation(words.slice(0, 120))) return 'a link for those who cannot read the email'
  if (kind === 'hidden') return 'text that is hidden in the email'
  return kind === 'alt' ? 'the alternative text of a picture' : null
}

/**
 * Filler behind the preheader, such as `&#847;&zwnj;&nbsp;` many times, keeps the rest of the email out of the line.
 * A note: which lists read alternative texts and hidden ones is not published for each email client.
 */
export const preheaderLeaks: Rule = {
  name: 'inbox/preheader-leaks',
  severity: 'note',
  title: 'Behind the preheader, an inbox shows what is not meant to be read there.',
  sources: [preheaderSource, ...inboxSources.slice(0, 1)],
  find: function* ({ html, emailClients }) {
    if (html === null) return
    const leak = wordsAfterPreheader(html)
    const why = leak && because(leak)
    if (!leak || why === null) return
    const clients = emailClients
      .filter((emailClient) => (inboxLineOf(emailClient)?.preheader ?? 0) > leak.offset)
      .map(({ code }) => code)
    if (clients.length === 0) return
    yield {
      what: leak.words.slice(0, 80),
      span: leak.span,
      description: `After ${leak.offset} characters, an inbox shows ${why}; put filler behind the preheader.`,
      detail: { offset: leak.offset },
      clients,
    }
  },
}
