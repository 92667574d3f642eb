import { caniemailCells } from '../../caniemail/caniemail-cells'
import { evaluateConditionalComments } from '../../engine/source-steps/evaluate-conditional-comments'
import { createSupport, honours, refuses } from '../../engine/support'
import { dropElements } from '../../engine/steps/drop-elements'
import { refuseBackgroundAddresses } from '../../engine/steps/refuse-values'
import { createWebmail } from './create-webmail'
import { inWindow } from './page'
import { dropFixedTableStyles } from './steps/drop-fixed-table-styles'

/**
 * T-Online shows the content of every conditional comment (email-bugs 43, 2018-05-30; its workarounds were still
 * recommended in 2025). caniemail tested little; everything untested is kept.
 */
export const tOnline = createWebmail({
  support: createSupport({
    cells: caniemailCells('t-online-de/desktop-webmail'),
    corrections: [
      ...refuses('howtotarget issue 41, 2023-06-21: style blocks are stripped', 'element:style'),
      ...honours('caniemail css-linear-gradient, 2021-12: a gradient counts', 'property:background-image'),
      ...refuses('howtotarget issue 41, 2023-06-21: inline CSS is all there is', 'element:link'),
      ...refuses('engineering default: webmail keeps messages inside their column', 'value:position fixed'),
    ],
  }),
  page: inWindow({
    title: 'T-Online',
    font: '14px/1.4 Arial,Helvetica,sans-serif',
    linkColor: '#00739f',
    columnWidth: 960,
  }),
  sourceSteps: [
    evaluateConditionalComments({ evaluate: () => true, source: 'email-bugs 43, 2018-05-30; HT' }),
  ],
  cssFirst: [dropFixedTableStyles],
  cssLast: [refuseBackgroundAddresses],
  // Fixed in email-bugs 83: the `<xml>` of such comments, settings for Office, is no longer shown.
  elementsFirst: [dropElements({ xml: 'email-bugs 83, 2022-02-16' })],
})
