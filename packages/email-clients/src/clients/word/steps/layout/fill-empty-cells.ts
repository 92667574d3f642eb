import type { ChangeKind } from '../../../../engine/change-log'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createText, elementsIn, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'

const source =
  'mjmlio/mjml 116, 761, 918: spacer cells of Outlook are as high as a line, unless font-size and line-height are set'

export const fillEmptyCells: Step = ({ document, changes }) => {
  for (const cell of elementsIn(document)) {
    if ((cell.tagName !== 'td' && cell.tagName !== 'th') || !isEmpty(cell)) continue
    const kind = { rule: 'empty-cell-has-line', what: `empty <${cell.tagName}>`, source } satisfies ChangeKind
    if (!changes.record(kind, placeOf(cell))) continue
    const blank = createText('\u00a0')
    blank.parentNode = cell
    cell.childNodes.push(blank)
  }
}

function isEmpty({ childNodes }: Tree.Element): boolean {
  return childNodes.every(
    (node) => !('tagName' in node) && !('value' in node && node.value.replace(/[ \t\r\n\f]+/g, '') !== ''),
  )
}
