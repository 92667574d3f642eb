import type { Rule } from '../rule'
import { ownDefault } from '../sources'
import { addressesBeyond, maxLinks } from './link'

/** Whoever reads the findings learns that more may be wrong than they say. */
export const tooMany: Rule = {
  name: 'links/too-many',
  severity: 'note',
  title: 'The email has more links than are looked at.',
  sources: [ownDefault('no email that people read has a thousand links')],
  find: function* ({ html }) {
    const beyond = addressesBeyond(html).length
    if (beyond === 0) return
    const links = maxLinks + beyond
    yield {
      what: `${links} links`,
      span: null,
      description: `The email has ${links} links; only the first ${maxLinks} are looked at, and asked.`,
      detail: { links, looked_at: maxLinks },
    }
  },
}
