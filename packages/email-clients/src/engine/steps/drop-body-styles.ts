import type { Citation } from '../../sources/sources'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { dropStyleBlocks } from '../drop-style-blocks'
import type { Step } from '../message'

export function dropBodyStyles(source: Citation): Step {
  return function dropBodyStyles(message) {
    const inHead = new Set<Tree.ChildNode>(message.head.childNodes)
    dropStyleBlocks(message, ({ element }) =>
      inHead.has(element) ? null : { rule: 'style-outside-head', source },
    )
  }
}
