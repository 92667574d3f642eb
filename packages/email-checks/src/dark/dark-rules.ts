import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { cited } from '../sources'
import { darkClients, declaresDark, declaresScheme, hasDarkStyles, recolouring } from './dark-styles'

/** Apple Mail applies dark styles only in an email that declares them. */
const noColorScheme: Rule = {
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

const noDarkStyles: Rule = {
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

const stylesIgnored: Rule = {
  name: 'dark/styles-ignored',
  severity: 'note',
  title: 'An email client in its dark theme does not apply the styles for the dark.',
  sources: [cited('caniemail css-at-media-prefers-color-scheme')],
  find: function* (email) {
    const { html, changes } = email
    if (html === null || changes === null || !hasDarkStyles(html)) return
    const { ignoring } = darkClients(email)
    if (ignoring.length === 0) return
    yield {
      what: 'prefers-color-scheme',
      span: html.styles.find(({ css }) => /prefers-color-scheme|\[data-ogs/i.test(css))?.span ?? null,
      description: 'These email clients choose dark colours themselves; look at their previews.',
      clients: ignoring,
    }
  },
}

const recoloured: Rule = {
  name: 'dark/recoloured',
  severity: 'note',
  title: 'An email client in its dark theme changes the colours of the email.',
  sources: [cited('Litmus')],
  find: function* ({ changes }) {
    const recolours = (changes ?? []).filter(({ rule }) => recolouring.has(rule))
    const codes = new Set(recolours.flatMap(({ clients }) => clients))
    if (codes.size === 0) return
    yield {
      what: 'colours',
      span: null,
      description: 'These email clients change the colours of the email in the dark; look at their previews.',
      clients: [...codes].sort(),
    }
  },
}

export const darkRules: readonly Rule[] = [noColorScheme, noDarkStyles, stylesIgnored, recoloured]
