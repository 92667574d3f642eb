import { androidApp, androidBrowser, appleApp, desktopBrowser } from '../../engine/answer-device-queries'
import { drawAndroidBrowserFonts, drawAndroidFonts } from '../../engine/android-fonts'
import { drawIosFonts } from '../../engine/ios-fonts'
import { reportDarkening } from '../../engine/dark/report-darkening'
import { recolour } from '../../engine/dark/recolour'
import {
  androidPhone,
  androidPhone2015,
  darkenedByEngine,
  iphone,
  iphone2025,
} from '../../engine/device-frames'
import type { HtmlProfile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { dropRefusedInputs } from '../../engine/steps/drop-refused-inputs'
import { zoomText } from '../../engine/steps/zoom-text'
import { androidMessageCss, framePage, gmailPhonePage, iosMessageCss } from './page'
import { invertLikeGmailIos } from './invert-like-gmail-ios'
import {
  androidGoogleAccountSteps,
  inlineOnlySteps,
  iosGoogleAccountSteps,
  webGoogleAccountSteps,
} from './gmail-steps'
import { clipMessage } from './steps/clip-message'
import { insertWordBreaks } from './steps/insert-word-breaks'
import { loseInlineGradients } from './steps/lose-inline-gradients'
import { setLeastLineHeight } from './steps/set-least-line-height'
import { turnRightToLeft } from './steps/turn-right-to-left'
import {
  gmailAndroidSupport,
  gmailImapSupport,
  gmailIosImapSupport,
  gmailIosSupport,
  gmailMobileWebSupport,
  gmailWebSupport,
} from './support'

/**
 * 14/13 (LineageOS/android_packages_apps_UnifiedEmail, ConversationViewUtils and constants.xml, 2011 to 2016). On
 * Android 6, 20 px lines are 64/3 px high (EDMdesigner, lessons 09 and 11).
 */
const textZoom = 1.07
const zoomAndroid6Text = zoomText(
  textZoom,
  'LineageOS/android_packages_apps_UnifiedEmail, ConversationViewUtils: text zoom',
)

/** caniemail issue 395, 2024-02-02, quotes the app's HTML. */
const androidFont = '12.8px/normal Roboto,Arial,sans-serif'
/** With the zoom measured on Android 6 (EDMdesigner/modern-html-email-tutorial, lessons 09 and 11, 2017). */
const android6Font = `${(12.8 * textZoom).toFixed(1)}px/normal Roboto,Arial,sans-serif`
/** JayOram/email-css-resets 2, 2021-02-10: the app's sheet. */
const iosFont = '16px/1.4 Roboto,-apple-system,Helvetica,Arial,sans-serif'

const chromium = 'Chromium, dark_mode_filter.cc'
/**
 * The app looked exactly as with Chrome's dark flag (email-bugs 68, 2020-05-06), and a capture of 2026 fits. Only
 * Chromium's code has the numbers.
 */
const reportDarkAndroid = reportDarkening((role) => {
  if (role === 'border') return `${chromium}; assumed: borders are treated as in Chromium`
  if (role === 'gradient')
    return `email-bugs 68, 2024-01-30; ${chromium}; tomayac/dark-mode-email 4, 2025-01-22: kept, a dark one`
  return `email-bugs 68, 2020-05-06; emailens/engine 0.18.4, 2026-10-30; American Express, dark mode; HT 2021 (Gmail dark mode); ${chromium}`
})

/** No dark profile: dark mode in a browser does not change the message. */
const gmailWeb: HtmlProfile = {
  kind: 'html',
  support: gmailWebSupport,
  sourceSteps: [clipMessage],
  steps: [...webGoogleAccountSteps, insertWordBreaks],
  framePage,
  frame: desktopWindow,
  device: desktopBrowser,
  captureSelector: messageSelector,
}

const gmailAndroid: HtmlProfile = {
  kind: 'html',
  support: gmailAndroidSupport,
  sourceSteps: [clipMessage],
  steps: [loseInlineGradients, ...androidGoogleAccountSteps, drawAndroidFonts],
  framePage: gmailPhonePage(androidFont, 'light', androidMessageCss),
  frame: androidPhone,
  turns: true,
  device: androidApp,
  captureSelector: messageSelector,
  tooWide: 'narrowed',
}

const gmailAndroid6: HtmlProfile = {
  ...gmailAndroid,
  steps: [loseInlineGradients, ...androidGoogleAccountSteps, zoomAndroid6Text, drawAndroidFonts],
  framePage: gmailPhonePage(android6Font, 'light', androidMessageCss),
  frame: androidPhone2015,
}

/** The page is light in CSS: the engine darkens it with the message. Its colours are not published. */
const gmailAndroidDark: HtmlProfile = {
  ...gmailAndroid,
  steps: [...gmailAndroid.steps, reportDarkAndroid],
  frame: darkenedByEngine(androidPhone),
}

const gmailImap: HtmlProfile = {
  ...gmailAndroid,
  support: gmailImapSupport,
  sourceSteps: [],
  steps: [loseInlineGradients, ...inlineOnlySteps, zoomAndroid6Text, drawAndroidFonts],
  framePage: gmailPhonePage(android6Font, 'light', androidMessageCss),
  frame: androidPhone2015,
}

const gmailIos: HtmlProfile = {
  ...gmailAndroid,
  support: gmailIosSupport,
  steps: [...iosGoogleAccountSteps, setLeastLineHeight, drawIosFonts],
  framePage: gmailPhonePage(iosFont, 'light on iOS', iosMessageCss),
  frame: iphone,
  device: appleApp,
  tooWide: 'scaled',
}

/** No difference between the releases of iOS is known. */
const gmailIos26: HtmlProfile = { ...gmailIos, frame: iphone2025 }

const gmailIosImap: HtmlProfile = {
  ...gmailIos26,
  support: gmailIosImapSupport,
  sourceSteps: [],
  steps: [dropRefusedInputs, ...inlineOnlySteps, setLeastLineHeight, drawIosFonts],
}

const gmailIosDark: HtmlProfile = {
  ...gmailIos,
  steps: [
    ...gmailIos.steps,
    recolour({
      rule: 'dark-full-inversion',
      source: 'HT 2021-04-09 (Gmail dark mode), twelve colours measured in its test card',
      map: invertLikeGmailIos,
    }),
  ],
  framePage: gmailPhonePage(iosFont, 'dark on iOS', iosMessageCss),
  frame: { ...iphone, colorScheme: 'dark' },
}

const gmailIos26Dark: HtmlProfile = { ...gmailIosDark, frame: { ...iphone2025, colorScheme: 'dark' } }

/** Engineering default: 14 px, and lines of 1.5. */
const gmailMobileWeb: HtmlProfile = {
  ...gmailAndroid,
  support: gmailMobileWebSupport,
  steps: [...inlineOnlySteps, turnRightToLeft, drawAndroidBrowserFonts],
  framePage: gmailPhonePage('14px/1.5 Roboto,Arial,sans-serif', 'light'),
  device: androidBrowser,
  tooWide: 'scaled',
}

export const gmailProfiles = {
  gmailWeb,
  gmailAndroid,
  gmailAndroid6,
  gmailAndroidDark,
  gmailImap,
  gmailIos,
  gmailIosDark,
  gmailIos26,
  gmailIos26Dark,
  gmailIosImap,
  gmailMobileWeb,
}

export type GmailProfileName = keyof typeof gmailProfiles
