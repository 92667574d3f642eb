import { shownAddress } from '../shown-address'
import type { Rule } from '../rule'
import { linksOf, webAddress } from './link'

/** Public services for anybody's addresses. Own short domains are none. */
const shorteners: ReadonlySet<string> = new Set(
  'bit.ly buff.ly cutt.ly goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly s.id shorturl.at t.co t.ly t2m.io tiny.cc tinyurl.com v.gd'.split(
    ' ',
  ),
)

/** Nobody sees where it leads, so filters judge it by what others hid behind the same host. */
export const shortener: Rule = {
  name: 'links/shortener',
  severity: 'warning',
  title: 'A link leads through a public shortener of addresses.',
  sources: [
    {
      title: 'SpamAssassin: redirector plugin',
      url: 'https://spamassassin.apache.org/full/4.0.x/doc/Mail_SpamAssassin_Plugin_DecodeShortURLs.html',
    },
  ],
  find: function* ({ html }) {
    for (const link of linksOf(html)) {
      const host = webAddress(link)?.hostname.replace(/^www\./, '')
      if (host === undefined || !shorteners.has(host)) continue
      yield {
        what: shownAddress(link.address),
        span: link.span,
        description: `${host} hides where the link leads.`,
      }
    }
  },
}
