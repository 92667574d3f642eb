import { plainAttributes, plainElements } from '../../engine/plain-html'
import type { JudgeUnlisted } from '../../engine/support'

const sides = ['top', 'right', 'bottom', 'left']

/** Properties of CSS 2.1 without a cell, and radii by corner. They count as kept, as similar properties with cells. */
const plainProperties: ReadonlySet<string> = new Set([
  ...(
    'background-attachment border-color border-style border-width clip color font-family font-style font-variant ' +
    'list-style outline-color outline-style outline-width quotes unicode-bidi'
  ).split(' '),
  ...['top-left', 'top-right', 'bottom-right', 'bottom-left'].map((corner) => `border-${corner}-radius`),
  ...sides.flatMap((side) => [
    `border-${side}`,
    ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
  ]),
])

/**
 * Yahoo's filter is an allowlist: it writes `_filtered` instead of anything that it does not know (caniemail
 * css-at-media-prefers-color-scheme note 1, 2020-01).
 */
export const judgeUnlistedByYahoo: JudgeUnlisted = (kind, name) => {
  const lists: Partial<Record<string, () => boolean>> = {
    property: () => plainProperties.has(name),
    element: () => plainElements.has(name),
    attribute: () => plainAttributes.has(name) || name === 'lang',
    // The parser reads `50%` in @keyframes as a selector.
    selector: () => name === 'Percentage',
    'pseudo-class': () => false,
    'pseudo-element': () => false,
    'at-rule': () => false,
    'media-feature': () => false,
    'media-type': () => false,
    'media-query': () => false,
  }
  return { honoured: lists[kind]?.() ?? true, source: 'only what is known to be honoured is kept' }
}
