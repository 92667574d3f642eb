import type { Rule } from '../rule'
import { graphemesOf, preheaderOf } from './preheader'
import { preheaderSource } from './preheader-source'

const least = 40

/** What follows in the email fills the rest of the line. */
export const shortPreheader: Rule = {
  name: 'subject/short-preheader',
  severity: 'note',
  title: 'The preheader is shorter than its line in an inbox.',
  sources: [preheaderSource],
  find: function* ({ html }) {
    const preheader = html && preheaderOf(html)
    if (!preheader?.isHidden) return
    const characters = graphemesOf(preheader.text).length
    if (characters >= least) return
    yield {
      what: preheader.text,
      span: preheader.span,
      description: `The preheader has ${characters} characters; below ${least}, the first words of the email follow it.`,
      detail: { characters },
    }
  },
}
