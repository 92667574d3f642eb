import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { ownDefault } from '../sources'
import { assetOf, assetsByUrl, picturesOf } from './picture'

/** Bytes of one picture. */
const maxBytes = 200_000

/** Waiting for it, a reader on a phone has gone on. */
export const heavy: Rule = {
  name: 'images/heavy',
  severity: 'warning',
  title: 'A picture has more than 200 KB.',
  sources: [ownDefault('two seconds at 800 kbit/s, the rate of a poor mobile connection')],
  find: function* ({ html, assets }) {
    const byUrl = assetsByUrl(assets)
    for (const { element, address } of picturesOf(html)) {
      const bytes = assetOf(element, byUrl)?.bytes ?? 0
      if (bytes <= maxBytes) continue
      yield {
        what: address,
        span: tagSpan(element),
        description: `The file has ${Math.round(bytes / 1_000)} KB.`,
        detail: { bytes },
      }
    }
  },
}
