import { List, walk, type CssNode } from 'css-tree'
import type { Step } from '../../../engine/message'

/**
 * `rewriteCssText` leaves `&` of `.&`, which stands for the element around the message, even before a type selector
 * (howtotarget.email, Yahoo, 2019-03-26).
 */
export const nameMessage: Step = ({ styleBlocks }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Selector',
      enter({ children }) {
        if (children.first?.type !== 'NestingSelector') return
        children.shift()
        const next: CssNode | undefined = children.toArray()[0]
        const named: CssNode[] = [{ type: 'IdSelector', name: '' }]
        if (next && next.type !== 'Combinator') named.push({ type: 'Combinator', name: ' ' })
        children.prependList(new List<CssNode>().fromArray(named))
      },
    })
  }
}
