import iconv from 'iconv-lite'
import { readMessage } from '../src/read-message'
import { rewriteMessage } from '../src/rewrite-message'
import { attribute, number, winmail } from './message-pumps'

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

  const attachedIn = (inner: string): string =>
    lines('Content-Type: message/rfc822', 'Content-Disposition: attachment', '', inner)
  const encodedIn = (inner: string): string =>
    lines(
      'Content-Type: message/rfc822',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(inner).toString('base64'),
    )
  const nested = (levels: number, wrap: (inner: string) => string, inHtml: string): string => {
    let raw = lines('Subject: in', html, '', inHtml)
    for (let level = 0; level < levels; level++) raw = wrap(raw)
    return raw
  }

  it('has them in messages that are attached in one another, at any depth', () => {
    expect(rewrite(nested(300, attachedIn, image))).toBe(nested(300, attachedIn, shown))
  })

  it('is refused rather than sent with an address that would be asked for', () => {
    expect(readMessage(new Uint8Array(Buffer.from(rewrite(nested(10, encodedIn, image)))), 9).htmlText).toContain(shown)
    expect(() => rewrite(nested(11, encodedIn, image))).toThrow(/more than 10 messages are in one another/)
    const many = `--b${lines('', '', 'x', '')}`.repeat(10_001)
    expect(() => rewrite(attachedIn(lines('Content-Type: multipart/mixed; boundary=b', '', `${many}--b--`)))).toThrow(/more than 10000 parts/)
  }) // prettier-ignore

  it.each(['message/news', 'message/global'])('has them in a %s', (type) => {
    const raw = (inHtml: string): string => lines(`Content-Type: ${type}`, '', nested(0, attachedIn, inHtml))
    expect(rewrite(raw(image))).toBe(raw(shown))
  })

  it('has them in the HTML of a winmail.dat, of which every other byte stays', () => {
    const property = (id: string, value: string): string =>
      `\x1e\0${id}${number(1)}${number(value.length)}${value}${'\0'.repeat((4 - (value.length % 4)) % 4)}`
    const checked = (value: string): string => {
      const sum = [...value].reduce((total, character) => total + character.charCodeAt(0), 0)
      return `\x01\x03\x90\x06\0${number(value.length)}${value}${String.fromCharCode(sum & 0xff, (sum >> 8) & 0xff)}`
    }
    const raw = (inHtml: string): string =>
      winmail(
        attribute('\x0c\x80\x02\0', image) +
          checked(`${number(3)}${property('\0\x10', image)}${property('\x13\x10', inHtml)}${property('\x37\0', 'x')}`) +
          attribute('\x0f\x80\x06\0', image),
      )
    for (const end of ['', '.', '..', '...'])
      expect(rewrite(raw(`<p>\xe9${image}${end}`)).replaceAll('\r\n', '')).toBe(
        raw(`<p>\xe9${shown}${end}`).replaceAll('\r\n', ''),
      )
  }) // prettier-ignore

  it('has them in a style sheet of its own', () => {
    const raw = (address: string): string => lines('Content-Type: text/css', '', `p{background:url("${address}")}`)
    expect(rewrite(raw('https://x.example/a.png'))).toBe(raw(ours))
  }) // prettier-ignore

  it('asks the web for what is a part of another message only', () => {
    const raw = (address: string): string =>
      lines('Content-Type: multipart/mixed; boundary=b', '', '--b', html, '', `<img src="${address}">`, '--b')
      + lines('', attachedIn(lines('Content-Type: image/png', 'Content-Location: https://x.example/a.png', '', 'x')), '--b--')
    expect(rewrite(raw('https://x.example/a.png'))).toBe(raw(ours))
  }) // prettier-ignore

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
