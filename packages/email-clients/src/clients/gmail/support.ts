import { caniemailCells } from '../../caniemail/caniemail-cells'
import { noLogicalClear, noLogicalFloat } from '../../engine/logical-sides'
import {
  honours,
  refuses,
  createSupport,
  type Correction,
  type JudgeUnlisted,
  type Support,
} from '../../engine/support'
import { gmailCorrections, googleAccountCorrections, noHeightQueries } from './gmail-corrections'
import { judgeByLists, sideBorders } from '../../engine/judge-by-lists'

/** Google's published list, without what has a cell. A cell wins: the list is inexact (HT 2016). */
const listedProperties: ReadonlySet<string> = new Set([
  ...(
    'azimuth background-attachment border-bottom-left-radius border-bottom-right-radius border-color border-style ' +
    'border-top-left-radius border-top-right-radius border-width break-after break-before break-inside color ' +
    'column-gap content elevation font-family font-feature-settings font-size-adjust font-style font-synthesis ' +
    'font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures ' +
    'font-variant-numeric image-orientation image-resolution isolation line-break order outline-color ' +
    'outline-style outline-width page-break-after page-break-before page-break-inside pause pitch quotes richness ' +
    'speak speech-rate stress text-combine-upright text-decoration-skip unicode-bidi voice-family volume'
  ).split(' '),
  ...sideBorders,
])

const judgeUnlistedByGmail = judgeByLists({
  properties: listedProperties,
  isAttribute: (name) => name.startsWith('aria-'),
})

/** The apps update themselves, so their newest cells count too. */
export const gmailWebSupport: Support = createSupport({
  cells: caniemailCells('gmail/desktop-webmail'),
  corrections: [...googleAccountCorrections, ...noHeightQueries('2020-01')],
  unlisted: judgeUnlistedByGmail,
})

/**
 * Engineering default: subjects that were not tested in an app or on the mobile web are judged as in Gmail on the web,
 * because all have one filter.
 */
const asOnTheWeb: JudgeUnlisted = (kind, name) => gmailWebSupport.judge(kind, name)

const appCorrections: readonly Correction[] = [
  ...googleAccountCorrections,
  ...refuses('caniemail css-box-shadow note 1, 2023-01', 'property:box-shadow'),
  ...refuses('caniemail css-white-space note 2, 2019-02', 'value:white-space pre'),
  ...noLogicalFloat,
  ...refuses('caniemail image-svg note 1, 2023-01', 'image-format:svg'),
]

export const gmailAndroidSupport: Support = createSupport({
  cells: caniemailCells('gmail/android'),
  corrections: [
    ...appCorrections,
    ...noHeightQueries('2022-07'),
    ...noLogicalClear,
    ...refuses('caniemail html-meter note 1, 2019-02', 'element:meter', 'element:progress'),
    ...refuses('caniemail html-ruby note 1, 2019-02', 'element:ruby', 'element:rt', 'element:rp'),
    ...refuses('caniemail html-required note 1, 2019-09', 'attribute:required'),
    ...refuses('caniemail html-wbr note 1, 2019-02', 'element:wbr'),
    // The cell says that a dialog is shown, and without `open` it would not be.
    ...honours('caniemail html-dialog, 2020-01', 'attribute:open'),
  ],
  unlisted: asOnTheWeb,
})

/** iOS has no cell about `word-wrap`; this one says the same of the app. */
const iosAppCorrections = refuses('caniemail css-word-break note 2, 2022-02', 'property:word-wrap')

export const gmailIosSupport: Support = createSupport({
  cells: caniemailCells('gmail/ios'),
  corrections: [
    ...appCorrections,
    ...noHeightQueries('2020-01'),
    ...iosAppCorrections,
    ...refuses(
      'caniemail css-text-underline-position note 1, 2023-12',
      'value:text-underline-position left',
      'value:text-underline-position right',
    ),
  ],
  unlisted: asOnTheWeb,
})

export const gmailMobileWebSupport: Support = createSupport({
  cells: caniemailCells('gmail/mobile-webmail'),
  corrections: [...gmailCorrections, ...refuses('caniemail css-gap, 2020-02', 'property:column-gap')],
  unlisted: asOnTheWeb,
})

/** From cells and notes about "non Google accounts", whose email the app filters itself. */
const withoutGoogleAccount: readonly Correction[] = [
  ...gmailCorrections,
  ...refuses('caniemail html-style note 2, 2019-06', 'element:style', 'at-rule:media'),
  ...[
    ['background-blend-mode', '2019-02'],
    ['background-clip', '2019-02'],
    ['background-size', '2019-02'],
    ['mix-blend-mode', '2020-12'],
    ['object-fit', '2021-07'],
    ['object-position', '2021-07'],
    ['text-decoration', '2019-02'],
    ['text-decoration-color', '2020-04'],
    ['text-overflow', '2019-02'],
    ['white-space', '2019-02'],
    ['writing-mode', '2022-05'],
  ].flatMap(([property = '', tested = '']) =>
    refuses(`caniemail css-${property}: not with non Google accounts, ${tested}`, `property:${property}`),
  ),
  // The cell says "partly" without a note; similar properties need a Google account.
  ...refuses('caniemail css-background-origin, 2019-02', 'property:background-origin'),
  ...refuses(
    'caniemail css-function-clamp note 1, 2021-05',
    'function:clamp',
    'function:min',
    'function:max',
  ),
  ...refuses('caniemail css-unit-calc note 1, 2020-02', 'function:calc'),
  ...refuses('caniemail css-variables note 2, 2019-08', 'function:var'),
  ...refuses('caniemail css-unit-initial note 2, 2020-02', 'keyword:initial'),
  ...refuses(
    'caniemail css-display note 1, 2021-12',
    ...['flex', 'grid', 'flow-root', 'contents', 'inline-flex', 'inline-grid', 'revert', 'unset'].map(
      (value) => `value:display ${value}`,
    ),
  ),
  ...noLogicalFloat,
  ...noLogicalClear,
  ...refuses('caniemail html-background note 1, 2019-02', 'attribute:background'),
  ...refuses('caniemail html-strike note 1, 2019-02', 'element:strike'),
  ...refuses('caniemail css-font-size-adjust note 2, 2026-04', 'property:font-size-adjust'),
  ...honours('caniemail css-box-shadow note 1, 2023-01', 'property:box-shadow'),
  ...honours('caniemail image-svg note 1, 2023-01', 'image-format:svg'),
]

export const gmailImapSupport: Support = createSupport({
  cells: caniemailCells('gmail/android'),
  corrections: [
    ...withoutGoogleAccount,
    // The cell of 2025-11 has this note no longer, but does not say that accounts of other providers were tested.
    ...refuses('caniemail css-text-align note 2, 2021-09', 'value:text-align start', 'value:text-align end'),
    ...refuses('caniemail image-tiff note 2, 2020-02', 'image-format:tiff', 'image-format:tif'),
    ...honours('caniemail html-dialog, 2020-01', 'attribute:open'),
  ],
  unlisted: asOnTheWeb,
})

export const gmailIosImapSupport: Support = createSupport({
  cells: caniemailCells('gmail/ios'),
  corrections: [
    ...withoutGoogleAccount,
    ...iosAppCorrections,
    ...refuses(
      'caniemail css-intrinsic-size note 3, 2022-12',
      'keyword:min-content',
      'keyword:max-content',
      'keyword:fit-content',
    ),
    ...refuses('caniemail html-button-submit note 1, 2019-09', 'element:button'),
    ...refuses('caniemail html-input-submit note 1, 2019-09', 'input-type:submit', 'input-type:reset'),
  ],
  unlisted: asOnTheWeb,
})
