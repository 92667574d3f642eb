import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import { phonePage } from '../../engine/phone-page'
import { putIntoPage } from '../../engine/put-into-page'

/** Prefix of every class and id, and the id of the message. Constant, so that pictures are reproducible. */
export const yahooPrefix = 'yiv4236027226'

/**
 * Engineering default: the font and its lines. Evidence: 1.4 fits Yahoo in 2016-12 (EDMdesigner, lesson03); in 2015-10
 * lines were the font's own (Chuabacca/code-challenge-two).
 */
export const yahooFont = '13px/1.4 "Helvetica Neue",Helvetica,Arial,sans-serif'
/**
 * EDMdesigner/modern-html-email-tutorial, lesson03, 2016-12, before AOL's page became Yahoo's. Nothing newer is known.
 */
export const aolFont = '10pt/normal Arial,Helvetica,sans-serif'
const lightColours = { page: '#fff', text: '#1d2228', link: '#0f69ff' }

/** Engineering defaults: the colours of the dark page are not published. */
const darkColours = { page: '#1a1a1a', text: '#f5f5f5', link: '#7aa7ff' }

/**
 * Engineering defaults: about 900 px of the window, more for wider content. The rules have no specificity, so the
 * email's win.
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

/** Its margin and its font, 14 px and 1.4, are engineering defaults. */
export function yahooPhonePage(title: string, font: string, doctype: boolean): Step {
  return phonePage({ title, font, colours: lightColours, padding: '8px 12px', messageClass: null, doctype })
}

/**
 * EDMdesigner/modern-html-email-tutorial, lesson03, 2016-12, in three browsers; nothing newer is known. AOL's page had
 * these margins.
 */
export const noParagraphMargins = ':where(#pas-message p){margin:0}'
