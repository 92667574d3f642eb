import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { emulate } from '@pas/email-clients/emulate/emulate'
import type { Change, EmailContent, Emulation } from '@pas/email-clients/emulate/emulated-document'
import type { EmulateOptions } from '@pas/email-clients/emulate/profile'

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

/** What Gmail on the web makes of an email: the message element's HTML and the email's CSS, apart. */
export interface GmailDrawing {
  message: string
  /** The text of each style block that is left. */
  styles: string[]
  /** The whole page. */
  page: string
  changes: Change[]
  rules: string[]
}

export function drawInGmail(html: string, options: Partial<EmulateOptions> = {}): GmailDrawing {
  const { document, changes } = emulateFor('CHROMEGMAILNEW', emailOf(html), options)
  if (document.kind !== 'html') throw new Error('Gmail shows HTML')
  const [head = '', message = ''] = document.html.split('<body><div id="message"')
  const styles = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
  return {
    message: message.replace(/^[^>]*>/, '').replace(/<\/div><\/body><\/html>$/, ''),
    styles: styles.slice(1),
    page: document.html,
    changes,
    rules: changes.map(({ rule }) => rule),
  }
}

/** A document around a body and a head, as newsletters have them. */
export function withHead(head: string, body = ''): string {
  return `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
}
