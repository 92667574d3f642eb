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
        // `prefixNames` makes the empty name the message's id, which is the prefix alone.
        const message: CssNode[] = [{ type: 'IdSelector', name: '' }]
        if (next && next.type !== 'Combinator') message.push({ type: 'Combinator', name: ' ' })
        children.prependList(new List<CssNode>().fromArray(message))
      },
    })
  }
}
