import { androidApp, appleApp, desktopBrowser } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { drawIosFonts } from '../../engine/ios-fonts'
import { androidPhone, iphone } from '../../engine/device-frames'
import type { SourceStep, Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { blockImages } from '../../engine/steps/block-images'
import { dropBodyAttributes } from '../../engine/steps/drop-body-attributes'
import { dropRefusedInputs } from '../../engine/steps/drop-refused-inputs'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { forceLinkTarget } from '../../engine/steps/force-link-target'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { joinValues } from '../../engine/steps/join-values'
import { prefixNames } from '../../engine/steps/prefix-names'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceBody } from '../../engine/steps/replace-body'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { wrapBody } from '../../engine/steps/wrap-body'
import type { Support, Verdict } from '../../engine/support'
import { cutAtMediaComma } from './steps/cut-at-media-comma'
import { cutAtSemicolon } from './steps/cut-at-semicolon'
import { dropFirstHead } from './steps/drop-first-head'
import { dropListImages, dropRefusedValues } from './steps/drop-refused-values'
import { filterSupports } from './steps/filter-supports'
import { nameMessage } from './steps/name-message'
import { readCssAsText } from './steps/read-css-as-text'
import { removeImportantWords } from './steps/remove-important-words'
import { renameHeight } from './steps/rename-height'
import { stripPseudoArguments } from './steps/strip-pseudo-arguments'
import { aolFont, noParagraphMargins, yahooFont, yahooPhonePage, yahooPrefix, yahooWebPage } from './page'
import {
  aolAndroidSupport,
  aolIosSupport,
  aolWebSupport,
  yahooAndroidSupport,
  yahooIosSupport,
  yahooWebSupport,
} from './support'
import type { AttributeSelector } from 'css-tree'
import { lightnessOf, mirrorHslLightness } from '../../engine/dark/colour'
import { recolour, type ColourMapping } from '../../engine/dark/recolour'

const middleLabLightness = 50
/** Engineering default: the HSL lightness to which white is darkened, which is the dark page's. */
const leastHslLightness = 0.1

/**
 * #fffffe, #fffeff and #feffff become vivid (email-bugs 156, 2025-09-18), so HSL's hue and saturation are kept.
 * Engineering default: dark text becomes light, other colours stay.
 */
const mirrorLightness: ColourMapping = (colour, role) => {
  const isLight = lightnessOf(colour) > middleLabLightness
  const isMirrored = (role === 'background' && isLight) || (role === 'text' && !isLight)
  return isMirrored ? mirrorHslLightness(colour, leastHslLightness) : null
}

/** Media queries stay: the report that they are lost (email-bugs 159, 2025-11-18) has been closed. */
const yahooDark: readonly Step[] = [
  recolour({
    rule: 'dark-lightness-mirrored',
    source:
      'email-bugs 156, 2025-09-18; assumed: how light a light background becomes, and that dark text is changed',
    map: mirrorLightness,
  }),
]

const filterStyles: readonly Step[] = [
  removeComments,
  readCssAsText,
  removeImportantWords,
  cutAtMediaComma,
  cutAtSemicolon,
  nameMessage,
  stripPseudoArguments,
  filterSyntax,
  filterAtRules,
  filterSupports,
  filterSelectors(judgeAttributeSelector),
  renameHeight,
  filterDeclarations,
  dropRefusedValues,
  dropListImages,
  joinValues(
    ['background', 'background-image', 'background-position', 'background-repeat', 'background-size'],
    'caniemail css-background note 1, 2021-10',
  ),
]

const filterHtml: readonly Step[] = [
  replaceUnsupportedElements(null),
  forceLinkTarget('caniemail html-target note 1, 2021-12'),
  filterAttributes,
  hideUnshownImages,
  blockImages,
  prefixNames({ prefix: yahooPrefix, scope: { id: yahooPrefix } }),
]

const filterEmail: readonly Step[] = [...filterStyles, ...filterHtml]

/** The apps keep only the content of `<body>`. */
const dropBody = dropBodyAttributes('caniemail html-body, 2021-11')

/** The webmails keep the other attributes (caniemail html-body note 1, 2021-11, whose test has no `style`). */
const dropBodyStyle = dropBodyAttributes(
  'resend/react-email 2325, 2025-07-01; mjmlio/mjml 167, 2016-03-29',
  'style',
)

const wrapMessage = [
  replaceBody({ source: 'caniemail html-body note 1, 2021-11', doctypeMarker: false }),
  wrapBody({ id: yahooPrefix }),
]

export const yahooProfiles = {
  yahooWeb: onWeb('Yahoo Mail', yahooWebSupport, yahooFont, noParagraphMargins),
  // Dark mode has its own filter, in the new web interface of 2025.
  yahooWebDark: onWeb('Yahoo Mail', yahooWebSupport, yahooFont, noParagraphMargins, yahooDark),
  aolWeb: onWeb('AOL Mail', aolWebSupport, aolFont, ''),
  // Until June 2025, Yahoo's app also removed the first head: caniemail html-style, 2025-06.
  yahooAndroid: onAndroid('Yahoo Mail', yahooAndroidSupport, []),
  aolAndroid: onAndroid('AOL Mail', aolAndroidSupport, [dropFirstHead]),
  yahooIos: onIos('Yahoo Mail', yahooIosSupport),
  aolIos: onIos('AOL Mail', aolIosSupport),
}

export type YahooProfileName = keyof typeof yahooProfiles

function onWeb(
  title: string,
  support: Support,
  font: string,
  css: string,
  dark: readonly Step[] = [],
): HtmlProfile {
  const colorScheme = dark.length > 0 ? 'dark' : 'light'
  return {
    kind: 'html',
    support,
    sourceSteps: [],
    steps: [...filterEmail, dropBodyStyle, ...dark, ...wrapMessage],
    framePage: yahooWebPage(title, font, css, colorScheme),
    frame: { ...desktopWindow, colorScheme },
    device: desktopBrowser,
    captureSelector: messageSelector,
  }
}

function onAndroid(title: string, support: Support, sourceSteps: readonly SourceStep[]): HtmlProfile {
  return {
    kind: 'html',
    support,
    sourceSteps,
    steps: [...filterEmail, dropBody, ...wrapMessage, drawAndroidFonts],
    // caniemail html-doctype, 2019-07: no doctype, so quirks mode.
    framePage: yahooPhonePage(title, '14px/1.4 Roboto,Arial,sans-serif', false),
    frame: androidPhone,
    turns: true,
    device: androidApp,
    captureSelector: messageSelector,
    tooWide: 'scaled',
  }
}

function onIos(title: string, support: Support): HtmlProfile {
  return {
    kind: 'html',
    support,
    sourceSteps: [],
    // Assumed for today: the cells about refused inputs are of 2019 (caniemail html-input-submit).
    steps: [...filterStyles, dropRefusedInputs, ...filterHtml, dropBody, ...wrapMessage, drawIosFonts],
    framePage: yahooPhonePage(title, '14px/1.4 -apple-system,Helvetica,Arial,sans-serif', true),
    frame: iphone,
    turns: true,
    device: appleApp,
    captureSelector: messageSelector,
    tooWide: 'scaled',
  }
}

function judgeAttributeSelector({ matcher, value }: AttributeSelector): Verdict {
  return {
    honoured: matcher === '=' && value !== null,
    source: 'caniemail css-selector-attribute note 4, 2020-12',
  }
}
