import { judgeByLists, sideBorders } from '../../engine/judge-by-lists'

/** Properties of CSS 2.1 and radii by corner without a cell: similar ones are kept. */
const plainProperties: ReadonlySet<string> = new Set([
  ...(
    'background-attachment border-color border-style border-width clip color font-family font-style font-variant ' +
    'list-style outline-color outline-style outline-width quotes unicode-bidi'
  ).split(' '),
  ...['top-left', 'top-right', 'bottom-right', 'bottom-left'].map((corner) => `border-${corner}-radius`),
  ...sideBorders,
])

/**
 * Yahoo writes `_filtered` for anything it does not know (caniemail css-at-media-prefers-color-scheme note 1, 2020-01).
 */
export const judgeUnlistedByYahoo = judgeByLists({
  properties: plainProperties,
  isAttribute: (name) => name === 'lang',
  // The parser reads `50%` in @keyframes as a selector.
  isSelector: (name) => name === 'Percentage',
})
