import type { Step } from './message'
import { putIntoPage } from './put-into-page'

/** Colours of an app's page, in its light or dark mode. */
export interface PageColours {
  page: string
  text: string
  link: string
}

interface PhonePage {
  title: string
  /** CSS `font` of text for which the email sets none. */
  font: string
  colours: PageColours
  /** CSS `padding` between the screen's edge and the message. */
  padding: string
  messageClass: string | null
  /** Whether the page has a doctype. Without one the email is drawn in quirks mode. */
  doctype: boolean
  /** Further rules of the client's own style sheet. */
  css?: string
}

/**
 * The page of an app or a mobile webmail, which puts the message into a page of its own, as wide as the screen. The
 * engine zooms out if the message is wider. Words break at the edge of the screen. These rules have no specificity, so
 * the email's own rules always win.
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
