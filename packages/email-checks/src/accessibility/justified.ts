import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { attributeSpan, declared, tagText } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

/** Gaps of changing width make lines hard to follow. */
export const justified: Rule = {
  name: 'accessibility/justified',
  severity: 'note',
  title: 'A text is justified.',
  sources: [wcag('1.4.8', 'visual-presentation')],
  find: function* ({ html }) {
    for (const element of html?.elements ?? []) {
      const byStyle = declared(element, 'text-align') === 'justify'
      if (!byStyle && findAttribute(element, 'align')?.toLowerCase() !== 'justify') continue
      yield {
        what: html ? tagText(html, element) : element.tagName,
        span: attributeSpan(element, byStyle ? 'style' : 'align'),
        description: 'Align the text to the side at which its lines begin.',
      }
    }
  },
}
