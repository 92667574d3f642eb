import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { Rule } from '../rule'
import { htmlStandard } from '../sources'
import { decoded } from './decoded'
import { linksOf } from './link'

/** A click on it scrolls nowhere. */
export const missingAnchor: Rule = {
  name: 'links/missing-anchor',
  severity: 'warning',
  title: 'A link within the email leads to nothing.',
  sources: [htmlStandard('browsing-the-web', 'scroll-to-fragid')],
  find: function* ({ html }) {
    const anchors = new Set(
      (html?.elements ?? []).flatMap((element) => [
        findAttribute(element, 'id'),
        findAttribute(element, 'name'),
      ]),
    )
    for (const { address, span } of linksOf(html)) {
      if (!/^#./.test(address) || /^#top$/i.test(address) || anchors.has(decoded(address.slice(1)))) continue
      yield { what: address.slice(0, 80), span, description: 'No element has this id or name.' }
    }
  },
}
