import type { CssNode, ListItem } from 'css-tree'
import { generate } from 'css-tree'
import { placeOfCss } from '../../../engine/parse-css'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 74, 2019-12-16; assumed: that it is still so'

/**
 * Removes each rule with a `;` in the value of an attribute selector, and the rest of its style block, as the filter of
 * Yahoo and AOL did in 2019. The report is still open; nothing newer is published.
 */
export const cutAtSemicolon: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    let cutAt: ListItem<CssNode> | null = null
    sheet.children.forEach((node, item) => {
      if (!cutAt && hasSemicolon(node)) {
        changes.record(
          { rule: 'style-cut-at-semicolon', what: '; in an attribute selector', source },
          placeOfCss(node.loc),
        )
        cutAt = item
      }
      if (cutAt) sheet.children.remove(item)
    })
  }
}

/** Whether a rule, or a rule inside an at-rule, has such a selector. The depth of recursion is limited by the parser's. */
function hasSemicolon(node: CssNode): boolean {
  if (node.type === 'Atrule') return node.block?.children.some(hasSemicolon) ?? false
  return (
    node.type === 'Rule' &&
    generate(node.prelude)
      .split(']')
      .some((part) => /^[^[]*\[.*;/s.test(part))
  )
}
