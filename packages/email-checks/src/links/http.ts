import { shownAddress } from '../shown-address'
import type { Rule } from '../rule'
import { linksOf, webAddress } from './link'

/** Whoever is between can read and change what is behind it, and browsers warn. */
export const http: Rule = {
  name: 'links/http',
  severity: 'warning',
  title: 'A link leads to an address without encryption.',
  sources: [
    {
      title: 'OWASP: Transport Layer Security',
      url: 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    },
  ],
  find: function* ({ html }) {
    for (const link of linksOf(html)) {
      if (webAddress(link)?.protocol !== 'http:') continue
      const { address, span } = link
      const at = span && html ? html.source.slice(span.start, span.end).search(/http:/i) : -1
      yield {
        what: shownAddress(address),
        span,
        description: 'The link leads to http.',
        ...(span &&
          at >= 0 && {
            fix: {
              description: 'Leads to https. The server must answer there.',
              edits: [
                { part: 'html', start: span.start + at, end: span.start + at + 'http'.length, text: 'https' },
              ],
            },
          }),
      }
    }
  },
}
