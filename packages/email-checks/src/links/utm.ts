import { getDomain } from 'tldts'
import { shownAddress } from '../shown-address'
import type { Rule } from '../rule'
import { linksOf, webAddress, type Link } from './link'

/** Visits by these links are counted as those of nobody's campaign. */
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
