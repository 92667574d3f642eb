import { drawAndroidFonts } from '../../engine/android-fonts'
import { androidApp } from '../../engine/answer-device-queries'
import { reportDarkening } from '../../engine/dark/report-darkening'
import { supportsDark } from '../../engine/dark/supports-dark'
import { androidPhone, darkenedByEngine } from '../../engine/device-frames'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { createSupport } from '../../engine/support'
import { cleanLikeJsoup } from './steps/clean-like-jsoup'
import { createElement, createText, findAttribute, setAttribute } from '../../engine/html-tree'
import { showAsPage } from '../../engine/show-as-page'

/** Text without a font has the WebView's: Roboto, 16 px. */
const showMessage = showAsPage({ css: 'html{font-family:Roboto,sans-serif}', doctype: 'as sent' })

/**
 * The app's style sheet comes after the email's, so it wins if the specificity is equal (thunderbird-android 22.0,
 * DefaultGlobalCssStyleProvider, 2026-08). `namespace`: the application's id, a prefix of classes.
 */
function appPage(namespace: string): Step {
  const [viewer, content] = [`${namespace}__message-viewer`, `${namespace}__main-content`]
  const message = `.${viewer}.${content}`
  const css = `body{font-size:.9rem}
.clear:after{content:"";clear:both;display:block}
.${viewer}{display:block}
${message}{box-sizing:border-box;width:100%;overflow-wrap:break-word;padding:0 8px}
${message} pre{white-space:pre-wrap}
${message} blockquote{margin:auto 0 auto .8ex!important;padding-left:1ex!important;border-left-width:1px!important;border-left-style:solid!important;border-left-color:#ccc}`
  return (email) => {
    showMessage(email)
    const { head, body } = email
    const style = createElement('style', {}, [createText(css)])
    style.parentNode = head
    head.childNodes.push(style)
    setAttribute(body, 'class', [findAttribute(body, 'class'), viewer, content].filter(Boolean).join(' '))
  }
}

/**
 * "Auto-fit" is on by default: a message wider than the device is shown smaller (MessageWebView, 2026-08). Chromium
 * honours all CSS that the app leaves. Remote images are off by default.
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
 * `setAlgorithmicDarkeningAllowed`: the WebView darkens pages that declare no dark scheme; media queries see dark
 * (WebViewExtensions, 2026-08).
 */
const inTheDark = (light: HtmlProfile): HtmlProfile => ({
  ...light,
  steps: [...light.steps, reportUnlessDark],
  frame: darkenedByEngine(light.frame),
})

const report = reportDarkening(
  () => 'thunderbird-android 22.0, WebViewExtensions, 2026-08; Chromium, dark_mode_filter.cc',
)
const reportUnlessDark: Step = (message) => {
  if (!supportsDark(message)) report(message)
}

export const thunderbirdAndroidProfiles = {
  k9Mail,
  k9MailDark: inTheDark(k9Mail),
  thunderbirdAndroid,
  thunderbirdAndroidDark: inTheDark(thunderbirdAndroid),
} satisfies Record<string, HtmlProfile>

export type ThunderbirdAndroidProfileName = keyof typeof thunderbirdAndroidProfiles
