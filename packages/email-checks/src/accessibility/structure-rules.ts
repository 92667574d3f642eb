import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { fixByAttribute, tagSpan, wordsOf, type TextPiece } from '../checked-html'
import type { Rule } from '../rule'
import { wcag } from '../sources'

export const layoutTable: Rule = {
  name: 'accessibility/layout-table',
  severity: 'warning',
  title: 'A table for the layout is announced as a table of data.',
  sources: [{ title: 'WCAG 2.2, failure F92', url: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F92' }],
  find: function* ({ html }) {
    if (html === null) return
    const dataTables = new Set<Tree.Element>()
    for (const name of ['th', 'caption'])
      for (const element of html.named(name)) {
        const table = tableAround(element)
        if (table) dataTables.add(table)
      }
    for (const table of html.named('table')) {
      if (
        findAttribute(table, 'role') !== null ||
        findAttribute(table, 'summary')?.trim() ||
        dataTables.has(table)
      )
        continue
      yield {
        what: '<table>',
        span: tagSpan(table),
        description: 'The table has neither headings nor role="presentation".',
        ...fixByAttribute(table, 'role="presentation"', 'Adds role="presentation".'),
      }
    }
  },
}

function tableAround(element: Tree.Element): Tree.Element | null {
  for (let node = element.parentNode; node; node = 'parentNode' in node ? node.parentNode : null)
    if ('tagName' in node && node.tagName === 'table') return node
  return null
}

export const headingOrder: Rule = {
  name: 'accessibility/heading-order',
  // WCAG asks for headings that are named as such, not for an order of their levels.
  severity: 'note',
  title: 'A heading skips a level.',
  sources: [wcag('1.3.1', 'info-and-relationships')],
  isOneRow: true,
  find: function* ({ html }) {
    let previous = 0
    for (const element of html?.elements ?? []) {
      const level = levelOf(element)
      if (level === null || wordsOf(element) === '') continue
      if (previous > 0 && level > previous + 1)
        yield {
          what: wordsOf(element).slice(0, 80),
          span: tagSpan(element),
          description: 'The heading is more than one level below the one before it.',
        }
      previous = level
    }
  },
}

function levelOf(element: Parameters<typeof findAttribute>[0]): number | null {
  const role = findAttribute(element, 'role')
  if (role === 'heading') return Number(findAttribute(element, 'aria-level') ?? 2) || 2
  const level = /^h([1-6])$/.exec(element.tagName)?.[1]
  return role !== null || level === undefined ? null : Number(level)
}

const bullet = /^\s*(?:[•·▪■●‣◦–*-]|\d{1,2}[.)])\s+\S/u

export const list: Rule = {
  name: 'accessibility/list',
  severity: 'note',
  title: 'A list is written with marks and not as a list.',
  sources: [wcag('1.3.1', 'info-and-relationships')],
  find: function* ({ html }) {
    let items: TextPiece[] = []
    // The null at the end ends the last list.
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
