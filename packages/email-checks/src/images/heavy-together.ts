import type { Rule } from '../rule'
import { ownDefault } from '../sources'

const maxBytes = 1_000_000

/** What all readers fetch who open the email. */
export const heavyTogether: Rule = {
  name: 'images/heavy-together',
  severity: 'warning',
  title: 'The pictures have more than 1 MB together.',
  sources: [ownDefault('ten seconds at 800 kbit/s, the rate of a poor mobile connection')],
  find: function* ({ assets }) {
    const pictures = (assets ?? []).filter(({ contentType }) => contentType.startsWith('image/'))
    const bytes = pictures.reduce((sum, asset) => sum + asset.bytes, 0)
    if (bytes <= maxBytes) return
    yield {
      what: `${pictures.length} files`,
      span: null,
      description: `The files of the pictures have ${Math.round(bytes / 1_000)} KB together.`,
      detail: { bytes },
    }
  },
}
