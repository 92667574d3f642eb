import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { afterTagName, tagSpan, tagText } from '../checked-html'
import type { Rule } from '../rule'

/** A screen reader counts out the rows and columns of each. */
export const layoutTable: Rule = {
  name: 'accessibility/layout-table',
  severity: 'warning',
  title: 'A table for the layout is announced as a table of data.',
  sources: [{ title: 'WCAG 2.2, failure F92', url: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F92' }],
  find: function* ({ html }) {
    if (html === null) return
    const ofData = new Set<Tree.Element>()
    for (const name of ['th', 'caption'])
      for (const element of html.named(name)) {
        const table = tableAround(element)
        if (table) ofData.add(table)
      }
    for (const table of html.named('table')) {
      if (
        findAttribute(table, 'role') !== null ||
        findAttribute(table, 'summary')?.trim() ||
        ofData.has(table)
      )
        continue
      const at = afterTagName(table)
      yield {
        what: tagText(html, table),
        span: tagSpan(table),
        description: 'The table has neither headings nor role="presentation".',
        ...(at !== null && {
          fix: {
            description: 'Adds role="presentation".',
            edits: [{ part: 'html', start: at, end: at, text: ' role="presentation"' }],
          },
        }),
      }
    }
  },
}

function tableAround(element: Tree.Element): Tree.Element | null {
  for (let node = element.parentNode; node; node = 'parentNode' in node ? node.parentNode : null)
    if ('tagName' in node && node.tagName === 'table') return node
  return null
}
