import type { Rule } from '../rule'
import { rfc } from '../sources'
import { named } from './header-fields'

/** An inbox sorts by it, and filters of spam count its absence. */
export const date: Rule = {
  name: 'headers/date',
  severity: 'error',
  title: 'The message has no valid date.',
  sources: [rfc(5322, '3.6.1')],
  find: function* ({ header }) {
    if (header === null) return
    const [field] = named(header, 'date')
    if (!field) yield { what: 'Date', span: null, description: 'There is no Date.' }
    // The comment after the zone, such as (CET), is no part of the date.
    else if (Number.isNaN(Date.parse(field.value.replace(/\([^()]*\)/g, ''))))
      yield { what: field.value.slice(0, 200) || 'Date', span: field.span, description: 'Date is no date.' }
  },
}
