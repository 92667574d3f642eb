import { desktopBrowser, desktopProgram, type Device } from '../../engine/answer-device-queries'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import { desktopWindow, messageSelector, putIntoPage } from '../../engine/put-into-page'

/** The page a webmail shows a message in, and what of it is the picture. */
export interface WebmailPage {
  framePage: Step
  frame: Frame
  device: Device
  captureSelector: string | null
}

interface Look {
  title: string
  /** Of the message's text: `13px/1.4 Arial,sans-serif`. */
  font: string
  textColor?: string
  linkColor?: string
  /** Width of the message column in CSS pixels. */
  columnWidth: number
  /** Style rules of the page that outrank an email's attributes, though not its `style`. */
  css?: string
}

const engineeringDefaults = { textColor: '#222', linkColor: '#15c', css: '' }

/**
 * The message stands in the webmail's own page, so that media queries and `vw` see the window. Fonts, colours and widths are
 * engineering defaults: none is published. The column grows with content that is wider, where the webmail would show a scroll
 * bar. Nothing here has any specificity, so an email's own rules win.
 */
export function inWindow(look: Look & { messageClass?: string }): WebmailPage {
  const { title, font, textColor, linkColor, columnWidth, css } = { ...engineeringDefaults, ...look }
  return {
    framePage: putIntoPage({
      title,
      css: `html,body{margin:0;padding:0}
html{background:#fff}
body{padding-left:${String(Math.max(0, desktopWindow.width - columnWidth - 40))}px}
:where(#pas-message){box-sizing:border-box;width:min-content;min-width:${String(columnWidth)}px;color:${textColor};font:${font};direction:ltr}
:where(#pas-message a[href]){color:${linkColor}}
${css}`,
      messageClass: look.messageClass ?? null,
      doctype: true,
    }),
    frame: desktopWindow,
    device: desktopBrowser,
    captureSelector: messageSelector,
  }
}

/**
 * The message stands in an iframe as wide as the message column, which is all that its media queries and `vw` see. The whole
 * of that document is the picture. Fonts, colours and widths are engineering defaults.
 *
 * @param look `finish`: what the webmail's iframe has besides the message. `doctype`: false for one that is drawn in quirks mode
 */
export function inIframe(
  look: Look & {
    messageClass?: string
    finish?: Step
    frame?: Partial<Frame>
    device?: Device
    doctype?: boolean
  },
): WebmailPage {
  const { title, font, textColor, linkColor, columnWidth, css } = { ...engineeringDefaults, ...look }
  const intoPage = putIntoPage({
    title,
    css: `html,body{margin:0;padding:0}
html{background:#fff}
:where(body){color:${textColor};font:${font}}
:where(a[href]){color:${linkColor}}
${css}`,
    messageClass: look.messageClass ?? null,
    doctype: look.doctype ?? true,
  })
  return {
    framePage: (message) => {
      intoPage(message)
      look.finish?.(message)
    },
    frame: { ...desktopWindow, width: columnWidth, ...look.frame },
    // No script runs in such an iframe.
    device: look.device ?? desktopProgram,
    captureSelector: null,
  }
}
