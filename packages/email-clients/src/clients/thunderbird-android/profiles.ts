import { drawAndroidFonts } from '../../engine/android-fonts'
import { androidApp } from '../../engine/answer-device-queries'
import { androidPhone } from '../../engine/device-frames'
import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { createSupport } from '../../engine/support'
import { appPage } from './page'
import { cleanLikeJsoup } from './steps/clean-like-jsoup'

/**
 * "Auto-fit" is on by default: the page is laid out in the width of the device, as the app's own viewport says, and a
 * wider message is shown smaller (MessageWebView, 2026-08). Chromium honours all CSS that the app leaves. Remote images
 * are off by default.
 */
const k9Mail: HtmlProfile = {
  kind: 'html',
  support: createSupport({}),
  sourceSteps: [],
  steps: [
    removeComments,
    cleanLikeJsoup,
    breakImages('thunderbird-android 22.0, MessageWebView: blockNetworkLoads, 2026-08'),
    drawAndroidFonts,
  ],
  framePage: appPage('com-fsck-k9'),
  frame: androidPhone,
  turns: true,
  device: androidApp,
  captureSelector: null,
  tooWide: 'scaled',
}

const thunderbirdAndroid: HtmlProfile = { ...k9Mail, framePage: appPage('net-thunderbird-android') }

/**
 * The app's dark mode. It calls `setAlgorithmicDarkeningAllowed`: the WebView darkens pages that do not declare a dark
 * scheme, and media queries see dark (WebViewExtensions, 2026-08).
 */
const darkPhone = { ...androidPhone, colorScheme: 'dark', isDarkenedByEngine: true } as const

/** K-9 Mail and Thunderbird for Android: one program under two names. */
export const thunderbirdAndroidProfiles = {
  k9Mail,
  k9MailDark: { ...k9Mail, frame: darkPhone },
  thunderbirdAndroid,
  thunderbirdAndroidDark: { ...thunderbirdAndroid, frame: darkPhone },
} satisfies Record<string, HtmlProfile>

/** The key of a profile, which a row of this family names. */
export type ThunderbirdAndroidProfileName = keyof typeof thunderbirdAndroidProfiles
