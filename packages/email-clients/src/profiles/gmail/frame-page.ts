import { putIntoPage } from '../../emulate/put-into-page'

/** The class every rule of an email is confined to (HT 2017: `div.m<hash>`); constant, so that pictures are too. */
export const messageClass = 'm15e8a3d0c7f2b914'

/**
 * Everything here has no specificity: an email's own rules always win. A browser in standards mode lets the alternative text of an
 * image without address ignore its dimensions; with images off they are kept (HT 2016).
 */
const messageCss = `:where(#pas-message img:not([src])){display:inline-block;overflow:hidden}
:where(.clip-notice){margin-top:16px}`

/**
 * Engineering defaults, not published: the message column is what the side bars leave of the window, some 1,040 px; text is
 * Arial `small`. Gmail's page has the HTML5 doctype (EoA 2018, 11). The column grows with content that is wider, where
 * Gmail would show a scroll bar, so that the picture shows the whole message.
 */
const frameCss = `html,body{margin:0;padding:0;background:#fff}
body{padding-left:264px}
:where(#pas-message){box-sizing:border-box;width:min-content;min-width:1040px;background:#fff;color:#222;font:small/1.5 Arial,Helvetica,sans-serif;word-wrap:break-word;direction:ltr}
:where(#pas-message a[href]){color:#15c}
${messageCss}`

/** Gmail's own page in a browser. */
export const framePage = putIntoPage({ title: 'Gmail', css: frameCss, messageClass, doctype: true })

/** Text, link and page colours of an app that is switched to light or dark: engineering defaults, read off screenshots. */
export interface PageColours {
  page: string
  text: string
  link: string
}

export const lightPage: PageColours = { page: '#fff', text: '#222', link: '#15c' }
export const darkPage: PageColours = { page: '#212121', text: '#e8eaed', link: '#8ab4f8' }
/** CIE lightness of the dark page's colour: what white becomes. */
export const darkPageLightness = 12.25

/**
 * The page of an app or of the mobile web, as wide as the screen, with a margin (engineering default). The app fits a message that is
 * wider to the screen by zooming out until all of it is seen ("auto-fit messages", on by default; mosaico.io, Gmail Android tries to
 * shrink your email): the message is laid out as wide as its content needs. Words break at the screen's edge (caniemail css-word-wrap
 * note 1, 2025-05), but they keep tables wide, hence two values.
 *
 * @param font the `font` of text that says nothing of its own
 */
export function phonePage(font: string, { page, text, link }: PageColours) {
  const css = `html,body{margin:0;padding:0;background:${page}}
:where(#pas-message){box-sizing:border-box;width:min-content;min-width:100vw;padding:8px 16px;background:${page};color:${text};font:${font};overflow-wrap:anywhere}
:where(#pas-message table){overflow-wrap:break-word}
:where(#pas-message a[href]){color:${link}}
${messageCss}`
  return putIntoPage({ title: 'Gmail', css, messageClass, doctype: true })
}
