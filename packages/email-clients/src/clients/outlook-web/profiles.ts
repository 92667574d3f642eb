import { drawAndroidFonts } from '../../engine/android-fonts'
import { androidApp, appleApp, desktopBrowser } from '../../engine/answer-device-queries'
import { outlookBase, outlookMacBase } from '../../engine/dark/inversions'
import { androidPhone, iphone } from '../../engine/device-frames'
import type { Frame } from '../../engine/emulated-document'
import { drawIosFonts } from '../../engine/ios-fonts'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { forceLinkTarget } from '../../engine/steps/force-link-target'
import { filterHtml, filterStyles, showBody } from './outlook-filter'
import { outlookMac2016Steps, outlookMacSteps } from './outlook-mac-steps'
import { appPage, macPage, messageClass, newMacPage, readingPane } from './page'
import { darkenColours } from './steps/darken-colours'
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

/** Steps of the webmail, and of the new Outlook for Mac, which has its filter. */
const outlookWebSteps: readonly Step[] = [
  ...filterStyles(
    filterAtRules,
    limitSelectors({
      onTypesOnly: 'all',
      source: 'caniemail css-pseudo-class-hover note 2 and the like, 2024-01',
    }),
  ),
  ...filterHtml,
  forceLinkTarget('caniemail html-target note 1, 2024-01'),
  prefixOutlookNames(messageClass),
  ...showBody,
]

/** Outlook.com, Office 365 and the new Outlook for Windows. */
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

/** The dark mode of the webmail, from its own mails. */
const darkenLikeWebmail = darkenColours(
  outlookBase,
  'HT 2021 (Outlook.com dark mode); microsoft/roosterjs getDarkColor.ts; seen 2023-10',
)

const outlookWebDark: HtmlProfile = {
  ...outlookWeb,
  steps: [...outlookWebSteps, darkenLikeWebmail],
  framePage: readingPane('dark'),
  // The query depends on the browser, not on Outlook's switch. We assume that the whole computer is in dark mode.
  frame: { ...desktopWindow, colorScheme: 'dark' },
}

const iosFont = '16px/normal -apple-system,HelveticaNeue,Helvetica,Arial,sans-serif'
const androidFont = '16px/normal Roboto,Arial,sans-serif'

/** Outlook's app on an iPhone: the webmail's filter, without its prefixes (email-bugs 61, 2019-09; 112, 2022-03). */
const outlookIos: HtmlProfile = {
  kind: 'html',
  support: outlookIosSupport,
  sourceSteps: [],
  steps: [
    ...filterStyles(
      filterAtRules,
      limitSelectors({
        onTypesOnly: new Set(['checked', 'before', 'after', 'first-letter', 'first-line', 'placeholder']),
        source: 'caniemail css-pseudo-element-after note 3 and the like, 4.2352.0',
      }),
    ),
    ...filterHtml,
    ...showBody,
    drawIosFonts,
  ],
  framePage: appPage(iosFont),
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
        source: 'caniemail css-pseudo-class-checked note 1, 2020-03',
      }),
    ),
    ...filterHtml,
    ...showBody,
    drawAndroidFonts,
  ],
  framePage: appPage(androidFont),
  frame: androidPhone,
  device: androidApp,
}

/**
 * Returns the dark profile of an app. The apps keep the original colours in attributes as Outlook.com does, say a mail
 * taken out of the app on iOS and caniemail; emailens says that only the webmail does. The colours are assumed: red was
 * rgb(234,0,0) in that mail, and is rgb(238,0,0) in the webmail.
 */
const inTheDark = (app: HtmlProfile, framePage: Step): HtmlProfile => ({
  ...app,
  steps: [
    ...app.steps,
    darkenColours(
      outlookBase,
      'email-bugs 112, 2022-03-14; caniemail css-at-media-prefers-color-scheme note 3, 2023-03; emailens/engine 0.9.0, 2026-03: otherwise; assumed: the colours are those of Outlook.com',
    ),
  ],
  framePage,
  frame: { ...app.frame, colorScheme: 'dark' },
})

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
 * The new Outlook for Mac, since 16.80: the webmail's filter in WebKit. caniemail's tests of 16.80, 2023-12, have the
 * notes of Outlook.com. Engineering default: it renames classes as the webmail does.
 */
const outlookNewMac: HtmlProfile = {
  kind: 'html',
  support: outlookNewMacSupport,
  sourceSteps: [],
  steps: outlookWebSteps,
  framePage: newMacPage('light'),
  frame: macWindow,
  captureSelector: messageSelector,
}

const outlookNewMacDark: HtmlProfile = {
  ...outlookNewMac,
  steps: [...outlookWebSteps, darkenLikeWebmail],
  framePage: newMacPage('dark'),
  frame: { ...macWindow, colorScheme: 'dark' },
}

/** Profiles of Outlook without Word: the webmail, the new Outlook for Windows, the apps, and Outlook for Mac. */
export const outlookWebProfiles = {
  outlookWeb,
  outlookWebDark,
  outlookIos,
  outlookIosDark: inTheDark(outlookIos, appPage(iosFont, 'dark on iOS')),
  outlookAndroid,
  outlookAndroidDark: inTheDark(outlookAndroid, appPage(androidFont, 'dark')),
  outlookMac,
  outlookMacDark,
  outlookMac2016: { ...outlookMac, support: outlookMac2016Support, steps: outlookMac2016Steps },
  outlookNewMac,
  outlookNewMacDark,
} satisfies Record<string, HtmlProfile>

/** The key of a profile, which a row of this family names. */
export type OutlookWebProfileName = keyof typeof outlookWebProfiles
