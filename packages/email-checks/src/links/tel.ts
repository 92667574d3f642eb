import type { Rule } from '../rule'
import { rfc } from '../sources'
import { decoded } from './decoded'
import { linksOf } from './link'

/** A global or local number with its visual separators, and parameters such as an extension. */
const number = /^\+?[A-F*#().\- ]*[0-9][0-9A-F*#().\- ]*(?:[;,].*)?$/i

/** Far more than a number has, with an extension. */
const maxLength = 100

/** The phone dials something else, or nothing. */
export const tel: Rule = {
  name: 'links/tel',
  severity: 'error',
  title: 'A tel link has no valid number.',
  sources: [rfc(3966, '3')],
  find: function* ({ html }) {
    for (const { address, span } of linksOf(html)) {
      if (!/^tel:/i.test(address)) continue
      const given = decoded(address.slice('tel:'.length)).replace(/^\/\//, '')
      if (given.length <= maxLength && number.test(given) && (given.match(/\d/g)?.length ?? 0) >= 3) continue
      yield { what: address.slice(0, 80), span, description: `"${given.slice(0, 40)}" is no phone number.` }
    }
  },
}
