import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { gmailSenders } from '../sources'
import { maxLinks } from './link'
import { isToUnsubscribe } from './unsubscribe'

/** What is sent to many must have one; a receipt needs none. */
export const noUnsubscribe: Rule = {
  name: 'links/no-unsubscribe',
  severity: 'note',
  title: 'There is no link to unsubscribe.',
  sources: [gmailSenders],
  find: function* ({ html, header }) {
    if (html === null || /^list-unsubscribe:/im.test(header ?? '')) return
    const links = html.named('a')
    // Of so many links, the one to unsubscribe may be behind those that are looked at.
    if (links.length > maxLinks) return
    // Placeholders too: the way to unsubscribe is often one.
    if (links.some((link) => isToUnsubscribe(findAttribute(link, 'href') ?? '', wordsOf(link)))) return
    yield {
      what: 'unsubscribe',
      span: null,
      description: 'No link says that it is to unsubscribe; what is sent to many people must have one.',
    }
  },
}
