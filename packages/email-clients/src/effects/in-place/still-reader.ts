import type { CssNode } from 'css-tree'

/** A picture is of a reader who has not touched the message, and follows no link. */
const states = /^(?:hover|active|focus|focus-within|focus-visible|visited|target)$/i
const forMovements =
  /^(?:-(?:webkit|moz|ms|o)-)?(?:cursor|transition(?:-[a-z]+)*|pointer-events|user-select|touch-action|tap-highlight-color|scroll-behavior)$/i

/** Not in `:not()`, which then always holds. */
export function isOfState(selector: CssNode): boolean {
  if (selector.type !== 'Selector') return false
  return selector.children.some((node) => node.type === 'PseudoClassSelector' && states.test(node.name))
}

export const isForMovement = (property: string): boolean => forMovements.test(property)
