import type { Rule } from '../rule'
import { gmailSenders, rfc } from '../sources'
import { named } from './header-fields'

/** What is sent to many must have it; a receipt needs none. */
export const listUnsubscribe: Rule = {
  name: 'headers/list-unsubscribe',
  severity: 'note',
  title: 'There is no List-Unsubscribe.',
  sources: [gmailSenders, rfc(2369, '3.2')],
  find: function* ({ header }) {
    if (header === null || named(header, 'list-unsubscribe').length > 0) return
    yield {
      what: 'List-Unsubscribe',
      span: null,
      description: 'There is no List-Unsubscribe; what is sent to many people must have one.',
    }
  },
}
