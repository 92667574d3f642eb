import { generate, type CssNode } from 'css-tree'
import { placeOfCss } from '../../../engine/parse-css'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 74, 2019-12-16; assumed: that it is still so'

/** Removes the rule, and the rest of its style block. The report of 2019 is still open; nothing newer is published. */
export const cutAtSemicolon: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    let isCut = false
    sheet.children.forEach((node, item) => {
      if (!isCut && hasSemicolon(node)) {
        changes.record(
          { rule: 'style-cut-at-semicolon', what: '; in an attribute selector', source },
          placeOfCss(node.loc),
        )
        isCut = true
      }
      if (isCut) sheet.children.remove(item)
    })
  }
}

/** The parser's maximum depth limits the recursion. */
function hasSemicolon(node: CssNode): boolean {
  if (node.type === 'Atrule') return node.block?.children.some(hasSemicolon) ?? false
  return (
    node.type === 'Rule' &&
    generate(node.prelude)
      .split(']')
      .some((part) => /^[^[]*\[.*;/s.test(part))
  )
}
