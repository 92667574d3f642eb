import type { Step } from './message'
import { putIntoPage } from './put-into-page'

/** Colours of an app's page, switched to light or dark. */
export interface PageColours {
  page: string
  text: string
  link: string
}

interface PhonePage {
  title: string
  /** The `font` of text that says nothing of its own. */
  font: string
  colours: PageColours
  /** CSS `padding` between the screen's edge and the message. */
  padding: string
  messageClass: string | null
  /** Without one the email is drawn in quirks mode. */
  doctype: boolean
  /** More of the client's own style sheet. */
  css?: string
}

/**
 * The page of an app or a mobile web that puts the message into a page of its own, as wide as the screen; the engine zooms out of a
 * message that is wider. Words break at the screen's edge. Nothing here has specificity: an email's own rules always win.
 */
export function phonePage({
  title,
  font,
  colours,
  padding,
  messageClass,
  doctype,
  css = '',
}: PhonePage): Step {
  const { page, text, link } = colours
  const pageCss = `html,body{margin:0;padding:0;background:${page}}
:where(#pas-message){box-sizing:border-box;padding:${padding};background:${page};color:${text};font:${font};overflow-wrap:break-word}
:where(#pas-message a[href]){color:${link}}
${css}`
  return putIntoPage({ title, css: pageCss, messageClass, doctype })
}
