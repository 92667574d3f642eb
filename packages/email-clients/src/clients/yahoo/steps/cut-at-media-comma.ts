import type { ChangeKind } from '../../../engine/change-log'
import type { CssNode } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

const source = 'email-bugs 149, 2025-08-19; assumed: that one report is enough'

/** Removes the rule, and the rest of its style block. */
export const cutAtMediaComma: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    let isCut = false
    sheet.children.forEach((node, item) => {
      if (isCut) sheet.children.remove(item)
      else if (hasMediaComma(node)) {
        const kind: ChangeKind = { rule: 'style-cut-at-comma', what: '@media', source }
        if (!changes.record(kind, placeOfCss(node.loc))) return
        isCut = true
        sheet.children.remove(item)
      }
    })
  }
}

/** The parser's maximum depth limits the recursion. */
function hasMediaComma(node: CssNode): boolean {
  if (node.type !== 'Atrule') return false
  const list =
    node.name.toLowerCase() === 'media' && node.prelude?.type === 'AtrulePrelude'
      ? node.prelude.children.first
      : null
  if (list?.type === 'MediaQueryList' && list.children.size > 1) return true
  return node.block?.children.some(hasMediaComma) ?? false
}
