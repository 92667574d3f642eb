import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { attributeSpan } from '../checked-html'
import type { Rule } from '../rule'
import { picturesOf } from './picture'

const fileName = /^\s*[^\s/]+\.(?:png|jpe?g|gif|webp|svg|bmp|avif|tiff?)\s*$/i

/** A file name says nothing of what is in the picture. */
export const fileNameAlt: Rule = {
  name: 'images/file-name-alt',
  severity: 'warning',
  title: 'The alternative text of a picture is a file name.',
  sources: [{ title: 'WCAG 2.2, failure F30', url: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F30' }],
  find: function* ({ html }) {
    for (const { element } of picturesOf(html)) {
      const alt = findAttribute(element, 'alt') ?? ''
      if (!fileName.test(alt)) continue
      yield {
        what: alt.trim().slice(0, 200),
        span: attributeSpan(element, 'alt'),
        description: 'The alt is a file name; say what the picture shows.',
      }
    }
  },
}
