import type { Step } from '../../engine/message'
import { phonePage, type PageColours } from '../../engine/phone-page'
import { putIntoPage } from '../../engine/put-into-page'

/**
 * The class to which every rule of an email is confined (HT 2017: `div.m<hash>`). It is constant, so that pictures are
 * reproducible.
 */
export const messageClass = 'm15e8a3d0c7f2b914'

const noticeCss = ':where(.clip-notice){margin-top:16px}'

/**
 * Engineering defaults, because these are not published: the message column is about 1,040 px wide, which the side bars
 * leave of the window, and text is Arial `small`, its lines 1.5. Evidence: pages of Gmail that were saved have 1.5; in
 * pictures of 2015 and 2016 lines are the font's own (Chuabacca/code-challenge-two, EDMdesigner). Gmail's page has the HTML5 doctype (EoA 2018, 11). The column grows
 * with wider content, where Gmail would show a scroll bar, so that the picture shows the whole message. These rules
 * have no specificity, so the email's own rules always win.
 */
const frameCss = `html,body{margin:0;padding:0;background:#fff}
body{padding-left:264px}
:where(#pas-message){box-sizing:border-box;width:min-content;min-width:1040px;background:#fff;color:#222;font:small/1.5 Arial,Helvetica,sans-serif;word-wrap:break-word;direction:ltr}
:where(#pas-message a[href]){color:#15c}
${noticeCss}`

/** Gmail's own page in a browser. */
export const framePage = putIntoPage({ title: 'Gmail', css: frameCss, messageClass, doctype: true })

/** Engineering defaults, taken from screenshots. */
const lightPage: PageColours = { page: '#fff', text: '#222', link: '#15c' }
/** The text's colour is that of the app's sheet (JayOram/email-css-resets 2, 2021-02-10). */
const iosLightPage: PageColours = { ...lightPage, text: '#313131' }
/** The page's colour is the measured one of `iosDarkPage`. */
const iosDarkPage: PageColours = { page: '#202125', text: '#e8eaed', link: '#8ab4f8' }
const phoneColours = { light: lightPage, 'light on iOS': iosLightPage, 'dark on iOS': iosDarkPage }

/**
 * Rules of the app's page on Android that override the email's own inline styles:
 * LineageOS/android_packages_apps_UnifiedEmail, template_conversation_upper.html. Gmail on Android 6 draws a
 * `blockquote` like this although its inline style sets margin and padding to nothing
 * (EDMdesigner/modern-html-email-tutorial, lesson09, androidgmail-blockquote.jpg, 2017-04).
 */
export const androidMessageCss = `:where(#pas-message) blockquote{margin-left:.8ex !important;margin-right:0 !important;border-left:1px #ccc solid !important;padding-left:1ex !important}
:where(#pas-message) pre{white-space:pre-wrap}`

/** What else the app's sheet on iOS gives text (JayOram/email-css-resets 2, 2021-02-10). */
export const iosMessageCss = ':where(#pas-message){word-spacing:1px}'

/**
 * The page of the apps and of the mobile web. The margin is an engineering default. Evidence: the sheet of the app on iOS
 * has 15 px at the right (JayOram/email-css-resets 2, 2021-02-10). The apps fit a message that is too
 * wide to the screen ("auto-fit messages", on by default;
 * mosaico.io/email-client-tricks/gmail-android-tries-to-shrink-your-email).
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
