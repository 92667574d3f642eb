import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { attributeSpan } from '../checked-html'
import type { Rule } from '../rule'
import { picturesOf } from './picture'

/** Web mail is shown over https, where browsers upgrade or refuse such a picture. */
export const http: Rule = {
  name: 'images/http',
  severity: 'warning',
  title: 'A picture is fetched without encryption.',
  sources: [
    { title: 'W3C: Mixed Content §4', url: 'https://www.w3.org/TR/mixed-content/#upgrade-algorithm' },
  ],
  find: function* ({ html }) {
    for (const { element, address } of picturesOf(html)) {
      const src = findAttribute(element, 'src') ?? ''
      if (!/^\s*http:/i.test(src)) continue
      const span = attributeSpan(element, 'src')
      const at = span === null ? -1 : (html?.source.slice(span.start, span.end).search(/http:/i) ?? -1)
      yield {
        what: address,
        span,
        description: 'The picture is fetched by http; web mail blocks or rewrites such pictures.',
        ...(span !== null &&
          at >= 0 && {
            fix: {
              description: 'Fetches it by https. Its server must answer there.',
              edits: [
                { part: 'html', start: span.start + at, end: span.start + at + 'http'.length, text: 'https' },
              ],
            },
          }),
      }
    }
  },
}
