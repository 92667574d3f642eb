import { androidApp, appleApp, desktopBrowser } from '../../emulate/answer-device-queries'
import { drawAndroidFonts } from '../../emulate/android-fonts'
import { drawIosFonts } from '../../emulate/ios-fonts'
import { androidPhone, iphone } from '../../emulate/device-frames'
import { emulateHtml, type HtmlProfile } from '../../emulate/emulate-html'
import type { SourceStep, Step } from '../../emulate/message'
import { onPhone } from '../../emulate/on-phone'
import { sameFor, type FamilyProfiles, type Profile } from '../../emulate/profile'
import { desktopWindow, messageSelector } from '../../emulate/put-into-page'
import { blockImages } from '../../emulate/steps/block-images'
import { dropBodyAttributes } from '../../emulate/steps/drop-body-attributes'
import { filterAtRules } from '../../emulate/steps/filter-at-rules'
import { filterAttributes } from '../../emulate/steps/filter-attributes'
import { filterDeclarations } from '../../emulate/steps/filter-declarations'
import { filterSelectors } from '../../emulate/steps/filter-selectors'
import { filterSyntax } from '../../emulate/steps/filter-syntax'
import { forceLinkTarget } from '../../emulate/steps/force-link-target'
import { hideUnshownImages } from '../../emulate/steps/hide-unshown-images'
import { joinValues } from '../../emulate/steps/join-values'
import { prefixNames } from '../../emulate/steps/prefix-names'
import { removeComments } from '../../emulate/steps/remove-comments'
import { replaceBody } from '../../emulate/steps/replace-body'
import { replaceUnsupportedElements } from '../../emulate/steps/replace-unsupported-elements'
import { wrapBody } from '../../emulate/steps/wrap-body'
import type { Support } from '../../emulate/support'
import { judgeAttributeSelector } from './judge-attribute-selector'
import { yahooDark } from './yahoo-dark'
import { cutAtMediaComma } from './steps/cut-at-media-comma'
import { dropFirstHead } from './steps/drop-first-head'
import { dropListImages, dropRefusedValues } from './steps/drop-refused-values'
import { filterSupports } from './steps/filter-supports'
import { nameMessage } from './steps/name-message'
import { readCssAsText } from './steps/read-css-as-text'
import { removeImportantWords } from './steps/remove-important-words'
import { renameHeight } from './steps/rename-height'
import { stripPseudoArguments } from './steps/strip-pseudo-arguments'
import {
  aolFont,
  noParagraphMargins,
  yahooFont,
  yahooPhonePage,
  yahooPrefix,
  yahooWebPage,
} from './yahoo-page'
import {
  aolAndroidSupport,
  aolIosSupport,
  aolWebSupport,
  yahooAndroidSupport,
  yahooIosSupport,
  yahooWebSupport,
} from './yahoo-supports'

/** One filter for Yahoo and AOL, on the web and in the apps. */
const filterEmail: readonly Step[] = [
  removeComments,
  readCssAsText,
  removeImportantWords,
  cutAtMediaComma,
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
  replaceUnsupportedElements(null),
  forceLinkTarget('caniemail html-target note 1, 2021-12'),
  filterAttributes,
  hideUnshownImages,
  blockImages,
  prefixNames({ prefix: yahooPrefix, scope: { id: yahooPrefix } }),
]

/** The apps keep nothing of `<body>` but what it holds. */
const dropBody = dropBodyAttributes('caniemail html-body, 2021-11')

const wrap = [
  replaceBody({ source: 'caniemail html-body note 1, 2021-11', doctypeMarker: false }),
  wrapBody({ id: yahooPrefix }),
]

/** Dark mode has a filter of its own, in the web's new interface of 2025. */
const yahooWebDark = onWeb('Yahoo Mail', yahooWebSupport, yahooFont, noParagraphMargins, yahooDark)

export const yahooProfiles: FamilyProfiles = {
  ...sameFor(
    ['CHROMEYAHOO', 'YAHOO', 'FFYAHOO'],
    onWeb('Yahoo Mail', yahooWebSupport, yahooFont, noParagraphMargins),
  ),
  ...sameFor(['CHROMEYAHOODARK', 'YAHOODARK', 'FFYAHOODARK'], yahooWebDark),
  // Litmus, The ultimate guide to dark mode, 2022: in AOL's dark mode an email looks as in the light one.
  ...sameFor(
    [
      'CHROMEAOLONLINE',
      'CHROMEAOLONLINEDARK',
      'AOLONLINE',
      'AOLONLINEDARK',
      'FFAOLONLINE',
      'FFAOLONLINEDARK',
    ],
    onWeb('AOL Mail', aolWebSupport, aolFont, ''),
  ),
  // Until June 2025 this app, too, removed the first head: caniemail html-style, 2025-06.
  YAHOOANDROID: onAndroid('Yahoo Mail', yahooAndroidSupport, []),
  AOLANDROID: onAndroid('AOL Mail', aolAndroidSupport, [dropFirstHead]),
  YAHOOIOS: onIos('Yahoo Mail', yahooIosSupport),
  AOLIOS: onIos('AOL Mail', aolIosSupport),
}

function onWeb(
  title: string,
  support: Support,
  font: string,
  css: string,
  dark: readonly Step[] = [],
): Profile {
  const colorScheme = dark.length > 0 ? 'dark' : 'light'
  const profile: HtmlProfile = {
    support,
    sourceSteps: [],
    steps: [...filterEmail, ...dark, ...wrap],
    framePage: yahooWebPage(title, font, css, colorScheme),
    frame: { ...desktopWindow, colorScheme },
    device: desktopBrowser,
    captureSelector: messageSelector,
  }
  return (content, options) => emulateHtml(profile, content, options)
}

function onAndroid(title: string, support: Support, sourceSteps: readonly SourceStep[]): Profile {
  return onPhone({
    support,
    sourceSteps,
    steps: [...filterEmail, dropBody, ...wrap, drawAndroidFonts],
    // caniemail html-doctype, 2019-07: no doctype, so quirks.
    framePage: yahooPhonePage(title, '14px/1.4 Roboto,Arial,sans-serif', false),
    frame: androidPhone,
    device: androidApp,
    captureSelector: messageSelector,
  })
}

function onIos(title: string, support: Support): Profile {
  return onPhone({
    support,
    sourceSteps: [],
    steps: [...filterEmail, dropBody, ...wrap, drawIosFonts],
    framePage: yahooPhonePage(title, '14px/1.4 -apple-system,Helvetica,Arial,sans-serif', true),
    frame: iphone,
    device: appleApp,
    captureSelector: messageSelector,
  })
}
