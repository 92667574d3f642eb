import { tagSpan, type TextPiece } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

const bullet = /^\s*(?:[•·▪■●‣◦–*-]|\d{1,2}[.)])\s+\S/u

/** A screen reader says neither that it is a list nor how long it is. */
export const list: Rule = {
  name: 'accessibility/list',
  severity: 'note',
  title: 'A list is written with marks and not as a list.',
  sources: [wcag('1.3.1', 'info-and-relationships')],
  find: function* ({ html }) {
    let items: TextPiece[] = []
    for (const piece of [...(html?.texts ?? []), null]) {
      if (piece && !piece.isHidden && bullet.test(piece.text) && piece.parent.tagName !== 'li') {
        items.push(piece)
        continue
      }
      const [first] = items
      if (first && items.length >= 3)
        yield {
          what: first.text.trim().slice(0, 80),
          span: first.span ?? tagSpan(first.parent),
          description: `${items.length} pieces of text begin with a mark; make them <li> of a list.`,
        }
      items = []
    }
  },
}
