import { drawAndroidFonts } from '../../engine/android-fonts'
import { androidApp, appleApp, desktopBrowser } from '../../engine/answer-device-queries'
import { outlookBase, outlookMacBase } from '../../engine/dark/inversions'
import { detectLinks } from '../../engine/detect-links'
import { androidPhone, androidPhone2025, iphone, iphone2025 } from '../../engine/device-frames'
import type { Frame } from '../../engine/emulated-document'
import { drawIosFonts } from '../../engine/ios-fonts'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { detectData } from '../../engine/steps/detect-data'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { dropAttributesOn } from '../../engine/steps/drop-attributes-on'
import { dropBodyAttributes } from '../../engine/steps/drop-body-attributes'
import { forceLinkTarget } from '../../engine/steps/force-link-target'
import { linkDetectedText } from '../../engine/steps/link-detected-text'
import { wrapBody } from '../../engine/steps/wrap-body'
import { zoomText } from '../../engine/steps/zoom-text'
import { filterHtml, type FilterVariant, filterStyles, showBody, webmailVariant } from './outlook-filter'
import { outlookMac2016Steps, outlookMacSteps } from './outlook-mac-steps'
import { appPage, type AppPage, iosCutCss, macPage, messageClass, newMacPage, readingPane } from './page'
import { colourMailLinks } from './steps/colour-mail-links'
import { darkenColours } from './steps/darken-colours'
import { freeImageHeights } from './steps/free-image-heights'
import { limitSelectors } from './steps/limit-selectors'
import { prefixOutlookNames } from './steps/prefix-outlook-names'
import {
  outlookAndroidSupport,
  outlookIosSupport,
  outlookMac2016Support,
  outlookMacSupport,
  outlookNewMacSupport,
  outlookWebSupport,
} from './support'

const webFilter: readonly Step[] = [
  ...filterStyles(
    filterAtRules,
    limitSelectors({
      onTypesOnly: 'all',
      pseudoSource: 'caniemail css-pseudo-class-hover note 2 and the like, 2024-01',
      attributeSource: 'caniemail css-selector-attribute notes 1 and 2, 2024-01',
    }),
    webmailVariant,
  ),
  ...filterHtml,
]

const outlookWebSteps: readonly Step[] = [
  ...webFilter,
  forceLinkTarget('caniemail html-target note 1, 2024-01'),
  prefixOutlookNames(messageClass, 'first'),
  ...showBody(webmailVariant),
]

/**
 * In the new Outlook for Mac (howtotarget 40, 2023-12-12) and the app on Android (howtotarget.email, 2023-12-12, names
 * both).
 */
const wrapConvertedBody = wrapBody({ id: 'converted-body' })

const outlookWeb: HtmlProfile = {
  kind: 'html',
  support: outlookWebSupport,
  sourceSteps: [],
  steps: outlookWebSteps,
  framePage: readingPane('light'),
  frame: desktopWindow,
  device: desktopBrowser,
  captureSelector: messageSelector,
}

const darkenLikeWebmail = darkenColours(
  outlookBase,
  'HT 2021 (Outlook.com dark mode); microsoft/roosterjs getDarkColor.ts; seen 2023-10',
)

const outlookWebDark: HtmlProfile = {
  ...outlookWeb,
  steps: [...outlookWebSteps, darkenLikeWebmail],
  framePage: readingPane('dark'),
  // `prefers-color-scheme` depends on the browser, not on Outlook. Assumed: the whole computer is in dark mode.
  frame: { ...desktopWindow, colorScheme: 'dark' },
}

/**
 * `-webkit-text-size-adjust`: email-bugs 100, 2021-09-28, has it on elements with a font size; in email-bugs 112,
 * 2022-03-14, text without a font size has 20 px, too. Nothing newer is published.
 */
const iosTextZoom = 1.25
const iosFont = `${16 * iosTextZoom}px/normal -apple-system,HelveticaNeue,Helvetica,Arial,sans-serif`
const androidFont = '16px/normal Roboto,Arial,sans-serif'

const appAttributeSource = 'caniemail css-selector-attribute notes 1 and 2, 2020-12'
const androidVariant: FilterVariant = {
  nestedMediaQueries: 'caniemail css-at-media note 1, 2019-08',
  negativeMargins: 'caniemail css-margin note 1, 2019-10',
  body: 'caniemail html-body note 1, 2025-04',
  links: linkDetectedText(
    'JayOram/email-css-resets, css-link-resets.md; assumed: what it finds besides addresses, and the colour',
    detectLinks,
    { target: '_blank', class: 'ms-outlook-linkify' },
  ),
}
const iosVariant: FilterVariant = {
  ...androidVariant,
  negativeMargins: 'caniemail css-margin note 1, 4.3.1',
  links: detectData(
    'emailmonday/Cerberus 213, 2019-02-19; JayOram/email-css-resets, css-link-resets.md; assumed: that it finds what Mail finds, and the colour',
  ),
}

/** The webmail's filter, without its prefixes (email-bugs 61, 2019-09; 112, 2022-03). */
const outlookIos: HtmlProfile = {
  kind: 'html',
  support: outlookIosSupport,
  sourceSteps: [],
  steps: [
    ...filterStyles(
      filterAtRules,
      limitSelectors({
        onTypesOnly: new Set(['checked', 'before', 'after', 'first-letter', 'first-line', 'placeholder']),
        pseudoSource: 'caniemail css-pseudo-element-after note 3 and the like, 4.2352.0',
        attributeSource: appAttributeSource,
      }),
      iosVariant,
    ),
    ...filterHtml,
    freeImageHeights,
    zoomText(iosTextZoom, 'email-bugs 100, 2021-09-28; email-bugs 112, 2022-03-14'),
    ...showBody(iosVariant),
    drawIosFonts,
  ],
  framePage: appPage({ font: iosFont, theme: 'light', css: iosCutCss }),
  frame: iphone,
  turns: true,
  device: appleApp,
  captureSelector: messageSelector,
  tooWide: 'scaled',
}

const outlookAndroid: HtmlProfile = {
  ...outlookIos,
  support: outlookAndroidSupport,
  steps: [
    ...filterStyles(
      filterAtRules,
      limitSelectors({
        onTypesOnly: new Set(['checked']),
        pseudoSource: 'caniemail css-pseudo-class-checked note 1, 2020-03',
        attributeSource: appAttributeSource,
      }),
      androidVariant,
    ),
    ...filterHtml,
    ...showBody(androidVariant),
    wrapConvertedBody,
    drawAndroidFonts,
  ],
  framePage: appPage({ font: androidFont, theme: 'light' }),
  frame: androidPhone,
  device: androidApp,
}

/**
 * Original colours are kept in attributes, as a mail from the app on iOS and caniemail show; emailens has that only in
 * the webmail. Assumed: the colours.
 */
const inTheDark = (app: HtmlProfile, page: AppPage): HtmlProfile => ({
  ...app,
  steps: [
    ...app.steps,
    darkenColours(
      outlookBase,
      'email-bugs 112, 2022-03-14; caniemail css-at-media-prefers-color-scheme note 3, 2023-03; emailens/engine 0.9.0, 2026-03: otherwise; assumed: the colours are those of Outlook.com',
    ),
  ],
  framePage: appPage(page),
  frame: { ...app.frame, colorScheme: 'dark' },
})

/**
 * On phones of today, without `data-outlook-cycle` (howtotarget.email: deprecated since 2022-07). No other difference
 * is known.
 */
const outlookIos26: HtmlProfile = {
  ...outlookIos,
  framePage: appPage({ font: iosFont, theme: 'light', css: iosCutCss, hasCycle: false }),
  frame: iphone2025,
}
const outlookAndroid15: HtmlProfile = {
  ...outlookAndroid,
  framePage: appPage({ font: androidFont, theme: 'light', hasCycle: false }),
  frame: androidPhone2025,
}

/** Engineering default: the reading pane of a window on a Mac with a Retina screen. */
const macWindow: Frame = {
  width: 800,
  height: 600,
  deviceScaleFactor: 2,
  mobile: false,
  colorScheme: 'light',
}

const outlookMac: HtmlProfile = {
  kind: 'html',
  support: outlookMacSupport,
  sourceSteps: [],
  steps: outlookMacSteps,
  framePage: macPage('light'),
  frame: macWindow,
  captureSelector: null,
}

const outlookMacDark: HtmlProfile = {
  ...outlookMac,
  // Version 16.70 keeps the original colours in attributes as Outlook.com does.
  steps: [
    ...outlookMacSteps,
    darkenColours(
      outlookMacBase,
      'caniemail css-at-media-prefers-color-scheme note 3, 16.70; Action Rocket, 2020-10-15: the page; assumed: the colours are mapped as in Outlook.com',
    ),
  ],
  framePage: macPage('dark'),
  frame: { ...macWindow, colorScheme: 'dark' },
}

/**
 * caniemail, 16.80: attribute selectors match no class (css-selector-attribute note 3), so classes are renamed; chains
 * match (css-selector-chaining), so all of their names are. `#converted-body` matches, so it is added before.
 */
const outlookNewMacSteps: readonly Step[] = [
  ...webFilter,
  dropAttributesOn(['table'], 'align', 'caniemail html-align note 3, 16.80', ['left', 'right']),
  forceLinkTarget('caniemail html-target note 3, 16.80'),
  dropBodyAttributes('caniemail html-body, 16.80'),
  wrapConvertedBody,
  prefixOutlookNames(messageClass, 'all'),
  ...showBody(webmailVariant),
]

/** Since 16.80: the webmail's filter in WebKit. */
const outlookNewMac: HtmlProfile = {
  kind: 'html',
  support: outlookNewMacSupport,
  sourceSteps: [],
  steps: [...outlookNewMacSteps, colourMailLinks],
  framePage: newMacPage('light'),
  frame: macWindow,
  captureSelector: messageSelector,
}

const outlookNewMacDark: HtmlProfile = {
  ...outlookNewMac,
  steps: [...outlookNewMacSteps, darkenLikeWebmail, colourMailLinks],
  framePage: newMacPage('dark'),
  frame: { ...macWindow, colorScheme: 'dark' },
}

const iosDarkPage: AppPage = { font: iosFont, theme: 'dark on iOS', css: iosCutCss }

export const outlookWebProfiles = {
  outlookWeb,
  outlookWebDark,
  outlookIos,
  outlookIosDark: inTheDark(outlookIos, iosDarkPage),
  outlookIos26,
  outlookIos26Dark: inTheDark(outlookIos26, { ...iosDarkPage, hasCycle: false }),
  outlookAndroid,
  outlookAndroidDark: inTheDark(outlookAndroid, { font: androidFont, theme: 'dark' }),
  outlookAndroid15,
  outlookAndroid15Dark: inTheDark(outlookAndroid15, { font: androidFont, theme: 'dark', hasCycle: false }),
  outlookMac,
  outlookMacDark,
  outlookMac2016: { ...outlookMac, support: outlookMac2016Support, steps: outlookMac2016Steps },
  outlookNewMac,
  outlookNewMacDark,
} satisfies Record<string, HtmlProfile>

export type OutlookWebProfileName = keyof typeof outlookWebProfiles
