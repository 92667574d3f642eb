import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../../engine/html-tree'
import { parsePixels } from '../values/vml-values'
import { listIndent, type BlockKind, type Length } from './paragraph-format'

const quoteIndent = 40

/** Adds up left indents from the edge of the cell or page, with the cell's padding. */
export class Indents {
  readonly #known = new Map<Tree.ParentNode, number>()

  /** Returns pixels; infinite if unknown: from right to left, or in percent. Call it for parents first. */
  visit(element: Tree.Element, kind: BlockKind | null, left: Length | undefined): number {
    const { tagName, parentNode } = element
    const isEdge = tagName === 'td' || tagName === 'th' || tagName === 'body'
    const around = (parentNode && this.#known.get(parentNode)) ?? 0
    const usual = kind === 'list' ? listIndent : tagName === 'blockquote' ? quoteIndent : 0
    const own = typeof left === 'string' ? (parsePixels(left) ?? Infinity) : (left ?? usual)
    const isReversed = /^rtl$/i.test(findAttribute(element, 'dir') ?? '')
    const indent = isReversed ? Infinity : (isEdge && around !== Infinity ? 0 : around) + own
    this.#known.set(element, indent)
    return indent
  }
}
