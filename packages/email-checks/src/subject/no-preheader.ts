import type { Rule } from '../rule'
import { preheaderSource } from './preheader-source'
import { preheaderOf } from './preheader'

/** Beside the subject, an inbox shows nothing or what it finds. */
export const noPreheader: Rule = {
  name: 'subject/no-preheader',
  severity: 'note',
  title: 'The email has no preheader.',
  sources: [preheaderSource],
  find: function* ({ html }) {
    if (html === null) return
    const preheader = preheaderOf(html)
    if (preheader?.isHidden) return
    yield {
      what: preheader ? preheader.text.slice(0, 80) : 'preheader',
      span: preheader?.span ?? null,
      description: preheader
        ? 'There is no hidden text at the beginning; beside the subject, an inbox shows these words.'
        : 'The email has no text; beside the subject, an inbox shows nothing.',
    }
  },
}
