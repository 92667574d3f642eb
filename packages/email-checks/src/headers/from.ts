import type { Rule } from '../rule'
import { rfc } from '../sources'
import { named } from './header-fields'

/** Servers refuse it. */
export const from: Rule = {
  name: 'headers/from',
  severity: 'error',
  title: 'The message does not say whom it is from.',
  sources: [rfc(5322, '3.6.2')],
  find: function* ({ message }) {
    if (message === null) return
    const [field] = named(message.header, 'from')
    if (!field) yield { what: 'From', span: null, description: 'There is no From.' }
    else if (!/[^\s@<>]@[^\s@<>]/.test(field.value))
      yield {
        what: field.value.slice(0, 200) || 'From',
        span: field.span,
        description: 'From has no email address.',
      }
  },
}
