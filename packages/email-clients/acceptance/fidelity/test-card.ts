import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { writeCard } from '@pas/measure-card/generate/write-card'
import { messageBytes } from '@pas/messages/message-bytes'
import { readMessage, type ReadMessage } from '@pas/messages/read-message'
import type { Asset } from './assets'
import { servedUrl } from './drawer'

/** The test card as an engine is served it: the message, and all of its pictures. */
export interface ServedCard {
  message: ReadMessage
  assets: Asset[]
}

const file = path.join(__dirname, '../../../../examples/test-card.eml')

/** Reads the card. Its remote pictures are made, so that all of them can load. */
export async function serveCard(): Promise<ServedCard> {
  const message = await readMessage(messageBytes(readFileSync(file, 'latin1')), 100)
  const { remotePictures } = await writeCard()
  const png = (name: string, body: Uint8Array): Asset => ({
    name,
    contentType: 'image/png',
    body: Buffer.from(body),
  })
  return {
    message,
    assets: [
      ...message.assets.map(({ url, body }) => png(nameOf(url), body)),
      ...[...remotePictures].map(([name, body]) => png(name, body)),
    ],
  }
}

/** What an email client makes of the card. Null when the client shows no HTML. */
export function emulateCard({ message, assets }: ServedCard, emailClient: EmailClient): HtmlDocument | null {
  const names = new Set(assets.map(({ name }) => name))
  const { document } = emulate(
    emailClient,
    { ...message, html: message.htmlText },
    {
      orientation: 'vertical',
      images: 'allowed',
      assetUrl: (url) => (names.has(nameOf(url)) ? servedUrl(nameOf(url)) : null),
    },
  )
  return document.kind === 'html' ? document : null
}

/** The name under which a picture is served: that of its file, or of its part of the message. */
const nameOf = (url: string): string => url.replace(/^cid:([^@]+)@.*$/, '$1.png').replace(/^.*\//, '')
