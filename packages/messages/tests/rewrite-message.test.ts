import iconv from 'iconv-lite'
import { readMessage } from '../src/read-message'
import { rewriteMessage } from '../src/rewrite-message'

const ours = 'http://assets.invalid/1'
const assetUrl = (url: string): string | null => (url === 'https://x.example/a.png' ? ours : null)
const rewrite = (raw: Buffer | string): string =>
  rewriteMessage(Buffer.from(raw), assetUrl).toString('latin1')

const image = '<img src="https://x.example/a.png">'
const shown = `<img src="${ours}">`
const html = 'Content-Type: text/html; charset=utf-8'
const lines = (...all: string[]): string => all.join('\r\n')

describe('the message for a client that really runs', () => {
  it.each([
    ['has no HTML', 'Subject: x\r\n\r\nhttps://x.example/a.png'],
    ['refers to its own parts', `${html}\r\n\r\n<img src="cid:a%40b"><img src="data:image/png;base64,AA=="><a href="https://x.example">`],
    ['is not MIME', Buffer.from('\xff\xfe\0\n\xe9', 'latin1')],
    ['has odd line ends, headers and boundaries', `X\n${html} \n  ; a=(\nContent-Type: multipart/mixed; boundary=b\n\nx\r--b\r\n\n--b--`],
  ])('is equal to the one that was sent when it %s', (_name, raw) => {
    expect(rewriteMessage(Buffer.from(raw), assetUrl).equals(Buffer.from(raw))).toBe(true)
  }) // prettier-ignore

  it('has the addresses of our copies in every HTML part, and every other byte as sent', () => {
    const before = lines('MIME-Version: 1.0', ' Weird-Folding', 'Content-Type: multipart/mixed; boundary=b', '', 'preamble \t', '--b ', '')
    const nested = lines('--b', 'Content-Type: message/rfc822', '', 'Subject: in', `${html}`, '', '')
    const after = lines('', '--b', 'Content-Type: text/plain', '', image, '--b--', 'epilogue')
    const raw = (inHtml: string): string => `${before}${lines(html, '', inHtml, '')}${nested}${inHtml}${after}`
    expect(rewrite(raw(`<p>é${image}\n`))).toBe(Buffer.from(raw(`<p>é${shown}\n`)).toString('latin1'))
  }) // prettier-ignore

  it('makes no delimiter of a part when it writes quoted-printable', () => {
    const encoded = `<img src=3D"https://x.example/a.png"><!--\r\n=2D-b\r\n${html}\r\n\r\n<p>-->`
    const raw = lines('Content-Type: multipart/mixed; boundary=b', '', '--b', html, 'Content-Transfer-Encoding: quoted-printable', '', encoded, '--b--')
    const rewritten = rewrite(raw)
    expect(rewritten).toContain('src=3D"http://assets.invalid/1"')
    expect(rewritten.match(/^--b$/gm)).toHaveLength(1)
  }) // prettier-ignore

  it('asks for nothing that was not kept', () => {
    expect(
      rewrite(`${html}\r\n\r\n<img src="https://x.example/b"><p style="background:url(//y.example/c)">`),
    ).toBe(
      `${html}\r\n\r\n<img src="http://assets.invalid/missing"><p style="background:url(&quot;http://assets.invalid/missing&quot;)">`,
    )
  })

  it.each([
    ['base64', (text: string) => Buffer.from(text).toString('base64')],
    ['quoted-printable', (text: string) => text.replaceAll('=', '=3D').replaceAll('é', '=C3=A9')],
  ])('keeps the transfer encoding %s', (encoding, encode) => {
    const head = `${html}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
    const text = `<p>é ${'long '.repeat(40)}.\r\n${image}\r\n`
    const rewritten = rewriteMessage(Buffer.from(head + encode(text)), assetUrl)
    expect(rewritten.toString('latin1').startsWith(head)).toBe(true)
    expect(
      Math.max(
        ...rewritten
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(77)
    const read = readMessage(new Uint8Array(rewritten), 10)
    expect(read.htmlText).toBe(text.replace(image, shown))
  })

  it.each(['windows-1251', 'gbk', 'iso-8859-1', 'shift_jis', 'koi8-r'])('keeps the charset %s', (charset) => {
    const body = (inside: string): Buffer =>
      Buffer.concat([
        Buffer.from(`Content-Type: text/html; charset=${charset}\r\n\r\n`),
        iconv.encode(`<p>ä Привет 测试 日本${inside}`, charset),
      ])
    expect(rewriteMessage(body(image), assetUrl)).toEqual(body(shown))
  })

  it('keeps bytes that are not of the charset', () => {
    const bytes = Buffer.concat([
      Buffer.from(`${html}\r\n\r\n`),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(image),
    ])
    expect(rewriteMessage(bytes, assetUrl).toString('latin1')).toBe(
      bytes.toString('latin1').replace(image, shown),
    )
  })

  it('has them in a message that is attached, or has a transfer encoding', () => {
    const inner = lines('Subject: in', html, '', image)
    const attached = lines('Content-Type: message/rfc822', 'Content-Disposition: attachment', '', '')
    expect(rewrite(attached + inner)).toBe(attached + inner.replace(image, shown))
    const encoded = lines('Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', '')
    const rewritten = rewrite(encoded + Buffer.from(inner).toString('base64'))
    expect(Buffer.from(rewritten.slice(encoded.length), 'base64').toString()).toBe(
      inner.replace(image, shown),
    )
  })

  it('refers to a part by its Content-Location as it was sent', () => {
    const raw = lines(
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      html,
      '',
      '<img src="http://y.example/p.png"><img src="q.png">',
      '--b',
      'Content-Type: image/png',
      'Content-Location: http://y.example/p.png',
      '',
      'x',
      '--b',
      'Content-Type: image/png',
      'Content-Location: q.png',
      '',
      'x',
      '--b--',
    )
    expect(rewrite(raw)).toBe(raw)
  })
})
