import { textOf } from '@pas/email-clients/engine/html-tree'
import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

/** What a browser's tab and a screen reader name the email by, when it is opened in a browser. */
export const title: Rule = {
  name: 'accessibility/title',
  severity: 'warning',
  title: 'The email has no title.',
  sources: [wcag('2.4.2', 'page-titled')],
  find: function* ({ html }) {
    if (html === null) return
    const titles = html.named('title')
    if (titles.some((element) => textOf(element).trim() !== '')) return
    const [empty] = titles
    yield {
      what: '<title>',
      span: tagSpan(empty ?? html.head),
      description: empty ? 'The <title> is empty.' : 'There is no <title> in the <head>.',
    }
  },
}
