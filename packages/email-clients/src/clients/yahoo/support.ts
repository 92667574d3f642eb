import { caniemailCells } from '../../caniemail/caniemail-cells'
import { createSupport, type JudgeUnlisted, type Support } from '../../engine/support'
import { judgeUnlistedByYahoo } from './judge-unlisted-by-yahoo'
import { yahooAppCorrections, yahooCorrections, yahooWebCorrections } from './yahoo-corrections'

/** Support of Yahoo on the web: caniemail's newest cells, corrected. */
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

/** Support of Yahoo's app on Android. */
export const yahooAndroidSupport: Support = createSupport({
  cells: caniemailCells('yahoo/android'),
  corrections: yahooAppCorrections,
  unlisted: asOnTheWeb,
})

/** Support of Yahoo's app on iPhones. */
export const yahooIosSupport: Support = createSupport({
  cells: caniemailCells('yahoo/ios'),
  corrections: yahooAppCorrections,
  unlisted: asOnTheWeb,
})

/** Support of AOL on the web. */
export const aolWebSupport: Support = createSupport({
  cells: caniemailCells('aol/desktop-webmail'),
  corrections: [...yahooCorrections, ...yahooWebCorrections],
  unlisted: asOnTheWeb,
})

/** Support of AOL's app on Android. */
export const aolAndroidSupport: Support = createSupport({
  cells: caniemailCells('aol/android'),
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})

/** Support of AOL's app on iPhones. */
export const aolIosSupport: Support = createSupport({
  cells: caniemailCells('aol/ios'),
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})
