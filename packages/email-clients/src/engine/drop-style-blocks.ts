import type { Citation } from '../sources/sources'
import { placeOf } from './html-tree'
import type { Message, StyleBlock } from './message'

/** Removes each style block, with its element, for which `judge` returns a rule. */
export function dropStyleBlocks(
  message: Message,
  judge: (block: StyleBlock) => { rule: string; source: Citation; what?: string } | null,
): void {
  message.styleBlocks = message.styleBlocks.filter((block) => {
    const reason = judge(block)
    if (!reason) return true
    const { rule, source, what = '<style>' } = reason
    message.changes.record({ rule, what, source }, placeOf(block.element))
    // The element goes too: the steps on elements would otherwise find an empty one.
    const parent = block.element.parentNode
    if (parent) parent.childNodes = parent.childNodes.filter((node) => node !== block.element)
    return false
  })
}
