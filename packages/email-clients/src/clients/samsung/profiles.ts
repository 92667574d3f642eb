import type { Declaration } from 'css-tree'
import { androidApp } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { androidPhone2015 } from '../../engine/device-frames'
import type { Frame } from '../../engine/emulated-document'
import { findData } from '../../engine/find-data'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { dropRefusedInputs } from '../../engine/steps/drop-refused-inputs'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { linkDetectedText } from '../../engine/steps/link-detected-text'
import { refuseValues, someNode } from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { wrapBody } from '../../engine/steps/wrap-body'
import { fitWindow, wrapperAttributes } from './fit-window'
import { darkModePage, fitDarkWindow, reportDarkened } from './dark-mode'
import { samsungPage } from './page'
import { removeFullHeights } from './steps/remove-full-heights'
import { caniemailCells } from '../../caniemail/caniemail-cells'
import { noLogicalOverflow } from '../../engine/logical-sides'
import { createSupport, refuses, type Correction, type Support } from '../../engine/support'

const corrections: readonly Correction[] = [
  ...refuses(
    'caniemail css-position note 1, 6.0',
    'value:position fixed',
    'value:position sticky',
    'value:position -webkit-sticky',
  ),
  ...noLogicalOverflow('2024-10'),
  // The cell is about the shorthand; its test has the longhands, too.
  ...refuses(
    'caniemail css-inset, 2024-05',
    ...['block', 'inline'].flatMap((axis) =>
      ['', '-start', '-end'].map((side) => `property:inset-${axis}${side}`),
    ),
  ),
  ...refuses('caniemail css-font-size note 2, 2024-02', 'value:font-size larger', 'value:font-size smaller'),
  ...refuses(
    'caniemail css-sytem-ui note 1, 6.1.73.1',
    ...['serif', 'sans-serif', 'monospace', 'rounded'].map((name) => `value:font-family ui-${name}`),
  ),
]

/**
 * Not for Microsoft's mailboxes, in which the app honours no media queries (caniemail, css-at-media note 9, 6.1.90.16).
 * `version`: null for the newest.
 */
function createSamsungSupport(version: string | null): Support {
  return createSupport({ cells: caniemailCells('samsung-email/android'), version, corrections })
}

const hasPercentage = (declaration: Declaration): boolean =>
  someNode(declaration, ({ type }) => type === 'Percentage')

/** The reports name phone numbers, addresses, dates and times. Assumed: it finds what Apple finds. */
const linkData = linkDetectedText(
  'leemunroe/responsive-html-email-template 72, 2018-03-16; StackExchange/Stacks 216, 2018-12-21; JayOram/email-css-resets 7, 2022-04-19; assumed: what exactly is found',
  (text) => findData(text).filter(({ kind }) => kind !== 'flight'),
  {},
)

const steps: readonly Step[] = [
  removeComments,
  dropColourSchemeMeta,
  filterAtRules,
  filterSelectors(),
  filterDeclarations,
  refuseValues(
    {
      properties: /^(?:left|right|top|bottom)$/,
      refuses: hasPercentage,
      what: 'place in percent',
      source: 'caniemail css-left-right-top-bottom note 2, 6.2.01.1',
    },
    {
      properties: /^font-size$/,
      refuses: hasPercentage,
      what: 'font-size in percent',
      source: 'caniemail css-font-size note 2, 2024-02',
    },
  ),
  replaceUnsupportedElements(null),
  dropRefusedInputs,
  hideUnshownImages,
  breakImages('engineering default: nothing is loaded, and WebView draws its placeholder'),
  removeFullHeights,
  linkData,
  drawAndroidFonts,
  wrapBody(wrapperAttributes),
]

/**
 * Engineering defaults: a Galaxy S8 and a Galaxy S10 in their preset resolution. The email's own viewport is not
 * honoured.
 */
const galaxyS8: Frame = { ...androidPhone2015, height: 740 }
const galaxyS10: Frame = { ...androidPhone2015, height: 760 }
/** Galaxy S22 to S25, 2022 to 2025: 1080 × 2340 pixels (Samsung, specifications). */
const galaxyS22: Frame = { ...androidPhone2015, height: 780 }

/** The app updates itself: newer releases of Android have one version. No other difference is known. */
const samsung: HtmlProfile = {
  kind: 'html',
  support: createSamsungSupport(null),
  sourceSteps: [],
  steps,
  framePage: samsungPage,
  frame: galaxyS22,
  turns: true,
  fitFrame: fitWindow,
  captureSelector: null,
  tooWide: 'scaled',
  device: androidApp,
}

/** Engineering default: the older phones have the app before its version 6.1. */
const olderSupport = createSamsungSupport('6.0.04.6')

export const samsungProfiles = {
  samsungOnAndroid6: { ...samsung, support: olderSupport, frame: androidPhone2015 },
  samsungOnAndroid7: { ...samsung, support: olderSupport, frame: galaxyS8 },
  samsungOnAndroid10: { ...samsung, frame: galaxyS10 },
  samsung,
  samsungDark: {
    ...samsung,
    steps: [...steps, reportDarkened],
    framePage: darkModePage,
    fitFrame: fitDarkWindow,
  },
} satisfies Record<string, HtmlProfile>

export type SamsungProfileName = keyof typeof samsungProfiles
