import { caniemailCells } from '../../caniemail/caniemail-cells'
import type { HtmlProfile } from '../../engine/profile'
import type { Step } from '../../engine/message'
import { createSupport, refuses, type SupportCells } from '../../engine/support'
import { createWebmail } from './create-webmail'
import { renameElements } from './steps/rename-elements'
import { swapImagesForDummy } from './steps/swap-images-for-dummy'
import { inWindow, type WebmailPage } from './page'

interface FrenchWebmail {
  cells: SupportCells
  page: WebmailPage
  testedMonth: string
  blockedImages?: Step
}

/**
 * Since 2025, La Poste and SFR put every `<style>` into a comment (email-bugs 151, 2025-08-19, and 161, 2026-02-06), so
 * older cells about selectors do not count.
 */
function frenchWebmail({ cells, page, testedMonth, blockedImages }: FrenchWebmail): HtmlProfile {
  const newNames = {
    form: 'noform',
    input: 'noinput',
    object: 'noobject',
    select: 'noselect',
    textarea: 'notextarea',
  }
  return createWebmail({
    support: createSupport({
      cells,
      corrections: [
        ...refuses(
          `caniemail css-position note 4, ${testedMonth}`,
          'value:position absolute',
          'value:position fixed',
        ),
        ...refuses('email-bugs 151, 2025-08-19; caniemail html-style, 2025-07', 'element:style'),
      ],
    }),
    page,
    elementsFirst: [
      renameElements(newNames, `caniemail html-form note 4 and html-select note 2, ${testedMonth}`),
    ],
    ...(blockedImages ? { blockedImages } : {}),
  })
}

const font = '13px/1.4 Helvetica Neue,Helvetica,Arial,sans-serif'

/**
 * Rules of its page match elements of messages (caniemail css-align-items note 1, css-width note 2, html-h1-h6 note 1,
 * 2021-08).
 */
export const laposte = frenchWebmail({
  cells: caniemailCells('laposte/desktop-webmail'),
  testedMonth: '2021-08',
  page: inWindow({
    title: 'laposte.net',
    font,
    linkColor: '#354963',
    columnWidth: 960,
    css: `:where(#pas-message) *{margin:auto}
:where(#pas-message) table{width:inherit}
:where(#pas-message) h1{color:#fff}
:where(#pas-message) h2{background:#354963}`,
  }),
  blockedImages: swapImagesForDummy('HT 2016, images off: La Poste swaps in a dummy image'),
})

/**
 * Rules of its page match elements of messages (email-bugs 122, 2022-11-21). Left out: fonts, which later tests show
 * right (caniemail html-code, html-dfn).
 */
export const sfr = frenchWebmail({
  cells: caniemailCells('sfr/desktop-webmail'),
  testedMonth: '2020-01',
  page: inWindow({
    title: 'SFR Mail',
    font,
    linkColor: '#00639c',
    columnWidth: 960,
    css: `:where(#pas-message){padding:0 40px}
:where(#pas-message) *{margin:auto;padding:0}`,
  }),
})
