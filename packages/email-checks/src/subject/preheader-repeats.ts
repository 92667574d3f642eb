import type { Rule } from '../rule'
import { preheaderOf } from './preheader'
import { preheaderSource } from './preheader-source'

/** An inbox shows the same words twice. */
export const preheaderRepeats: Rule = {
  name: 'subject/preheader-repeats',
  severity: 'warning',
  title: 'The preheader repeats the subject.',
  sources: [preheaderSource],
  find: function* ({ html, subject }) {
    const preheader = html && preheaderOf(html)
    const words = wordsAlone(subject ?? '')
    if (!preheader || words === '' || wordsAlone(preheader.text) !== words) return
    yield {
      what: preheader.text.slice(0, 80),
      span: preheader.span,
      description: 'It says what the subject says.',
    }
  },
}

const wordsAlone = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
