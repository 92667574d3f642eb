import { generate, walk, type CssNode, type ListItem } from 'css-tree'
import { elementsIn, findAttribute } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'
import { placeOfCss } from '../../../emulate/parse-css'

const source = 'howtotarget.email, Notes 8: .unused.foo'

/** Notes 8 ignores the first of several classes when no element has it: `.unused.foo` is `.foo` to it, and to nobody else. */
export const forgetUnknownClasses: Step = ({ document, styleBlocks, changes }) => {
  const used = new Set(
    elementsIn(document).flatMap((element) => (findAttribute(element, 'class') ?? '').split(/[\t\n\f\r ]+/)),
  )
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Selector',
      enter({ children, loc }) {
        const before = generate({ type: 'Selector', children })
        let isFirst = true
        const unknown: ListItem<CssNode>[] = []
        children.forEach((node, item) => {
          const next = item.next?.data
          if (
            node.type === 'ClassSelector' &&
            isFirst &&
            next?.type === 'ClassSelector' &&
            !used.has(node.name)
          )
            unknown.push(item)
          isFirst = node.type === 'Combinator' || (isFirst && node.type === 'TypeSelector')
        })
        if (unknown.length === 0) return
        for (const item of unknown) children.remove(item)
        changes.record({ rule: 'class-forgotten', what: before, source }, placeOfCss(loc))
      },
    })
  }
}
