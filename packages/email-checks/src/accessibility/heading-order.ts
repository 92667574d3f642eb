import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

/** Whoever goes from heading to heading looks for the one that is left out. */
export const headingOrder: Rule = {
  name: 'accessibility/heading-order',
  severity: 'warning',
  title: 'A heading skips a level.',
  sources: [wcag('1.3.1', 'info-and-relationships')],
  find: function* ({ html }) {
    let before = 0
    for (const element of html?.elements ?? []) {
      const level = levelOf(element)
      if (level === null || wordsOf(element) === '') continue
      if (before > 0 && level > before + 1)
        yield {
          what: wordsOf(element).slice(0, 80),
          span: tagSpan(element),
          description: `A heading of level ${level} follows one of level ${before}.`,
        }
      before = level
    }
  },
}

function levelOf(element: Parameters<typeof findAttribute>[0]): number | null {
  const role = findAttribute(element, 'role')
  if (role === 'heading') return Number(findAttribute(element, 'aria-level') ?? 2) || 2
  const level = /^h([1-6])$/.exec(element.tagName)?.[1]
  return role !== null || level === undefined ? null : Number(level)
}
