import type { Citation } from '../sources/sources'
import { placeOf } from './html-tree'
import type { Message, StyleBlock } from './message'

/** Removes blocks for which `judge` returns a rule, and their elements. */
export function dropStyleBlocks(
  message: Message,
  judge: (block: StyleBlock) => { rule: string; source: Citation; what?: string } | null,
): void {
  const dropped = new Set<unknown>()
  const parents = new Set<NonNullable<StyleBlock['element']['parentNode']>>()
  message.styleBlocks = message.styleBlocks.filter((block) => {
    const reason = judge(block)
    if (!reason) return true
    const { rule, source, what = '<style>' } = reason
    if (!message.changes.record({ rule, what, source }, placeOf(block.element))) return true
    dropped.add(block.element)
    if (block.element.parentNode) parents.add(block.element.parentNode)
    return false
  })
  // Later steps would find the elements empty. Each parent is filtered once, because a hostile email has thousands of
  // blocks in one element.
  for (const parent of parents) parent.childNodes = parent.childNodes.filter((node) => !dropped.has(node))
}
