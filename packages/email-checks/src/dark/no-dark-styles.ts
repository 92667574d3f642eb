import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { cited } from '../sources'
import { declaresDark, hasDarkStyles } from './dark-styles'

/** The email client then darkens what has no colour of its own, and leaves the rest. */
export const noDarkStyles: Rule = {
  name: 'dark/no-dark-styles',
  severity: 'note',
  title: 'The email says that it can be shown dark, and has no styles for that.',
  sources: [cited('webkit.org/blog/8840')],
  find: function* ({ html }) {
    if (html === null || !declaresDark(html) || hasDarkStyles(html)) return
    const meta = html
      .named('meta')
      .find((element) => /color-scheme/i.test(findAttribute(element, 'name') ?? ''))
    yield {
      what: 'color-scheme',
      span: meta ? tagSpan(meta) : null,
      description:
        'There is no style for the dark; say "light only", or add styles under prefers-color-scheme: dark.',
    }
  },
}
