import type { Rule } from '../rule'
import { rfc } from '../sources'

/** A reader's program shows the last part that it can show. */
export const partOrder: Rule = {
  name: 'headers/part-order',
  severity: 'error',
  title: 'The text part comes after the HTML.',
  sources: [rfc(2046, '5.1.4')],
  find: function* ({ message }) {
    const types = message?.bodyTypes ?? []
    const html = types.indexOf('text/html')
    if (html < 0 || types.lastIndexOf('text/plain') < html) return
    yield {
      what: types.join(', ').slice(0, 200),
      span: null,
      description: 'Among alternatives, the text part must come first; programs show the last.',
    }
  },
}
