import iconv from 'iconv-lite'
import { readMessage } from '../src/read-message'
import { rewriteMessage } from '../src/rewrite-message'

const ours = 'http://assets.invalid/1'
const sent = 'https://x.example/a.png'
const withUmlaut = 'https://x.example/%E6%97%A5.png'
const rewrite = (raw: Buffer): Buffer =>
  rewriteMessage(raw, (url) => (url === sent || url === withUmlaut ? ours : null))

const htmlIn = (charset: string | null, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `Content-Type: text/html${charset === null ? '' : `; charset=${charset}`}\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    ),
    Buffer.from(bytes.toString('base64')),
  ])
const bodyOf = (raw: Buffer): Buffer => Buffer.from(String(raw).split('\r\n\r\n')[1] ?? '', 'base64')
const htmlOf = (raw: Buffer): string | null => readMessage(new Uint8Array(raw), 10).htmlText

const before = '<p title="+ \\ ~ &amp; 日本">Grüße 日本 😀'
const markup = (address: string): string =>
  `${before}<img src="${address}"><style>p{background:url("${address}")}</style>`
const marked = (charset: string): Buffer => iconv.encode(markup(sent), charset, { addBOM: true })
const unmarked = (charset: string): Buffer => iconv.encode(markup(sent), charset, { addBOM: false })

describe('for a client that really runs, HTML has our addresses also in', () => {
  it.each([
    ['utf-16le', unmarked('utf-16le')],
    ['utf-16be', unmarked('utf-16be')],
    ['utf-16', marked('utf-16be')],
    ['utf-16', unmarked('utf-16be')],
    ['utf-16', unmarked('utf-16le')],
    ['unicode', marked('utf-16le')],
    ['us-ascii', marked('utf-16le')],
    [null, marked('utf-16be')],
    ['utf-32', marked('utf-32le')],
    ['utf-32be', unmarked('utf-32be')],
    ['utf-8', marked('utf-8')],
    ['utf-7', iconv.encode(markup(sent), 'utf-7')],
    ['utf-7', Buffer.from('<p title="+- +AFw +AH4 &amp; +ZeVnLA">Gr+APwA3w-e +ZeVnLA +2D3eAA<img src="https://x.example/a.png"><style>p{background:url("https://x.example/a.png")}</style>')],
    ['unicode-1-1-utf-7', iconv.encode(markup(sent), 'utf-7')],
  ])('%s (%#)', (charset, bytes) => {
    const rewritten = rewrite(htmlIn(charset, bytes))
    expect(htmlOf(htmlIn(charset, bytes))).toBe(markup(sent))
    expect(htmlOf(rewritten)).toBe(markup(ours))
  }) // prettier-ignore

  // Within a stretch of two bytes a character, bytes may be those of a tag and a quote.
  it.each([
    ['iso-2022-jp', '\x1b$B<A"A\x1b(B', '\x1b$BF|\x1b(B'],
    ['iso-2022-kr', '\x0e<A"A\x0f', '\x0elm\x0f'],
    ['hz-gb-2312', '~{<A"A~}', '~{HU~}'],
  ])('%s, whose characters look like markup', (charset, odd, day) => {
    const bytes = (address: string, second: string): Buffer =>
      Buffer.from(`<p title="${odd}">${odd}<img src="${address}"><img src="${second}">${odd}`, 'latin1')
    const raw = htmlIn(charset, bytes(sent, `https://x.example/${day}.png`))
    const rewritten = rewrite(raw)
    expect(htmlOf(raw)).toContain('https://x.example/日.png')
    expect(bodyOf(rewritten)).toEqual(bytes(ours, ours))
  })

  it('bytes that are not of its charset', () => {
    const bytes = (address: string): Buffer =>
      Buffer.concat([Buffer.from([0xff]), Buffer.from(`é<img src="${address}">`)])
    expect(bodyOf(rewrite(htmlIn('utf-8', bytes('https://x.example/日.png'))))).toEqual(bytes(ours))
  })

  it('half a character at the end of UTF-16', () => {
    const bytes = Buffer.concat([unmarked('utf-16le'), Buffer.from([0x3c])])
    expect(htmlOf(rewrite(htmlIn('utf-16', bytes)))).toContain(markup(ours))
  })

  it('a charset that has no character for what a reference names', () => {
    const html = (address: string): Buffer =>
      Buffer.from(`\xff<p style="font-family:&#26085;;background:url(${address})">`, 'latin1')
    expect(htmlOf(rewrite(htmlIn('iso-2022-jp', html(sent))))).toContain('font-family:&#26085;')
  })
})
