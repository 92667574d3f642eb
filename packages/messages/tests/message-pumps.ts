/** A message, as it was received, that repeats one thing, of about as many characters as asked for. */
type Pump = (length: number) => string

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)))

const html = 'Content-Type: text/html; charset=utf-8'
const field = (name: string) => (run: string) => `${name}: ${run}\r\n${html}\r\n\r\n<p>x</p>`
const body = (header: string) => (run: string) => `Subject: x\r\n${header}\r\n\r\n${run}`
const part = (header: string, text: string): string => `--b\r\n${header}\r\n\r\n${text}\r\n`
const mixed = (parts: string): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part(html, '<p>x</p>')}${parts}--b--`

/** Where a run of something can stand. */
const places: Readonly<Record<string, (run: string) => string>> = {
  From: field('From'),
  Subject: field('Subject'),
  'List-Unsubscribe': field('List-Unsubscribe'),
  'Content-ID': field('Content-ID'),
  'Content-Location': field('Content-Location'),
  'Content-Disposition': field('Content-Disposition: attachment; filename'),
  'Content-Type': (run) => `Content-Type: text/html; ${run}\r\n\r\n<p>x</p>`,
  charset: (run) => `Content-Type: text/html; charset=${run}\r\n\r\n<p>x</p>`,
  boundary: (run) => `Content-Type: multipart/mixed; boundary="${run}"\r\n\r\n--${run}\r\n${html}\r\n\r\nx`,
  'name of a field': (run) => `${run}: x\r\n${html}\r\n\r\n<p>x</p>`,
  'folded field': (run) => `Subject: x\r\n ${run.replaceAll('\n', '\n ')}\r\n${html}\r\n\r\n<p>x</p>`,
  header: (run) => `${run}\r\n${html}\r\n\r\n<p>x</p>`,
  HTML: body(html),
  'HTML in quoted-printable': body(`${html}\r\nContent-Transfer-Encoding: quoted-printable`),
  'HTML in base64': body(`${html}\r\nContent-Transfer-Encoding: base64`),
  'HTML in uuencode': body(`${html}\r\nContent-Transfer-Encoding: x-uuencode`),
  'HTML in UTF-16': body('Content-Type: text/html; charset=utf-16'),
  'HTML in ISO-2022-JP': body('Content-Type: text/html; charset=iso-2022-jp'),
  'HTML in ISO-2022-KR': body('Content-Type: text/html; charset=iso-2022-kr'),
  'HTML in HZ': body('Content-Type: text/html; charset=hz-gb-2312'),
  'HTML in UTF-7': body('Content-Type: text/html; charset=utf-7'),
  'HTML without a charset': body('Content-Type: text/html'),
  'flowed text': body('Content-Type: text/plain; format=flowed; delsp=yes'),
  'text of a part': (run) => mixed(part('Content-Type: text/plain', run)),
  'file name': (run) => mixed(part(`Content-Type: application/zip; name="${run}"`, 'PK')),
  'parameters of a file name': (run) => mixed(part(`Content-Disposition: attachment; ${run}`, 'PK')),
  calendar: body('Content-Type: text/calendar; charset=utf-8'),
  'description of an event': (run) =>
    `Content-Type: text/calendar\r\n\r\nBEGIN:VEVENT\r\nDESCRIPTION:${run.replaceAll('\n', '\n ')}\r\nEND:VEVENT`,
  'time of an event': (run) => `Content-Type: text/calendar\r\n\r\nBEGIN:VEVENT\r\nDTSTART;${run}`,
  CMS: body('Content-Type: application/pkcs7-mime'),
  'winmail.dat': body('Content-Type: application/ms-tnef'),
  RTF: (run) => `Content-Type: text/rtf\r\n\r\n{\\rtf1${run}`,
  'enriched text': body('Content-Type: text/enriched'),
  'message in base64': body('Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64'),
  'name in an encoded word': (run) =>
    mixed(part(`Content-Type: application/zip; name="=?utf-8?b?${run}?="`, 'PK')),
  'Subject in an encoded word': (run) => `Subject: =?utf-8?b?${run}?=\r\n${html}\r\n\r\n<p>x</p>`,
  'picture of a part': (run) => mixed(part('Content-Type: image/png\r\nContent-ID: <a>', run)),
}

const units: readonly string[] = [
  ' ', '\t', '\n', '\r\n', 'a', '-', '--', '--b\r\n', '--b--\r\n', '=', '=\r\n', '= ', '=3D', '=?utf-8?q?a?= ', '=?utf-8?q?', '=?', '?=',
  '=?utf-8?b?w6k=?= ', '"', '\\', '(', ')', '<', '>', '<a@b.c>, ', 'a@b.c,', 'a b <', '@', ',', ';', ':', 'a=b;', 'a*0=b;', "a*=utf-8''%41;",
  '%41', '> ', '>', 'a \r\n', '> a \r\n', '-- \r\n', '\x0e', '\x0f', '\x0eAB', '~{', '~}', '~\n', '+', '+A', '&', 'X: y\r\n', 'X:\r\n y\r\n',
  '<https://x.example/a>, ', '<https:', '<meta charset=', '<meta ', '\0', '\ufeff', 'é', '.\r\n', 'From x\r\n', '<img src="cid:a">', '<img src="a.png">',
  '(', '(a)', "a*1*='%41;", 'a="', 'a b=c ', 'BEGIN:VEVENT\r\n', 'SUMMARY:x\r\n', 'X;A="', 'A=B;', '\\n', '\\', '\\,', '{', '}', '{\\*', "\\'41",
  'QQ==', 'QQ= ', 'QQ==A', 'QQ==.', '=ybegin ', 'begin 644 a\r\n', '=?utf-8?b?QQ==?=', "'", '</p>', '=20', 'url(', '@import "', '<base href=x>', '<!--[if mso]>',
  '\x1b$B', '\x1b(B', '\r', '%', '*', '#', '\\u65?', '\\par', '\\htmltag1 ', '<bold>', '<<', '<nl', '0\x80', '$\x80', '\x24\x80\x04\x01a', '\x04\x00', '\xa0\x80', 'TUlN', '--b',
] // prettier-ignore

const parts = (header: (at: number) => string, text: string): Pump => {
  return (length) => {
    const size = part(header(0), text).length + 2
    return mixed(
      Array.from({ length: Math.min(990, Math.ceil(length / size)) }, (_, at) => part(header(at), text)).join(
        '',
      ),
    )
  }
}

export const number = (value: number): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes.toString('latin1')
}
const base64Part = (type: string, bytes: string): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes, 'latin1').toString('base64')}`
/** Of indefinite length up to the content. */
const signed = (content: string): string =>
  base64Part(
    'application/pkcs7-mime',
    `0\x80\x06\x09*\x86H\x86\xf7\x0d\x01\x07\x02\xa0\x800\x80\x02\x01\x011\x000\x80\x06\x09*\x86H\x86\xf7\x0d\x01\x07\x01\xa0\x80${content}`,
  )
export const winmail = (attributes: string): string =>
  base64Part('application/ms-tnef', `${number(0x223e9f78)}\0\0${attributes}`)
export const attribute = (id: string, value: string): string => `\x01${id}${number(value.length)}${value}\0\0`
const rtfOf = (compressed: string): string =>
  `\x02\x01\x09\x10${number(1)}${number(compressed.length + 16)}${number(0)}${number(0)}${number(0x75465a4c)}${number(0)}${compressed}`

/** Each text is 65,000 times the character behind `{\\rtf1 `: references to it, which 7 KB hold. */
export const compressedTexts = (count: number): string => {
  const toCharacter = '\x0d\x6f'
  const text = `\0{\\rtf1 a${`\xff${toCharacter.repeat(8)}`.repeat(480)}`
  const one = `--b\r\n${winmail(attribute('\x03\x90\x06\0', `\x01\0\0\0${rtfOf(text)}`))}\r\n`
  return `Content-Type: multipart/mixed; boundary=b\r\n\r\n${one.repeat(count)}--b--`
}

const structures: readonly [string, Pump][] = [
  ['many parts', parts(() => 'Content-Type: text/plain', 'x')],
  ['many parts of HTML', parts(() => html, '<p>x</p>')],
  ['many pictures', parts((at) => `Content-Type: image/png\r\nContent-ID: <${at}>\r\nContent-Location: https://x.example/${at}.png`, '\x89PNG\r\n\x1a\n')],
  ['many style sheets', parts((at) => `Content-Type: text/css\r\nContent-Location: https://x.example/${at}.css`, 'a{b:url(c.png)}'.repeat(100))],
  ['parts in one another', (length) => Array.from({ length: Math.min(990, Math.ceil(length / 60)) }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')],
  ['opaque signature of pieces', (length) => signed(`\x24\x80${repeated('\x04\x01a', length)}\0\0`)],
  ['opaque signature of pieces in one another', (length) => signed(repeated('\x24\x80', length))],
  ['attributes of a winmail.dat', (length) => winmail(repeated('\x02\x02\x90\x06\0\0\0\0\0\0\0', length))],
  ['properties of a winmail.dat', (length) => winmail(attribute('\x03\x90\x06\0', `\xff\xff\0\0${repeated('\x1e\0\x34\x12\x01\0\0\0\x04\0\0\0abcd', length)}`))],
  ['compressed text of a winmail.dat', (length) => winmail(attribute('\x03\x90\x06\0', `\x01\0\0\0${rtfOf(repeated('\xff\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f\0\x0f', length))}`))],
  ['HTML of many places, and what is at many others', (length) => mixed(Array.from({ length: Math.min(450, Math.ceil(length / 600)) }, (_, at) => `${part(`${html}\r\nContent-Location: https://x.example/${at}/`, '<p>')}${part(`Content-Type: text/css\r\nContent-Location: ${'a/'.repeat(200)}${at}`, 'p{}')}`).join(''))],
  ['many invitations', parts(() => 'Content-Type: text/calendar', 'BEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT')],
  ['messages in one another', (length) => repeated('Content-Type: message/rfc822\r\n\r\n', Math.min(length, 30_000))],
  ['attached messages with an encoding in one another', (length) => repeated('Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n', 1_000) + repeated('x ', length)],
  ['attached messages in one another', (length) => repeated('Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n', length)],
  ['pictures by their places', (length) => `Content-Type: multipart/related; boundary=b\r\n\r\n${part(`${html}\r\nContent-Location: https://x.example/`, repeated('<img src="a.png">', length))}${part('Content-Type: image/png\r\nContent-Location: https://x.example/a.png', '\x89PNG\r\n\x1a\n')}--b--`],
] // prettier-ignore

/** Messages by what they repeat. */
export const messagePumps: ReadonlyMap<string, Pump> = new Map([
  ...structures,
  ...Object.entries(places).flatMap(([place, around]) =>
    units.map((unit): [string, Pump] => [
      `${JSON.stringify(unit)} in ${place}`,
      (length) => around(repeated(unit, length)),
    ]),
  ),
])
