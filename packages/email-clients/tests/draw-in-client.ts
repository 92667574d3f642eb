import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { Change, EmailContent, Emulation, Frame } from '@pas/email-clients/engine/emulated-document'
import type { EmulateOptions } from '@pas/email-clients/engine/profile'

/** An email with this HTML and nothing else. */
export function emailOf(html: string | null, plainText: string | null = null): EmailContent {
  return { html, plainText, subject: null, fromAddress: null, fromDisplayName: null }
}

/** Every image is frozen, under its own name. */
const frozen: EmulateOptions = {
  orientation: 'vertical',
  images: 'allowed',
  assetUrl: (url) => `http://assets.invalid/frozen/${encodeURIComponent(url)}`,
}

export function emulateFor(
  code: string,
  content: EmailContent,
  options: Partial<EmulateOptions> = {},
): Emulation {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  return emulate(emailClient, content, { ...frozen, ...options })
}

/** What a client makes of an email, its parts apart. */
export interface ClientDrawing {
  /** What the message's own element holds: of a webmail's page the message, else the body. */
  message: string
  /** The text of each of the email's style blocks that is left. */
  styles: string[]
  /** The whole page. */
  page: string
  frame: Frame
  changes: Change[]
  /** The rules that acted, in order. */
  rules: string[]
}

/** Draws in a client that shows HTML. */
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

/** A document around a body and a head, as newsletters have them. */
export function withHead(head: string, body = ''): string {
  return `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
}
