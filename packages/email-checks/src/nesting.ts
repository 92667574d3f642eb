import { elementsIn } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

/**
 * Finds what `own` says of an element or, where that is undefined, of the nearest one around it. Null if it says nothing
 * of any of them. Asks `own` once for each element.
 */
export function nearest<Answer>(
  own: (element: Tree.Element) => Answer | undefined,
): (element: Tree.Element) => Answer | null {
  const known = new Map<Tree.Element, Answer | null>()
  return (element) => {
    const passed: Tree.Element[] = []
    let answer: Answer | null | undefined
    for (
      let node: Tree.ParentNode | null = element;
      answer === undefined && node && 'tagName' in node;
      node = node.parentNode
    ) {
      answer = known.get(node)
      if (answer !== undefined) break
      passed.push(node)
      answer = own(node)
    }
    for (const one of passed) known.set(one, answer ?? null)
    return answer ?? null
  }
}

/** Tells whether an element below `root` is another one, or inside of it. Time of an answer does not grow with depth. */
export function nestingIn(root: Tree.ParentNode): (element: Tree.Element, outer: Tree.Element) => boolean {
  const elements = elementsIn(root)
  const startOf = new Map<Tree.Node, number>(elements.map((element, at) => [element, at]))
  /** The last element inside of each. */
  const endOf = new Map<Tree.Node, number>()
  for (const element of elements.toReversed()) {
    const end = endOf.get(element) ?? startOf.get(element) ?? 0
    endOf.set(element, end)
    const { parentNode } = element
    if (parentNode && !endOf.has(parentNode)) endOf.set(parentNode, end)
  }
  return (element, outer) => {
    const at = startOf.get(element) ?? -1
    return at >= (startOf.get(outer) ?? Infinity) && at <= (endOf.get(outer) ?? -1)
  }
}
