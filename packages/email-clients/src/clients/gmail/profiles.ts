import { androidApp, androidBrowser, appleApp, desktopBrowser } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { drawIosFonts } from '../../engine/ios-fonts'
import { partialInversion } from '../../engine/dark/inversions'
import { recolour, type ColourMapping } from '../../engine/dark/recolour'
import { androidPhone, androidPhone2015, iphone } from '../../engine/device-frames'
import type { Frame } from '../../engine/emulated-document'
import type { HtmlProfile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { androidMessageCss, darkPageLightness, framePage, gmailPhonePage } from './page'
import { invertLikeGmailIos } from './invert-like-gmail-ios'
import { googleAccountSteps, inlineOnlySteps } from './gmail-steps'
import { clipMessage } from './steps/clip-message'
import { insertWordBreaks } from './steps/insert-word-breaks'
import { loseInlineGradients } from './steps/lose-inline-gradients'
import { turnRightToLeft } from './steps/turn-right-to-left'
import { textZoom, zoomText } from './steps/zoom-text'
import {
  gmailAndroidSupport,
  gmailImapSupport,
  gmailIosSupport,
  gmailMobileWebSupport,
  gmailWebSupport,
} from './support'

/** The font of the app on Android: caniemail issue 395, 2024-02-02, which quotes the app's HTML. */
const androidFont = '12.8px/normal Roboto,Arial,sans-serif'
/**
 * The font on Android 6, with the text zoom that was measured there (EDMdesigner/modern-html-email-tutorial, lessons 09
 * and 11, 2017: headings and paragraphs).
 */
const android6Font = `${(12.8 * textZoom).toFixed(1)}px/normal Roboto,Arial,sans-serif`
/** Engineering default. */
const iosFont = '13px/1.5 -apple-system,Helvetica,Arial,sans-serif'

/** The app darkens a gradient like a plain background (email-bugs 68, comment of 2024-01-30). */
const androidDark: ColourMapping = (colour, role) =>
  partialInversion(darkPageLightness)(colour, role === 'gradient' ? 'background' : role)

/**
 * Gmail in a browser, for personal and Workspace accounts. Its dark mode does not change the message, so there is no
 * dark profile.
 */
const gmailWeb: HtmlProfile = {
  kind: 'html',
  support: gmailWebSupport,
  sourceSteps: [clipMessage],
  steps: [...googleAccountSteps, insertWordBreaks],
  framePage,
  frame: desktopWindow,
  device: desktopBrowser,
  captureSelector: messageSelector,
}

/** Gmail's app on a phone with Android 7 or later. */
const gmailAndroid: HtmlProfile = {
  kind: 'html',
  support: gmailAndroidSupport,
  sourceSteps: [clipMessage],
  steps: [loseInlineGradients, ...googleAccountSteps, drawAndroidFonts],
  framePage: gmailPhonePage(androidFont, 'light', androidMessageCss),
  frame: androidPhone,
  turns: true,
  device: androidApp,
  captureSelector: messageSelector,
  tooWide: 'narrowed',
}

/** Gmail's app on a phone with Android 6, which has a smaller screen and the text zoom that was measured there. */
const gmailAndroid6: HtmlProfile = {
  ...gmailAndroid,
  steps: [loseInlineGradients, ...googleAccountSteps, zoomText, drawAndroidFonts],
  framePage: gmailPhonePage(android6Font, 'light', androidMessageCss),
  frame: androidPhone2015,
}

const gmailAndroidDark: HtmlProfile = {
  ...gmailAndroid,
  steps: [
    ...gmailAndroid.steps,
    recolour({
      rule: 'dark-partial-inversion',
      source: 'HT 2021 (Gmail dark mode); CIELAB after mailviewr.com',
      map: androidDark,
    }),
  ],
  framePage: gmailPhonePage(androidFont, 'dark', androidMessageCss),
  frame: inTheDark(androidPhone),
}

/** Gmail's app with an account of another provider, which it reads with IMAP and filters itself. */
const gmailImap: HtmlProfile = {
  ...gmailAndroid,
  support: gmailImapSupport,
  sourceSteps: [],
  steps: [loseInlineGradients, ...inlineOnlySteps, zoomText, drawAndroidFonts],
  framePage: gmailPhonePage(android6Font, 'light', androidMessageCss),
  frame: androidPhone2015,
}

const gmailIos: HtmlProfile = {
  ...gmailAndroid,
  support: gmailIosSupport,
  steps: [...googleAccountSteps, drawIosFonts],
  framePage: gmailPhonePage(iosFont, 'light'),
  frame: iphone,
  device: appleApp,
  tooWide: 'scaled',
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
  framePage: gmailPhonePage(iosFont, 'dark on iOS'),
  frame: inTheDark(iphone),
}

/** Gmail in the browser of an Android phone. */
const gmailMobileWeb: HtmlProfile = {
  ...gmailAndroid,
  support: gmailMobileWebSupport,
  steps: [...inlineOnlySteps, turnRightToLeft, drawAndroidFonts],
  framePage: gmailPhonePage('14px/1.5 Roboto,Arial,sans-serif', 'light'),
  device: androidBrowser,
  tooWide: 'scaled',
}

function inTheDark(frame: Frame): Frame {
  return { ...frame, colorScheme: 'dark' }
}

/** Profiles of Gmail on the web and of its apps. */
export const gmailProfiles = {
  gmailWeb,
  gmailAndroid,
  gmailAndroid6,
  gmailAndroidDark,
  gmailImap,
  gmailIos,
  gmailIosDark,
  gmailMobileWeb,
}

/** The key of a profile, which a row of this family names. */
export type GmailProfileName = keyof typeof gmailProfiles
