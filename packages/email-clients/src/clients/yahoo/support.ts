import { caniemailCells } from '../../caniemail/caniemail-cells'
import { createSupport, type JudgeUnlisted, type Support } from '../../engine/support'
import { judgeUnlistedByYahoo } from './judge-unlisted-by-yahoo'
import { yahooAppCorrections, yahooCorrections, yahooWebCorrections } from './yahoo-corrections'

export const yahooWebSupport: Support = createSupport({
  cells: caniemailCells('yahoo/desktop-webmail'),
  corrections: [...yahooCorrections, ...yahooWebCorrections],
  unlisted: judgeUnlistedByYahoo,
})

/** Engineering default: what was not tested in an app or in AOL is judged as in Yahoo on the web: one filter. */
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
