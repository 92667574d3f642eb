import { elementsIn } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

/**
 * The `answerOf` an element, or of the nearest one around it that has an answer; null if none has. Calls `answerOf`
 * once per element.
 */
export function nearest<Answer>(
  answerOf: (element: Tree.Element) => Answer | undefined,
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
      answer = answerOf(node)
    }
    for (const inner of passed) known.set(inner, answer ?? null)
    return answer ?? null
  }
}

/** Whether an element below `root` is `outer` or inside of it, in constant time. */
export function nestingIn(root: Tree.ParentNode): (element: Tree.Element, outer: Tree.Element) => boolean {
  // Numbered in document order, an element contains the numbers from its own to that of its last descendant.
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
