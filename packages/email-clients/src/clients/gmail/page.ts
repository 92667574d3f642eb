import type { Step } from '../../engine/message'
import { phonePage, type PageColours } from '../../engine/phone-page'
import { putIntoPage } from '../../engine/put-into-page'

/** The class that confines an email's rules (HT 2017: `div.m<hash>`). Constant, so that pictures are reproducible. */
export const messageClass = 'm15e8a3d0c7f2b914'

const noticeCss = ':where(.clip-notice){margin-top:16px}'

/**
 * Engineering defaults: a column of about 1,040 px, Arial `small`, lines of 1.5. Evidence: saved pages have 1.5; in
 * 2015 and 2016 lines are the font's own (Chuabacca, EDMdesigner). HTML5 doctype: EoA 2018, 11.
 */
const frameCss = `html,body{margin:0;padding:0;background:#fff}
body{padding-left:264px}
:where(#pas-message){box-sizing:border-box;width:min-content;min-width:1040px;background:#fff;color:#222;font:small/1.5 Arial,Helvetica,sans-serif;word-wrap:break-word;direction:ltr}
:where(#pas-message a[href]){color:#15c}
${noticeCss}`

export const framePage = putIntoPage({ title: 'Gmail', css: frameCss, messageClass, doctype: true })

/** Engineering defaults, taken from screenshots. */
const lightPage: PageColours = { page: '#fff', text: '#222', link: '#15c' }
/** JayOram/email-css-resets 2, 2021-02-10: the app's sheet. */
const iosLightPage: PageColours = { ...lightPage, text: '#313131' }
const iosDarkPage: PageColours = { page: '#202125', text: '#e8eaed', link: '#8ab4f8' }
const phoneColours = { light: lightPage, 'light on iOS': iosLightPage, 'dark on iOS': iosDarkPage }

/**
 * Rules of the app on Android that override inline styles: LineageOS/android_packages_apps_UnifiedEmail,
 * template_conversation_upper.html. Seen for `blockquote` on Android 6 (EDMdesigner/modern-html-email-tutorial,
 * lesson09, androidgmail-blockquote.jpg, 2017-04).
 */
export const androidMessageCss = `:where(#pas-message) blockquote{margin-left:.8ex !important;margin-right:0 !important;border-left:1px #ccc solid !important;padding-left:1ex !important}
:where(#pas-message) pre{white-space:pre-wrap}`

/** JayOram/email-css-resets 2, 2021-02-10: the app's sheet. */
export const iosMessageCss = ':where(#pas-message){word-spacing:1px}'

/**
 * Engineering default: the margin. Evidence: 15 px on iOS (JayOram/email-css-resets 2, 2021-02-10). The apps fit wide
 * messages (mosaico.io/email-client-tricks/gmail-android-tries-to-shrink-your-email).
 */
export function gmailPhonePage(font: string, colours: keyof typeof phoneColours, css = ''): Step {
  return phonePage({
    title: 'Gmail',
    font,
    colours: phoneColours[colours],
    padding: '8px 16px',
    messageClass,
    doctype: true,
    css: `${noticeCss}\n${css}`,
  })
}
