import type { Rule } from '../rule'
import { wcag } from '../sources'

const shape = /<v:(rect|roundrect|oval|shape|image)\b[^<>]{0,4000}>/gi
/** A shape that a reader follows or that shows a picture; one that only colours a box says nothing. */
const hasContent = /\s(?:href|src)\s*=\s*(?:["']\s*)?[^\s"'>]/i

const maxContent = 4_000

/** Whether a shape has words of its own: those of a button. */
function hasText(after: string, name: string): boolean {
  const end = after.toLowerCase().indexOf(`</v:${name.toLowerCase()}`)
  return (
    (end < 0 ? '' : after.slice(0, end))
      .replace(/<[^>]*(>?)/g, (tag, end) => (end === '' ? tag : ''))
      .trim() !== ''
  )
}

/** In Outlook on Windows, this is the button. */
export const vmlAlt: Rule = {
  name: 'accessibility/vml-alt',
  severity: 'note',
  title: 'A picture or a link of VML has no alternative text.',
  sources: [wcag('1.1.1', 'non-text-content')],
  find: function* ({ html }) {
    for (const { text, start } of html?.comments ?? [])
      for (const { 0: tag, 1: name = '', index } of text.matchAll(shape)) {
        if (!hasContent.test(tag) || /\salt\s*=/i.test(tag)) continue
        if (hasText(text.slice(index + tag.length, index + tag.length + maxContent), name)) continue
        yield {
          what: tag.length <= 80 ? tag : `${tag.slice(0, 79)}…`,
          span: { part: 'html', start: start + index, end: start + index + tag.length },
          description: 'The shape has no alt.',
        }
      }
  },
}
