import { caniemailCells } from '../../caniemail/caniemail-cells'
import { createSupport, type JudgeUnlisted, type Support } from '../../engine/support'
import { yahooAppCorrections, yahooCorrections, yahooWebCorrections } from './yahoo-corrections'
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
const judgeUnlistedByYahoo = judgeByLists({
  properties: plainProperties,
  isAttribute: (name) => name === 'lang',
  // The parser reads `50%` in @keyframes as a selector.
  isSelector: (name) => name === 'Percentage',
})

export const yahooWebSupport: Support = createSupport({
  cells: caniemailCells('yahoo/desktop-webmail'),
  corrections: [...yahooCorrections, ...yahooWebCorrections],
  unlisted: judgeUnlistedByYahoo,
})

/**
 * Engineering default: subjects that were not tested in an app or in AOL are judged as in Yahoo on the web, because all
 * have one filter.
 */
const asOnTheWeb: JudgeUnlisted = (kind, name) => yahooWebSupport.judge(kind, name)

// Web, Android and iOS disagree about `<button>` (caniemail html-button-submit, html-button-reset, 2019-09): no verdict.

export const yahooAndroidSupport: Support = createSupport({
  cells: caniemailCells('yahoo/android'),
  corrections: yahooAppCorrections,
  unlisted: asOnTheWeb,
})

export const yahooIosSupport: Support = createSupport({
  cells: caniemailCells('yahoo/ios'),
  corrections: yahooAppCorrections,
  unlisted: asOnTheWeb,
})

export const aolWebSupport: Support = createSupport({
  cells: caniemailCells('aol/desktop-webmail'),
  corrections: [...yahooCorrections, ...yahooWebCorrections],
  unlisted: asOnTheWeb,
})

export const aolAndroidSupport: Support = createSupport({
  cells: caniemailCells('aol/android'),
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})

export const aolIosSupport: Support = createSupport({
  cells: caniemailCells('aol/ios'),
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})
