import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import { phonePage } from '../../engine/phone-page'
import { putIntoPage } from '../../engine/put-into-page'

/** What every class and id begins with, and the id of the message; the digits are constant, so that pictures are too. */
export const yahooPrefix = 'yiv4236027226'

export const yahooFont = '13px/1.4 "Helvetica Neue",Helvetica,Arial,sans-serif'
/** The size and lines of EDMdesigner/modern-html-email-tutorial, lesson03, 2016-12: AOL's page before it was Yahoo's; nothing newer is known. */
export const aolFont = '10pt/normal Arial,Helvetica,sans-serif'
const lightColours = { page: '#fff', text: '#1d2228', link: '#0f69ff' }

/** Engineering defaults; that a page is this dark is not published. */
const darkColours = { page: '#1a1a1a', text: '#f5f5f5', link: '#7aa7ff' }

/**
 * Engineering defaults, not published: folders and advertisements leave some 900 px of the window to the message. The column grows with
 * content that is wider, where Yahoo would show a scroll bar. Nothing here has specificity: an email's own rules always win.
 *
 * @param css more of the page's style sheet
 */
export function yahooWebPage(title: string, font: string, css: string, scheme: Frame['colorScheme']): Step {
  const { page, text, link } = scheme === 'dark' ? darkColours : lightColours
  return putIntoPage({
    title,
    css: `html,body{margin:0;padding:0;background:${page}}
body{padding-left:233px}
:where(#pas-message){box-sizing:border-box;width:min-content;min-width:900px;padding:0 16px;background:${page};color:${text};font:${font}}
:where(#pas-message a[href]){color:${link}}
${css}`,
    messageClass: null,
    doctype: true,
  })
}

/** The apps; their margin is an engineering default. */
export function yahooPhonePage(title: string, font: string, doctype: boolean): Step {
  return phonePage({ title, font, colours: lightColours, padding: '8px 12px', messageClass: null, doctype })
}

/** Yahoo's page takes paragraphs their margins (EDMdesigner/modern-html-email-tutorial, lesson03, 2016-12, in three browsers). AOL's did not then. */
export const noParagraphMargins = ':where(#pas-message p){margin:0}'
