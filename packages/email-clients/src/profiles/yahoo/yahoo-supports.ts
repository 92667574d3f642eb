import { aolAndroidCells } from '../../caniemail/aol-android.generated'
import { aolDesktopWebmailCells } from '../../caniemail/aol-desktop-webmail.generated'
import { aolIosCells } from '../../caniemail/aol-ios.generated'
import { yahooAndroidCells } from '../../caniemail/yahoo-android.generated'
import { yahooDesktopWebmailCells } from '../../caniemail/yahoo-desktop-webmail.generated'
import { yahooIosCells } from '../../caniemail/yahoo-ios.generated'
import { createSupport, type JudgeUnlisted, type Support } from '../../emulate/support'
import { judgeUnlistedByYahoo } from './judge-unlisted-by-yahoo'
import { yahooAppCorrections, yahooCorrections } from './yahoo-corrections'

export const yahooWebSupport: Support = createSupport({
  cells: yahooDesktopWebmailCells,
  corrections: yahooCorrections,
  unlisted: judgeUnlistedByYahoo,
})

/** One filter serves all: what was not tested in an app or in AOL is as in Yahoo on the web. An engineering default. */
const asOnTheWeb: JudgeUnlisted = (kind, name) => yahooWebSupport.judge(kind, name)

export const yahooAndroidSupport: Support = createSupport({
  cells: yahooAndroidCells,
  corrections: yahooAppCorrections,
  unlisted: asOnTheWeb,
})

export const yahooIosSupport: Support = createSupport({
  cells: yahooIosCells,
  corrections: yahooAppCorrections,
  unlisted: asOnTheWeb,
})

export const aolWebSupport: Support = createSupport({
  cells: aolDesktopWebmailCells,
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})

export const aolAndroidSupport: Support = createSupport({
  cells: aolAndroidCells,
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})

export const aolIosSupport: Support = createSupport({
  cells: aolIosCells,
  corrections: yahooCorrections,
  unlisted: asOnTheWeb,
})
