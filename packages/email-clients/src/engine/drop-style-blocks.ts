import type { Citation } from '../sources/sources'
import { placeOf } from './html-tree'
import type { Message, StyleBlock } from './message'

/** Takes out the style blocks for which `judge` answers a rule, elements and all. */
export function dropStyleBlocks(
  message: Message,
  judge: (block: StyleBlock) => { rule: string; source: Citation; what?: string } | null,
): void {
  message.styleBlocks = message.styleBlocks.filter((block) => {
    const reason = judge(block)
    if (!reason) return true
    const { rule, source, what = '<style>' } = reason
    message.changes.record({ rule, what, source }, placeOf(block.element))
    // Never shown as an element either: the steps on elements would see only an empty block.
    const parent = block.element.parentNode
    if (parent) parent.childNodes = parent.childNodes.filter((node) => node !== block.element)
    return false
  })
}
