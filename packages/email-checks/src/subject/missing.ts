import type { Rule } from '../rule'
import { rfc } from '../sources'

/** An inbox shows "(no subject)". */
export const missing: Rule = {
  name: 'subject/missing',
  severity: 'error',
  title: 'The email has no subject.',
  sources: [rfc(5322, '3.6.5')],
  find: function* ({ subject, message }) {
    if (subject?.trim() || (subject === null && message === null)) return
    yield { what: 'subject', span: null, description: 'The subject is empty.' }
  },
}
