import type { Frame } from '../../engine/emulated-document'
import { setAttribute } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { putIntoPage } from '../../engine/put-into-page'
import { videoCss } from '../../engine/steps/show-posters'
import { showAsPage } from '../../engine/show-as-page'

/**
 * The class that confines an email's rules (email-bugs 61, 2019-07: `rps_` and four digits). Constant, so that pictures
 * are reproducible.
 */
export const messageClass = 'rps_ca92'

interface PageColours {
  scheme: Frame['colorScheme']
  page: string
  text: string
  /** Null: the browser's own, as seen in 2023-10. */
  link: string | null
}

const light: PageColours = { scheme: 'light', page: '#fff', text: '#242424', link: null }
/**
 * #292929 and the link's colour: mails copied from Outlook on the web (2023-10). The text's colour is an engineering
 * default.
 */
const dark: PageColours = { scheme: 'dark', page: '#292929', text: '#fff', link: '#db97ff' }

/** Text without a colour is rgb(225,225,225) (email-bugs 112, 2022-03-14, version 4.2209.1): one report. */
const darkOnIos: PageColours = { ...dark, text: '#e1e1e1' }
/** Action Rocket, Understanding colours in dark mode, 2020-10-15: one source. */
const darkOnMac: PageColours = { ...dark, page: '#1c1c1c' }

function coloursOf(scheme: Frame['colorScheme']): PageColours {
  return scheme === 'dark' ? dark : light
}

function messageCss({ page, text, link }: PageColours, font: string): string {
  return `:where(#pas-message){box-sizing:border-box;background:${page};color:${text};font:${font};word-wrap:break-word;direction:ltr}${link === null ? '' : `\n:where(#pas-message a[href]){color:${link}}`}`
}

/**
 * Engineering defaults: a column of about 820 px, which grows with wider content, and Segoe UI 15 px. Evidence: lines
 * of 1.4 in 2015-10 (Chuabacca/code-challenge-two), a page that is gone. `word-wrap`: caniemail css-word-break note 2.
 */
export function readingPane(scheme: Frame['colorScheme']): Step {
  const colours = coloursOf(scheme)
  return putIntoPage({
    title: 'Outlook',
    css: `html,body{margin:0;padding:0;background:${colours.page}}
body{padding-left:520px}
${messageCss(colours, '15px/normal "Segoe UI","Segoe UI Web (West European)",-apple-system,Roboto,"Helvetica Neue",sans-serif')}
:where(#pas-message){width:min-content;min-width:820px}`,
    messageClass,
    doctype: true,
  })
}

export interface AppPage {
  font: string
  theme: 'light' | 'dark' | 'dark on iOS'
  css?: string
  /** `data-outlook-cycle` on the body, as until about 2022. Default: true. */
  hasCycle?: boolean
}

/**
 * An email overrides this colour with two ids on iOS, and with `!important` on Android (JayOram/email-css-resets,
 * css-link-resets.md). The colour is that of links in mails written in the app.
 */
const detectedLinkCss =
  '#pas-message#pas-message a[x-apple-data-detectors]{color:#0078d4!important}\n#pas-message .ms-outlook-linkify{color:#0078d4}'

/**
 * `data-outlook-cycle`: howtotarget.email, deprecated since 2022-07. The rule for images overrides their `max-width`
 * (email-bugs 93: in the apps only; email-bugs 120: on Android only in a table). Engineering defaults: font, margin,
 * dark page.
 */
export function appPage({ font, theme, css = '', hasCycle = true }: AppPage): Step {
  const colours = { light, dark, 'dark on iOS': darkOnIos }[theme]
  return (message) => {
    const hasDetected = message.changes.list().some(({ rule }) => /^(?:data|link)-detected$/.test(rule))
    const putMessage = putIntoPage({
      title: 'Outlook',
      css: `html,body{margin:0;padding:0;background:${colours.page}}
${messageCss({ ...colours, page: 'transparent' }, font)}
:where(#pas-message){padding:8px 16px}
#pas-message img{max-width:100% !important}
${css}${hasDetected ? `\n${detectedLinkCss}` : ''}`,
      messageClass: null,
      doctype: true,
    })
    putMessage(message)
    const page = message.body.parentNode
    if (hasCycle && page && 'tagName' in page) setAttribute(page, 'data-outlook-cycle', '')
  }
}

/** Where the app on iOS cuts a message (email-bugs 108, 2022-02-09; the issue is still open). */
const iosCutPixels = 5_000
/** Engineering default: 44 px, and its colours. */
const readMorePixels = 44

/**
 * Only CSS knows the message's height: "Read more" always stands at the cut, and a message that ends above it clips it
 * away. `flow-root` keeps floats from being clipped.
 */
export const iosCutCss = `#pas-message{display:flow-root;position:relative;max-height:${iosCutPixels}px;overflow-x:visible;overflow-y:clip}
#pas-message::after{content:"Read more";position:absolute;top:${iosCutPixels - readMorePixels}px;left:0;right:0;box-sizing:border-box;height:${readMorePixels}px;padding-top:12px;background:#fff;color:#0f6cbd;font:16px/20px -apple-system,sans-serif;text-align:center}`

/** Engineering defaults: its pane is the window; font, margin and colours. */
export function newMacPage(scheme: Frame['colorScheme']): Step {
  const colours = coloursOf(scheme)
  return putIntoPage({
    title: 'Outlook',
    css: `html,body{margin:0;padding:0;background:${colours.page}}
${messageCss(colours, '15px/normal -apple-system,"Helvetica Neue",Helvetica,sans-serif')}
:where(#pas-message){padding:8px}`,
    messageClass,
    doctype: true,
  })
}

/**
 * The page is the message itself. Font, margin and the text's colour are engineering defaults. Evidence: lines are the
 * font's own in Outlook 2011 (Chuabacca/code-challenge-two, 2015).
 */
export function macPage(scheme: Frame['colorScheme']): Step {
  const { page, text, link } = scheme === 'dark' ? darkOnMac : light
  return showAsPage({
    css: `:where(html){background:${page};color:${text}}
:where(body){margin:8px;font:14px/normal Calibri,Helvetica,sans-serif}
${link === null ? '' : `:where(a[href]){color:${link}}`}
${videoCss}`,
    doctype: 'as sent',
  })
}
