import { desktopBrowser, desktopProgram, type Device } from '../../engine/answer-device-queries'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import { desktopWindow, messageSelector, putIntoPage } from '../../engine/put-into-page'

export interface WebmailPage {
  framePage: Step
  frame: Frame
  device: Device
  captureSelector: string | null
}

interface Look {
  title: string
  font: string
  textColor?: string
  linkColor?: string
  columnWidth: number
  /** Rules that override an email's attributes, but not its `style`. */
  css?: string
}

const engineeringDefaults = { textColor: '#222', linkColor: '#15c', css: '' }

/**
 * Media queries and `vw` refer to the window. Engineering defaults: fonts, colours, widths. The rules have no
 * specificity, so the email's win.
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
 * Media queries and `vw` refer to the iframe. Engineering defaults: fonts, colours, widths. `finish` adds what the
 * iframe has besides the message; `doctype`: false for quirks mode.
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
