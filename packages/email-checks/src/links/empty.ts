import type { Rule } from '../rule'
import { htmlStandard } from '../sources'
import { linksOf } from './link'

/** A click does nothing. */
export const empty: Rule = {
  name: 'links/empty',
  severity: 'error',
  title: 'A link leads nowhere.',
  sources: [htmlStandard('links', 'attr-hyperlink-href')],
  find: function* ({ html }) {
    for (const { address, span, words } of linksOf(html)) {
      if (!/^(?:#?|javascript:.*)$/is.test(address)) continue
      yield {
        what: words.slice(0, 80) || address || 'href=""',
        span,
        description: address === '' ? 'The address is empty.' : `The address is "${address.slice(0, 40)}".`,
      }
    }
  },
}
