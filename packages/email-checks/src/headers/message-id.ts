import type { Rule } from '../rule'
import { rfc } from '../sources'
import { named } from './header-fields'

/** Replies name it, and filters of spam count its absence. */
export const messageId: Rule = {
  name: 'headers/message-id',
  severity: 'warning',
  title: 'The message has no valid Message-ID.',
  sources: [rfc(5322, '3.6.4')],
  find: function* ({ header }) {
    if (header === null) return
    const [field] = named(header, 'message-id')
    if (!field) yield { what: 'Message-ID', span: null, description: 'There is no Message-ID.' }
    else if (!/^<[^\s<>@]+@[^\s<>@]+>$/.test(field.value))
      yield {
        what: field.value.slice(0, 200) || 'Message-ID',
        span: field.span,
        description: 'Message-ID is not of the form <left@right>.',
      }
  },
}
