import { getDomain, parse } from 'tldts'
import { shownAddress } from '../shown-address'
import type { Rule } from '../rule'
import { linksOf, webAddress } from './link'

/** A text that is an address, such as `www.shop.example/sale`. */
const written = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,24})(?:[/?#:]\S*)?$/i

/** Characters of a text that may be an address: no host name has more than 253. */
const maxLength = 300

/** It is how a fraud looks, and mail programs warn of it. */
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
      const shown = link.words.length > maxLength ? undefined : written.exec(link.words)?.[1]
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
