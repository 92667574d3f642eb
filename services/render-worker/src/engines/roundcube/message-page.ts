import { assetOrigin } from '@pas/capture-queue/frozen-email'
import { EngineProcessError } from '../supervised/engine-process'
import type { Mailbox } from './mailbox'
import type { WebmailResponse, WebmailSession } from './webmail'

/** What the browser believes the webmail's origin to be; nothing of that name is ever looked up. */
export const webmailOrigin = 'http://roundcube.invalid'

/** Roundcube's element around all parts of the message and the images attached to it. */
export const messageSelector = '#messagebody'

/**
 * CSP3: an opaque origin without script, forms, frames and navigations, whatever may slip through Roundcube's own washing; style,
 * images and fonts from the webmail and from the asset origin.
 */
const policy = [
  'sandbox',
  "default-src 'none'",
  ...['style-src', 'img-src', 'font-src'].map(
    (directive) =>
      `${directive} ${directive === 'style-src' ? "'unsafe-inline' " : ''}data: ${webmailOrigin} ${assetOrigin}`,
  ),
].join('; ')

/**
 * The page scrolls inside a box as high as the screen, which would end the picture there; and what floats in the message, as attached
 * images do, would stand below it. What is said here is about Roundcube's own boxes around the message.
 */
const wholeMessage = `html.iframe, html.iframe > body, #layout-content, #layout-content > .content {
  height: auto !important; min-height: 100% !important; overflow: visible !important }
${messageSelector} { display: flow-root !important }`

export const messagePageHeaders = [
  { name: 'Content-Type', value: 'text/html; charset=utf-8' },
  { name: 'Content-Security-Policy', value: policy },
]

export interface MessagePageOptions {
  showsImages: boolean
  isDark: boolean
}

/** Roundcube's page of the message, as in its preview pane. Rejects with an `EngineProcessError` when it shows none. */
export async function getMessagePage(
  session: WebmailSession,
  { name, uid }: Mailbox,
  { showsImages, isDark }: MessagePageOptions,
): Promise<string> {
  const query = new URLSearchParams({
    _task: 'mail',
    _action: 'preview',
    _framed: '1',
    _mbox: name,
    _uid: String(uid),
  })
  if (showsImages) query.set('_safe', '1')
  const { status, contentType, body }: WebmailResponse = await session.get(`/?${query.toString()}`)
  const html = body.toString()
  if (status !== 200 || !contentType.startsWith('text/html') || !html.includes('id="messagebody"')) {
    throw new EngineProcessError(`the webmail shows no message (status ${status})`)
  }
  return prepared(html, isDark)
}

/** The first `<html>` and `</head>` are Roundcube's own: the message comes after them. */
function prepared(html: string, isDark: boolean): string {
  const shown = html.replace('</head>', `<style>${wholeMessage}</style></head>`)
  // The page's one script that matters to the message, which does not run: it asks for the colour scheme and sets this class.
  return isDark ? shown.replace(/<html([^>]*) class="/, '<html$1 class="dark-mode ') : shown
}
