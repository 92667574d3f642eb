import { elementsIn } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

/**
 * The answer of `own` for an element, or for the nearest one around it that has one; null if none has. Calls `own` once
 * per element.
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

/** Whether an element below `root` is `outer` or inside of it, in constant time. */
export function nestingIn(root: Tree.ParentNode): (element: Tree.Element, outer: Tree.Element) => boolean {
  const elements = elementsIn(root)
  const startOf = new Map<Tree.Node, number>(elements.map((element, at) => [element, at]))
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
