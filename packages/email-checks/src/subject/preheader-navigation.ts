import type { Rule } from '../rule'
import { isToUnsubscribe } from '../links/unsubscribe'
import { preheaderOf } from './preheader'
import { preheaderSource } from './preheader-source'

const toBrowser =
  /(?:view|read|see|open)\b.{0,40}\b(?:browser|online|web ?(?:page|version|site)?)\b|having trouble|can(?:'|’|no)t (?:see|read|view)|im browser|online[- ]?version|webversion|darstellungsprobleme|dans (?:votre|le) navigateur|version en ligne|en (?:el|su) navegador|nel browser|in (?:de|uw|je) browser/i

/** Whether words are those of a link to the email's web page, or to unsubscribe. */
export const isNavigation = (words: string): boolean => toBrowser.test(words) || isToUnsubscribe('', words)

/** The place beside the subject is spent on it. */
export const preheaderNavigation: Rule = {
  name: 'subject/preheader-navigation',
  severity: 'warning',
  title: 'The preheader is a link for those who cannot read the email.',
  sources: [preheaderSource],
  find: function* ({ html }) {
    const preheader = html && preheaderOf(html)
    if (!preheader || preheader.text.length > 120) return
    if (!isNavigation(preheader.text)) return
    yield {
      what: preheader.text,
      span: preheader.span,
      description: 'An inbox shows these words beside the subject; put a hidden preheader before them.',
    }
  },
}
