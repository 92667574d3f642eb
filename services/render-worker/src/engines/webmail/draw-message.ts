import { assetOrigin } from '@pas/emails/frozen-email'
import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Picture, RawMessage } from '../engine'
import {
  endFiniteAnimationsSource,
  measureMessageSource,
  type MessageArea,
  type MessageOrder,
} from '../message-area'
import { pictureArea, pngSize } from '../picture-area'
import { EngineProcessError } from '../supervised/engine-process'
import type { Mailbox } from './mailbox'
import { type InstalledWebmail, webmailOrigin } from './webmail'
import type { WebmailSession } from './webmail-rig'

export interface MessageInMailbox {
  webmail: InstalledWebmail
  session: WebmailSession
  mailbox: Mailbox
  document: RawMessage
}

/**
 * The browser cannot reach the webmail: the worker fetches the page and what it requests there; others go to the asset
 * origin. Rejects with an `EngineProcessError`, and with Playwright's errors.
 */
export async function drawMessage(browser: Browser, message: MessageInMailbox): Promise<Picture> {
  const { webmail, document } = message
  const { frame } = document
  const context = await browser.newContext(contextOptions(frame))
  try {
    const [html, page] = await Promise.all([getMessagePage(message), context.newPage()])
    await holdAnimations(page)
    let isShown = false
    await context.route('**', async (route) => {
      const isFirst = !isShown && route.request().isNavigationRequest()
      isShown ||= isFirst
      const answered = isFirst ? fulfillPage(route, html, webmail) : answerRequest(route, message)
      // A file that the webmail lacks cannot be sent, and without an answer the page would keep loading. Both fail when
      // the page has closed, which `goto` and `screenshot` report.
      await answered.catch(() => route.abort()).catch(() => undefined)
    })
    await page.goto(`${webmailOrigin(webmail)}/`, { waitUntil: 'load', timeout: 0 })
    await page.evaluate(`${webmail.afterLoad};${endFiniteAnimationsSource}`)
    return await takePicture(page, document, webmail.messageSelector)
  } finally {
    await context.close()
  }
}

const contextOptions = ({
  width,
  height,
  deviceScaleFactor,
  mobile,
  colorScheme,
}: Frame): BrowserContextOptions => ({
  viewport: { width, height },
  screen: { width, height },
  deviceScaleFactor,
  isMobile: mobile,
  colorScheme,
  // What nearly all readers have; `holdAnimations` stops animations.
  reducedMotion: 'no-preference',
  contrast: 'no-preference',
  javaScriptEnabled: false,
  serviceWorkers: 'block',
  acceptDownloads: false,
})

async function getMessagePage({ webmail, session, mailbox, document }: MessageInMailbox): Promise<string> {
  const response = await session.http.get(webmail.messageTarget(mailbox, document.images), {
    maxRedirects: 0,
  })
  const { 'content-type': contentType = '' } = response.headers()
  const html =
    response.status() === 200 && contentType.startsWith('text/html')
      ? webmail.messagePage(await response.text(), { isDark: document.frame.colorScheme === 'dark' })
      : null
  if (html === null)
    throw new EngineProcessError(`the webmail shows no message (status ${response.status()})`)
  return html
}

async function holdAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/** CSP3, in case something slips through the webmail's own sanitiser. */
const policyOf = (webmail: InstalledWebmail): string =>
  [
    'sandbox',
    "default-src 'none'",
    `style-src 'unsafe-inline' data: ${webmailOrigin(webmail)} ${assetOrigin}`,
    `img-src data: ${webmailOrigin(webmail)} ${assetOrigin}`,
    `font-src data: ${webmailOrigin(webmail)} ${assetOrigin}`,
  ].join('; ')

const fulfillPage = (route: Route, html: string, webmail: InstalledWebmail): Promise<void> =>
  route.fulfill({
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': policyOf(webmail) },
    body: html,
  })

/** A message can contain URLs of the webmail, and must not act there, navigate or open frames. */
async function answerRequest(route: Route, { webmail, session, mailbox }: MessageInMailbox): Promise<void> {
  const request = route.request()
  if (request.isNavigationRequest() || request.method() !== 'GET') return route.abort('blockedbyclient')
  const url = new URL(request.url())
  if (url.origin !== webmailOrigin(webmail)) return route.continue()
  const allowed = webmail.answerRequest(url, mailbox)
  if (allowed === null) return route.abort('blockedbyclient')
  if ('file' in allowed) return route.fulfill({ path: allowed.file, headers: subresourceHeaders })
  const response = await session.http.get(allowed.target, { maxRedirects: 0 }).catch(() => null)
  const { 'content-type': contentType = '' } = response?.headers() ?? {}
  if (response?.status() !== 200 || !allowed.contentType.test(contentType))
    return route.abort('blockedbyclient')
  return route.fulfill({ contentType, headers: subresourceHeaders, body: await response.body() })
}

const subresourceHeaders = {
  // Fonts are fetched with CORS from the sandboxed page, whose origin is opaque.
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
}

async function takePicture(
  page: Page,
  { frame, leastHeight }: RawMessage,
  selector: string,
): Promise<Picture> {
  const order: MessageOrder = {
    selector,
    frameWidth: frame.width,
    zoom: 1,
    tooWide: null,
    maxStretch: null,
    leastHeight: leastHeight ?? null,
  }
  const measured = await page.evaluate<MessageArea | null>(
    `(() => { ${measureMessageSource}\nreturn measureMessage(window, ${JSON.stringify(order)}) })()`,
  )
  if (measured === null) throw new EngineProcessError('the page has no message')
  const { clip, truncated } = pictureArea(measured.area, frame.deviceScaleFactor)
  const png = await page.screenshot({ fullPage: true, clip, caret: 'initial', timeout: 0 })
  return { png, ...pngSize(png), truncated }
}
