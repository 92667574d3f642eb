import type { Rule } from '../rule'
import { rfc } from '../sources'
import { fieldsOf } from './header-fields'

/** Fields of which a message has one, or none. */
const atMostOne = new Set(
  'date from sender reply-to to cc message-id in-reply-to references subject'.split(' '),
)

/** Programs differ in which of them they read, which is how a filter is deceived. */
export const oneOfEach: Rule = {
  name: 'headers/repeated',
  severity: 'error',
  title: 'A field of the header is there more than once.',
  sources: [rfc(5322, '3.6')],
  find: function* ({ header }) {
    const seen = new Set<string>()
    for (const { name, span } of fieldsOf(header ?? '')) {
      if (!atMostOne.has(name)) continue
      if (seen.has(name)) yield { what: name, span, description: `There may be one ${name}.` }
      seen.add(name)
    }
  },
}
