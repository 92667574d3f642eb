import iconv from 'iconv-lite'
import { decodeQuotedPrintable } from '../src/decode-quoted-printable'
import { decodeUuencode } from '../src/uuencode'
import { rewriteMessage } from '../src/rewrite-message'
import { UnreadableMessageError } from '../src/unreadable-message-error'

const sent = 'http://web.example/a.png'
const ours = 'http://assets.invalid/1'
const image = `<html><body><p>hi</p><img src="${sent}"></body></html>`
const css = `body{background:url(${sent})}`
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
const lines = (...all: string[]): string => all.join('\r\n')
const html = 'Content-Type: text/html; charset=utf-8'
const multipart = (type: string, ...parts: string[]): string =>
  lines(`Content-Type: multipart/${type}; boundary=b`, '', ...parts.map((part) => `--b\r\n${part}`), '--b--')
const mixed = (part: string): string => multipart('mixed', 'Content-Type: text/plain\r\n\r\nplain', part)
const file = (name: string, body: string, ...more: string[]): string =>
  lines(`Content-Type: application/octet-stream; name="${name}"`, ...more, '', body)
const linked = (link: string): string => lines(html, '', `<link rel=stylesheet href="${link}"><p>x`)
const quoted = (text: string): string => text.replaceAll('=', '=3D')
const forwarded = lines('From: a@example.com', html, '', image)
const inCharset = (charset: string, before: string): string =>
  lines(`Content-Type: text/html; charset=${charset}`, '', before + image)

/** The message, and what any run of it may be decoded to. */
const readings = (message: Buffer): string => {
  const text = message.toString('latin1')
  const runs = text.match(/^(?:[A-Za-z\d+/]{8,}={0,2}(?:\r\n|(?![^])))+/gm) ?? []
  const decoded = [
    ...runs.map((run) => Buffer.from(run.replaceAll('=', ''), 'base64')),
    decodeQuotedPrintable(message),
    decodeUuencode(Buffer.from(text.slice(text.indexOf('begin ')), 'latin1')),
  ]
  const withoutParameters = text.replaceAll(/<param>.*?<\/param>/g, '')
  return [
    text,
    withoutParameters,
    ...decoded.map((bytes) => bytes.toString('latin1')),
    iconv.decode(message, 'utf-16le'),
  ].join('\n')
}
const rewrite = (message: string): string =>
  readings(rewriteMessage(Buffer.from(message, 'latin1'), (url) => (url === sent ? ours : null)))

const shownByOthers: Readonly<Record<string, string>> = {
  'bytes named .html': mixed(file('x.html', image)),
  'bytes named .shtml': mixed(file('x.shtml', image)),
  'bytes named .htm in quoted-printable': mixed(
    file('x.htm', quoted(image), 'Content-Transfer-Encoding: quoted-printable'),
  ),
  'bytes named .html in base64, attached': mixed(
    file('x.html', base64(image), 'Content-Disposition: attachment', 'Content-Transfer-Encoding: base64'),
  ),
  'bytes named .html by the second name': mixed(
    file('x.html', image, 'Content-Disposition: inline; filename=x.bin'),
  ),
  'bytes named .eml': mixed(file('x.eml', forwarded)),
  'bytes named .eml, attached': mixed(
    file('x.eml', forwarded, 'Content-Disposition: attachment; filename=x.eml'),
  ),
  'bytes named .eml in quoted-printable': mixed(
    file('x.eml', quoted(forwarded), 'Content-Transfer-Encoding: quoted-printable'),
  ),
  'a part named .eml without a type': mixed(
    lines('Content-Disposition: inline; filename=x.eml', '', forwarded),
  ),
  'base64 with words and more base64': lines(
    html,
    'Content-Transfer-Encoding: base64',
    '',
    base64('<p>hi'.padEnd(7, 'x')),
    'foo bar ok',
    base64(`  ${image}`),
  ),
  'uuencode below words': lines(
    html,
    'Content-Transfer-Encoding: x-uuencode',
    '',
    'hello there',
    'begin 644 a',
    ...[
      ...Buffer.from(image)
        .toString('latin1')
        .matchAll(/[^]{1,45}/g),
    ].map(
      ([text]) =>
        String.fromCharCode(32 + text.length) +
        [...text.padEnd(Math.ceil(text.length / 3) * 3, '\0').matchAll(/[^]{3}/g)]
          .map(([three]) => {
            const value = Buffer.from(three, 'latin1').readUIntBE(0, 3)
            return [18, 12, 6, 0].map((shift) => String.fromCharCode(32 + ((value >> shift) & 63))).join('')
          })
          .join(''),
    ),
    '`',
    'end',
  ),
  'a style sheet in text': multipart(
    'related',
    linked('cid:s'),
    lines('Content-Type: text/css', 'Content-ID: <s>', '', css),
  ),
  'a style sheet in bytes named .css': multipart(
    'related',
    linked('cid:s'),
    file('s.css', css, 'Content-ID: <s>'),
  ),
  'a style sheet of data': linked(`data:text/css,${css}`),
  'a style sheet of data that is imported': lines(html, '', `<style>@import "data:text/css,${css}";</style>`),
  'a style sheet of data that is imported by url()': lines(
    html,
    '',
    `<style>@import url('data:text/css,${css}');</style>`,
  ),
  'a picture that is a part, but not of the related ones': multipart(
    'mixed',
    lines(html, '', image),
    lines('Content-Type: image/png', `Content-Location: ${sent}`, '', 'x'),
  ).replace(/(Content-Location: ).*/, '$1HTTP://web.example/a.png'),
  'ISO-2022-JP that shifts until the end of a line': inCharset('iso-2022-jp', '<p>\x1b$B\r\n'),
  'ISO-2022-JP that shifts': inCharset('iso-2022-jp-3', '<p>\x1b$B'),
  JIS: inCharset('jis', '<p>\x1b$B'),
  'ISO-2022-KR that shifts': inCharset('iso-2022-kr', '<p>\x0e'),
  'ISO-2022-CN that shifts': inCharset('iso-2022-cn', '<p>\x0e'),
  'HZ that shifts': inCharset('hz-gb-2312', '<p>~{'),
  'ASCII that says it is UTF-16': inCharset('utf-16', ''),
  'ASCII that says it is UCS-2': inCharset('ucs-2', ''),
  'ASCII that says it is UTF-32': inCharset('utf-32le', ''),
  'UTF-7 that shifts': inCharset('x-utf-7', '<p title="+AAAA">'),
  'a type in an encoded word': lines('Content-Type: =?utf-8?q?text/html', '', image),
  'a type with a control character': lines('Content-Type: text/html\0; charset=utf-8', '', image),
  'a second type': lines('Content-Type: text/plain', 'Content-Type: text/html', '', image),
  'enriched text': lines('Content-Type: text/enriched', '', `<bold>hi</bold>${image}`),
  'enriched text with a tag in two': lines(
    'Content-Type: text/enriched',
    '',
    `<i<param>x</param>mg src="http://web.<param>x</param>example/a.png">`,
  ),
}

/** Links and text stay. */
const asksFor = /(?:<img\s[^>]*src=|url\()\s*["']?http:\/\/web\.|background:url\(http:\/\/web\./i

describe('for a client that really runs, whatever it shows', () => {
  it.each(Object.entries(shownByOthers))('asks for no address of the web: %s', (_name, message) => {
    expect(rewrite(message)).not.toMatch(asksFor)
  })

  it.each([
    ['text/plain', ''],
    ['text/x-css', ''],
    ['application/octet-stream', ''],
    ['text/css', '\r\nContent-Type: text/plain'],
  ])('refers to no style sheet in a part of %s%j', (type, more) => {
    const sheet = lines(`Content-Type: ${type}${more}`, 'Content-ID: <s>', '', css)
    for (const reference of [linked('cid:s'), lines(html, '', '<style>@import "cid:s";</style>')]) {
      const rewritten = rewrite(multipart('related', reference, sheet))
      if (more === '') expect(rewritten).not.toContain('cid:s')
      else expect(rewritten).not.toMatch(asksFor)
    }
  })

  it('refers to no style sheet of which another part has the name', () => {
    const sheets = ['text/css', 'text/plain'].map((type) =>
      lines(`Content-Type: ${type}`, 'Content-ID: (a) <S>', '', css),
    )
    expect(rewrite(multipart('related', linked('cid:s'), ...sheets))).not.toContain('cid:s')
  })

  it.each([
    ['a boundary too long', lines(`Content-Type: multipart/mixed; boundary="${'q'.repeat(1_100)}"`, '', `--${'q'.repeat(1_100)}`, html, '', image), /a boundary has more than 1000/],
    ['x-yencode', lines(html, 'Content-Transfer-Encoding: x-yencode', '', 'x'), /Content-Transfer-Encoding/],
    ['a quoted encoding', lines(html, 'Content-Transfer-Encoding: "base64"', '', image), /Content-Transfer-Encoding/],
    ['an encoding in brackets', lines(html, 'Content-Transfer-Encoding: [base64]', '', image), /Content-Transfer-Encoding/],
    ['an encoding behind a comment', lines(html, 'Content-Transfer-Encoding: (x) base64', '', image), /Content-Transfer-Encoding/],
    ['an encoding of two words', lines(html, 'Content-Transfer-Encoding: base 64', '', base64(image)), /Content-Transfer-Encoding/],
    ['two encodings', lines(html, 'Content-Transfer-Encoding: 7bit', 'Content-Transfer-Encoding: base64', '', base64(image)), /Content-Transfer-Encoding/],
    ['a message whose type is in an encoded word', lines('Content-Type: =?utf-8?q?message/rfc822', '', forwarded), /Content-Type/],
    ['two boundaries', lines('Content-Type: multipart/mixed; boundary=a', 'Content-Type: multipart/mixed; boundary=b', '', '--b', html, '', image), /Content-Type/],
  ])('is refused when clients read another structure: %s', (_name, message, why) => {
    expect(() => rewrite(message)).toThrow(UnreadableMessageError)
    expect(() => rewrite(message)).toThrow(why)
  }) // prettier-ignore

  it.each([
    ['an unknown encoding that decodes nothing', lines(html, 'Content-Transfer-Encoding: amazonses.com', '', '<p>x')],
    ['plain base64', lines(html, 'Content-Transfer-Encoding: base64', '', base64('<p>hello'), '')],
    ['harmless enriched text', lines('Content-Type: text/enriched', '', '<color><param>red</param>hi</color><nl>')],
    ['a style sheet that is a part', multipart('related', linked('cid:s'), lines('Content-Type: text/css', 'Content-ID: <s>', '', 'p{color:red}'))],
    ['bytes named .png', mixed(file('x.png', image))],
    ['plain text with a tag', lines('Content-Type: text/plain; name=x.html', '', image)],
  ])('stays byte by byte: %s', (_name, message) => {
    expect(rewriteMessage(Buffer.from(message, 'latin1'), () => null).toString('latin1')).toBe(message)
  }) // prettier-ignore

  const picture = lines('Content-Type: image/png', 'Content-Location: http://web.example/a.png')
  const located = (type: string, sentHtml: string, more = ''): string =>
    multipart(type, lines(html, '', sentHtml), lines(picture + more, '', 'x'))

  it('refers by its Content-ID to a part that has a Content-Location, too', () => {
    for (const type of ['mixed', 'related'])
      expect(rewrite(located(type, image.replace('web', 'WEB'), '\r\nContent-ID: <q@x>'))).toContain(
        '<img src="cid:q@x">',
      )
  })

  it('has no style in the parameters of enriched text', () => {
    const styled = `<color><param>red;background:url(${sent})</param>x</color>`
    expect(rewrite(lines('Content-Type: text/enriched', '', styled))).not.toContain('param')
  })

  it('keeps the address of a related part by its very spelling alone', () => {
    expect(rewrite(located('related', image))).toContain(`src="${sent}"`)
    expect(rewrite(located('related', image.replace('web', 'WEB')))).toContain(`src="${ours}"`)
    expect(rewrite(located('mixed', image))).toContain(`src="${ours}"`)
  })
})
