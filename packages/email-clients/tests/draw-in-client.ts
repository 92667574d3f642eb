import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { Change, EmailContent, Emulation, Frame } from '@pas/email-clients/engine/emulated-document'
import type { EmulateOptions } from '@pas/email-clients/engine/profile'

/** An email with this HTML and nothing else. */
export function emailOf(html: string | null, plainText: string | null = null): EmailContent {
  return { html, plainText, subject: null, fromAddress: null, fromDisplayName: null }
}

/** Options with which every image is frozen, at an address that contains its own. */
const frozen: EmulateOptions = {
  orientation: 'vertical',
  images: 'allowed',
  assetUrl: (url) => `http://assets.invalid/frozen/${encodeURIComponent(url)}`,
}

/** Emulates the email client with this code. Throws if the catalogue does not have it. */
export function emulateFor(
  code: string,
  content: EmailContent,
  options: Partial<EmulateOptions> = {},
): Emulation {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  return emulate(emailClient, content, { ...frozen, ...options })
}

/** The parts of the page that a client makes of an email. */
export interface ClientDrawing {
  /** The content of the message's element: in a webmail's page of `#pas-message`, or else of the body. */
  message: string
  /** The text of each of the email's style blocks that is left. */
  styles: string[]
  /** The whole page. */
  page: string
  frame: Frame
  changes: Change[]
  /** The rules of `changes`, in order. */
  rules: string[]
}

/** Emulates a client that shows HTML, and splits its page into parts. Throws for a client that shows none. */
export function drawIn(code: string, html: string, options: Partial<EmulateOptions> = {}): ClientDrawing {
  const { document, changes } = emulateFor(code, emailOf(html), options)
  if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
  const bodyAt = document.html.indexOf('<body')
  const inPage = document.html.indexOf('<body><div id="pas-message"')
  const message = inPage >= 0 ? document.html.slice(inPage + '<body>'.length) : document.html.slice(bodyAt)
  const styles = [...document.html.slice(0, bodyAt).matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(
    ([, css = '']) => css,
  )
  return {
    message: message
      .replace(/^[^>]*>/, '')
      .replace(inPage >= 0 ? /<\/div><\/body><\/html>$/ : /<\/body><\/html>$/, ''),
    styles: styles.slice(1),
    page: document.html,
    frame: document.frame,
    changes,
    rules: changes.map(({ rule }) => rule),
  }
}

/** Makes a document of a head and a body, with a doctype, as newsletters have. */
export function withHead(head: string, body = ''): string {
  return `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
}
