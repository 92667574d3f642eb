import type { Rule } from '../rule'
import { rfc } from '../sources'
import { decoded } from './decoded'
import { linksOf } from './link'

/** One address: what people write, not all that RFC 5322 allows. */
const addressee =
  /^[^\s@,;:<>()[\]\\"]+@(?:[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]*[a-z0-9\u0080-\uffff])?\.)+[a-z\u0080-\uffff]{2,}$/i

/** Characters of an address: 64 before the `@` and 255 after it (RFC 5321 §4.5.3.1). */
const maxLength = 320

const isAddressee = (text: string): boolean => text.length <= maxLength && addressee.test(text)

/** The mail program opens with an address to which nothing can be sent. */
export const mailto: Rule = {
  name: 'links/mailto',
  severity: 'error',
  title: 'A mailto link has no valid address.',
  sources: [rfc(6068, '2')],
  find: function* ({ html }) {
    for (const { address, span } of linksOf(html)) {
      if (!/^mailto:/i.test(address)) continue
      const [to = '', query = ''] = address.slice('mailto:'.length).split(/\?(.*)/s)
      const addressees = to.split(',').filter((one) => one !== '')
      // `mailto:?subject=…` lets the reader choose to whom, and `to=` is one more place for it.
      const isEmpty = addressees.length === 0 && query === ''
      const wrong = addressees.find((one) => !isAddressee(decoded(one).trim()))
      if (!isEmpty && wrong === undefined) continue
      yield {
        what: address.slice(0, 200),
        span,
        description: isEmpty
          ? 'There is no address after mailto:.'
          : `"${(wrong ?? '').slice(0, 80)}" is no email address.`,
      }
    }
  },
}
