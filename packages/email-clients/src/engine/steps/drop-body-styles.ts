import type { Citation } from '../../sources/sources'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { dropStyleBlocks } from '../drop-style-blocks'
import type { Step } from '../message'

/** `<style>` counts in `<head>` only. */
export function dropBodyStyles(source: Citation): Step {
  return (message) => {
    const inHead = new Set<Tree.ChildNode>(message.head.childNodes)
    dropStyleBlocks(message, ({ element }) =>
      inHead.has(element) ? null : { rule: 'style-outside-head', source },
    )
  }
}
