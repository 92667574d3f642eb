import type { Rule } from '../rule'
import { cited } from '../sources'
import { darkClients, hasDarkStyles } from './dark-styles'

/** What these clients show in the dark is what they make of the light styles. */
export const stylesIgnored: Rule = {
  name: 'dark/styles-ignored',
  severity: 'note',
  title: 'An email client in its dark theme does not apply the styles for the dark.',
  sources: [cited('caniemail css-at-media-prefers-color-scheme')],
  find: function* (email) {
    const { html, changes } = email
    if (html === null || changes === null || !hasDarkStyles(html)) return
    const { ignore } = darkClients(email)
    if (ignore.length === 0) return
    yield {
      what: 'prefers-color-scheme',
      span: html.styles.find(({ css }) => /prefers-color-scheme|\[data-ogs/i.test(css))?.span ?? null,
      description: 'These email clients choose dark colours themselves; look at their previews.',
      clients: ignore,
    }
  },
}
