import { getDomain, parse } from 'tldts'
import type { Rule } from '../rule'
import { shownAddress } from '../shown-address'
import { linksOf, webAddress, type Link } from './link'

const writtenAddress = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,24})(?:[/?#:]\S*)?$/i

/** No host name has more than 253 characters. */
const maxLength = 300

export const otherHost: Rule = {
  name: 'links/other-host',
  severity: 'warning',
  title: 'The text of a link shows the address of another site.',
  sources: [
    {
      title: 'Mozilla: Thunderbird’s scam detection',
      url: 'https://support.mozilla.org/kb/thunderbirds-scam-detection',
    },
  ],
  find: function* ({ html }) {
    for (const link of linksOf(html)) {
      const shown = link.words.length > maxLength ? undefined : writtenAddress.exec(link.words)?.[1]
      const url = webAddress(link)
      if (url === null || shown === undefined) continue
      // A file name, such as `report.pdf`, has a dot too, and no suffix of the DNS.
      const { domain: site, isIcann } = parse(shown)
      if (site === null || !isIcann) continue
      const target = getDomain(url.hostname) ?? url.hostname
      if (site === target) continue
      yield {
        what: shownAddress(link.address),
        span: link.span,
        description: `The text says ${shown}, the link leads to ${url.hostname}.`,
        detail: { text: shown, host: url.hostname },
      }
    }
  },
}

/** Open to the public; a company's own short domain is none. */
const shorteners: ReadonlySet<string> = new Set(
  'bit.ly buff.ly cutt.ly goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly s.id shorturl.at t.co t.ly t2m.io tiny.cc tinyurl.com v.gd'.split(
    ' ',
  ),
)

/** Filters judge a shortened link by the other links of that host. */
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

export const utm: Rule = {
  name: 'links/utm',
  severity: 'note',
  title: 'Some links of a site have utm parameters and others have none.',
  sources: [
    {
      title: 'Google Analytics: URL builders',
      url: 'https://support.google.com/analytics/answer/10917952',
    },
  ],
  find: function* ({ html }) {
    const sites = new Map<string, { tagged: number; bare: Link[] }>()
    for (const link of linksOf(html)) {
      const url = webAddress(link)
      const site = url && getDomain(url.hostname)
      if (!url || !site || /unsubscribe|preferences|privacy|imprint/i.test(url.pathname)) continue
      const known = sites.get(site) ?? { tagged: 0, bare: [] }
      sites.set(site, known)
      if ([...url.searchParams.keys()].some((name) => /^utm_/i.test(name))) known.tagged += 1
      else known.bare.push(link)
    }
    for (const [site, { tagged, bare }] of sites) {
      if (tagged === 0) continue
      for (const { address, span } of bare)
        yield {
          what: shownAddress(address),
          span,
          description: `${tagged} other ${tagged === 1 ? 'link' : 'links'} to ${site} have utm parameters.`,
        }
    }
  },
}
