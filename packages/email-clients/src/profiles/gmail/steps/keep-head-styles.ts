import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Step } from '../../../emulate/message'
import { dropStyleBlocks } from '../../../emulate/drop-style-blocks'

/** caniemail html-style note 1, 2023-01: `<style>` counts in `<head>` only. */
export const keepHeadStyles: Step = (message) => {
  const inHead = new Set<Tree.ChildNode>(message.head.childNodes)
  dropStyleBlocks(message, ({ element }) =>
    inHead.has(element)
      ? null
      : { rule: 'style-outside-head', source: 'caniemail html-style note 1, 2023-01' },
  )
}
