import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { cited } from '../sources'
import { declaresScheme, hasDarkStyles } from './dark-styles'

/** Apple Mail applies styles for the dark only in an email that declares them. */
export const noColorScheme: Rule = {
  name: 'dark/no-color-scheme',
  severity: 'warning',
  title: 'The email does not say whether it can be shown dark.',
  sources: [cited('webkit.org/blog/8840')],
  find: function* ({ html }) {
    if (html === null || declaresScheme(html)) return
    const span = tagSpan(html.head)
    if (!hasDarkStyles(html)) {
      yield {
        what: 'color-scheme',
        span: null,
        description:
          'There is no <meta name="color-scheme">; dark email clients choose colours of their own.',
        severity: 'note',
      }
      return
    }
    yield {
      what: 'color-scheme',
      span,
      description: 'There are styles for the dark, but no <meta name="color-scheme"> that switches them on.',
      ...(span && {
        fix: {
          description: 'Declares both schemes.',
          edits: [
            {
              part: 'html',
              start: span.end,
              end: span.end,
              text: '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
            },
          ],
        },
      }),
    }
  },
}
