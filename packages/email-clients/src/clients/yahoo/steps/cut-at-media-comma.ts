import type { CssNode, ListItem } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

const source = 'email-bugs 149, 2025-08-19'

/** A comma between the queries of an `@media`, and it is gone with the rest of its block. */
export const cutAtMediaComma: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    let cutAt: ListItem<CssNode> | null = null
    sheet.children.forEach((node, item) => {
      if (cutAt) sheet.children.remove(item)
      else if (hasMediaComma(node)) {
        changes.record({ rule: 'style-cut-at-comma', what: '@media', source }, placeOfCss(node.loc))
        cutAt = item
        sheet.children.remove(item)
      }
    })
  }
}

/** In it, or in what it holds: at-rules nest no deeper than the parser reads. */
function hasMediaComma(node: CssNode): boolean {
  if (node.type !== 'Atrule') return false
  const list =
    node.name.toLowerCase() === 'media' && node.prelude?.type === 'AtrulePrelude'
      ? node.prelude.children.first
      : null
  if (list?.type === 'MediaQueryList' && list.children.size > 1) return true
  return node.block?.children.some(hasMediaComma) ?? false
}
