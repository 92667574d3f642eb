import { rewriteMessage } from '@pas/messages/rewrite-message'
import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import { encoded, message, multipart, part } from '../../api/tests/messages'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import { desktopFrame, watchedAsset, type TestEngine } from './test-engine'

const sent = 'https://x.example/a.png'
const html = `<html><body style="margin:0"><img src="${sent}" style="display:block"></body></html>`
const htmlPart = encoded('text/html; charset=utf-8', html)
const within = (levels: number, type: string): string => {
  let body = htmlPart
  for (let level = 0; level < levels; level++) body = part([`Content-Type: ${type}`], message(body))
  return body
}

const messages: readonly [string, string][] = [
  ['UTF-16', encoded('text/html; charset=utf-16', Buffer.from(`\ufeff${html}`, 'utf16le'))],
  ['UTF-7', encoded('text/html; charset=utf-7', html.replaceAll('<', '+ADw-'))],
  [
    'ISO-2022-JP, with bytes that look like a tag',
    encoded('text/html; charset=iso-2022-jp', html.replace('<img', '\x1b$B<A"A\x1b(B<img')),
  ],
  ['a message twelve times within another', within(12, 'message/rfc822')],
  ['a message of news', within(1, 'message/news')],
  [
    'a picture behind a shift that its line ends',
    encoded('text/html; charset=iso-2022-jp', `<p>\x1b$B\r\n${html}`),
  ],
  [
    'bytes that are HTML by their name',
    multipart(
      'mixed',
      'Content-Type: text/plain\r\n\r\nplain',
      encoded('application/octet-stream; name=x.html', html),
    ),
  ],
  [
    'bytes that are a message by their name',
    multipart(
      'mixed',
      'Content-Type: text/plain\r\n\r\nplain',
      part(['Content-Type: application/octet-stream; name=x.eml'], message(htmlPart)),
    ),
  ],
  ['a type with a control character', part(['Content-Type: text/html\0; charset=utf-8'], html)],
  ['lines that end in CR', part(['Content-Type: text/html'], html)],
  [
    'a style sheet that is a part',
    multipart(
      'related',
      part(
        ['Content-Type: text/html'],
        '<link rel="stylesheet" href="cid:s"><body style="margin:0"><p>Hello</p>',
      ),
      part(['Content-Type: text/css', 'Content-ID: <s>'], `body{background:url(${sent})}`),
    ),
  ],
]

describeWithEngine('thunderbird', 'Thunderbird asks for our copy of a picture, and never the web, in', () => {
  let thunderbird: TestEngine
  beforeAll(async () => {
    thunderbird = await sharedEngine('thunderbird')
  })

  it.each(messages)('%s', async (name, body) => {
    const square = { width: 50, height: 50, channels: 3, background: '#00ff00' } as const
    const picture = watchedAsset('picture', 'image/png', await sharp({ create: square }).png().toBuffer())
    const serving = thunderbird.assetOrigin.serve([picture.asset])
    const before = thunderbird.refusals()
    const raw = message(body, 'From: a@example.com', 'Subject: x')
    const bytes = Buffer.from(name.endsWith('CR') ? raw.replaceAll('\r\n', '\r') : raw, 'latin1')
    const source = rewriteMessage(bytes, (url) => (url === sent ? 'http://assets.invalid/picture' : null))
    const drawn = await thunderbird.drawMessage('', { source, frame: { ...desktopFrame, width: 800 } })
    serving.release()
    expect(picture.requests()).toBeGreaterThan(0)
    expect(thunderbird.refusals()).toBe(before)
    if (name.startsWith('UTF')) expect(await pixel(drawn, 25, 25)).toBe('#00ff00')
  })
})
