import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { afterTagName, tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { cited } from '../sources'
import { assetOf, assetsByUrl, picturesOf } from './picture'

/** Word draws a picture without the attribute as large as its file, whatever the styles say. */
export const noWidth: Rule = {
  name: 'images/no-width',
  severity: 'warning',
  title: 'A picture has no width attribute.',
  sources: [cited('goodemailcode')],
  find: function* ({ html, assets, emailClients }) {
    const clients = emailClients.filter(({ family }) => family === 'word').map(({ code }) => code)
    const byUrl = assetsByUrl(assets)
    for (const { element, address } of picturesOf(html)) {
      if (findAttribute(element, 'width') !== null) continue
      const natural = assetOf(element, byUrl)?.width ?? null
      const at = afterTagName(element)
      yield {
        what: address,
        span: tagSpan(element),
        description: 'The picture has no width attribute; Outlook on Windows draws it as large as its file.',
        ...(clients.length > 0 ? { clients } : { severity: 'note' }),
        ...(natural !== null &&
          at !== null && {
            fix: {
              description: 'Adds the width of the file.',
              edits: [{ part: 'html', start: at, end: at, text: ` width="${natural}"` }],
            },
          }),
      }
    }
  },
}
