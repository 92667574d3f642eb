import type { Step } from './message'
import { putIntoPage } from './put-into-page'

export interface PageColours {
  page: string
  text: string
  link: string
}

interface PhonePage {
  title: string
  /** CSS, for text without a font of its own. */
  font: string
  colours: PageColours
  /** CSS, between the screen's edge and the message. */
  padding: string
  messageClass: string | null
  /** Without one the email is drawn in quirks mode. */
  doctype: boolean
  css?: string
}

/**
 * The page of an app or a mobile webmail, as wide as the screen. `:where` has no specificity, so the email's rules win.
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
