import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { writeCard } from '../measure-card/generate/write-card'
import { messageBytes } from '@pas/messages/message-bytes'
import { readMessage, type ReadMessage } from '@pas/messages/read-message'
import type { Asset } from './assets'
import { servedUrl } from './drawer'

export interface ServedCard {
  messages: ReadMessage[]
  assets: Asset[]
}

const examples = path.join(__dirname, '../../examples')
const files = ['test-card.eml', 'test-card-styled.eml'].map((name) => path.join(examples, name))

/** With remote pictures made, so that all can load. */
export async function serveCard(): Promise<ServedCard> {
  const messages = files.map((file) => readMessage(messageBytes(readFileSync(file, 'latin1')), 100))
  const { remotePictures } = await writeCard()
  const png = (name: string, body: Uint8Array): Asset => ({
    name,
    contentType: 'image/png',
    body: Buffer.from(body),
  })
  return {
    messages,
    assets: [
      ...messages.flatMap(({ assets }) => assets.map(({ url, body }) => png(nameOf(url), body))),
      ...[...remotePictures].map(([name, body]) => png(name, body)),
    ],
  }
}

/** None when the client shows no HTML. */
export function emulateCard({ messages, assets }: ServedCard, emailClient: EmailClient): HtmlDocument[] {
  const names = new Set(assets.map(({ name }) => name))
  return messages.flatMap((message) => {
    const { document } = emulate(
      emailClient,
      { ...message, html: message.htmlText },
      {
        orientation: 'vertical',
        images: 'allowed',
        assetUrl: (url) => (names.has(nameOf(url)) ? servedUrl(nameOf(url)) : null),
      },
    )
    return document.kind === 'html' ? [document] : []
  })
}

/** Named after its file, or its part of the message. */
const nameOf = (url: string): string => url.replace(/^cid:([^@]+)@.*$/, '$1.png').replace(/^.*\//, '')
