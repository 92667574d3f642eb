import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { gmailSenders } from '../sources'
import { isToUnsubscribe } from './unsubscribe'

/** What is sent to many must have one; a receipt needs none. */
export const noUnsubscribe: Rule = {
  name: 'links/no-unsubscribe',
  severity: 'note',
  title: 'There is no link to unsubscribe.',
  sources: [gmailSenders],
  find: function* ({ html, header }) {
    if (html === null || /^list-unsubscribe:/im.test(header ?? '')) return
    // Placeholders too: the way to unsubscribe is often one.
    if (html.named('a').some((link) => isToUnsubscribe(findAttribute(link, 'href') ?? '', wordsOf(link))))
      return
    yield {
      what: 'unsubscribe',
      span: null,
      description: 'No link says that it is to unsubscribe; what is sent to many people must have one.',
    }
  },
}
