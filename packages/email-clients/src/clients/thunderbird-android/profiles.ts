import { androidApp } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { androidPhone } from '../../engine/device-frames'
import { createElement, createText, findAttribute, setAttribute } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { onPhone, type PhoneProfile } from '../../engine/on-phone'
import type { FamilyProfiles, Profile } from '../../engine/profile'
import { showAsPage } from '../../engine/show-as-page'
import { breakImages } from '../../engine/steps/break-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { createSupport } from '../../engine/support'
import { cleanLikeJsoup } from './steps/clean-like-jsoup'

/** Text that names no font is in the WebView's: Roboto, 16 px. */
const showMessage = showAsPage({ css: 'html{font-family:Roboto,sans-serif}', doctype: 'as sent' })

/**
 * What the app's style sheet does, which stands behind the email's and so wins where both say as much; its body has two classes, by which
 * most rules are confined to the message (thunderbird-android 22.0, DefaultGlobalCssStyleProvider, 2026-08). What only counts in an
 * app that is used, or in text that the app itself makes into HTML, is left out.
 *
 * @param namespace what the classes begin with: the application's id
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
 * "Auto-fit" is on by default: the page is laid out in the width of the device, as the app's own viewport says, and what is wider is shown
 * smaller (MessageWebView, 2026-08). All that is left of the email's CSS is Chromium's to honour. Remote images are off by default.
 */
function onAndroid(namespace: string): PhoneProfile {
  return {
    support: createSupport({}),
    sourceSteps: [],
    steps: [
      removeComments,
      cleanLikeJsoup,
      breakImages('thunderbird-android 22.0, MessageWebView: blockNetworkLoads, 2026-08'),
      drawAndroidFonts,
    ],
    framePage: appPage(namespace),
    frame: androidPhone,
    device: androidApp,
    captureSelector: null,
  }
}

/** `setAlgorithmicDarkeningAllowed`: the WebView darkens what does not say that it supports dark; media queries see dark (WebViewExtensions, 2026-08). */
const inTheDark = (profile: PhoneProfile): Profile =>
  onPhone({ ...profile, frame: { ...profile.frame, colorScheme: 'dark', isDarkenedByEngine: true } })

const k9 = onAndroid('com-fsck-k9')
const thunderbird = onAndroid('net-thunderbird-android')

/** K-9 Mail and Thunderbird for Android: one program under two names. */
export const thunderbirdAndroidProfiles: FamilyProfiles = {
  K9MAIL: onPhone(k9),
  K9MAILDARK: inTheDark(k9),
  THUNDERBIRDANDROID: onPhone(thunderbird),
  THUNDERBIRDANDROIDDARK: inTheDark(thunderbird),
}
