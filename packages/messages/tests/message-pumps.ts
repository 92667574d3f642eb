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
  'HTML in ISO-2022-KR': body('Content-Type: text/html; charset=iso-2022-kr'),
  'HTML in HZ': body('Content-Type: text/html; charset=hz-gb-2312'),
  'HTML in UTF-7': body('Content-Type: text/html; charset=utf-7'),
  'HTML without a charset': body('Content-Type: text/html'),
  'flowed text': body('Content-Type: text/plain; format=flowed; delsp=yes'),
  'text of a part': (run) => mixed(part('Content-Type: text/plain', run)),
  'picture of a part': (run) => mixed(part('Content-Type: image/png\r\nContent-ID: <a>', run)),
}

const units: readonly string[] = [
  ' ', '\t', '\n', '\r\n', 'a', '-', '--', '--b\r\n', '--b--\r\n', '=', '=\r\n', '= ', '=3D', '=?utf-8?q?a?= ', '=?utf-8?q?', '=?', '?=',
  '=?utf-8?b?w6k=?= ', '"', '\\', '(', ')', '<', '>', '<a@b.c>, ', 'a@b.c,', 'a b <', '@', ',', ';', ':', 'a=b;', 'a*0=b;', "a*=utf-8''%41;",
  '%41', '> ', '>', 'a \r\n', '> a \r\n', '-- \r\n', '\x0e', '\x0f', '\x0eAB', '~{', '~}', '~\n', '+', '+A', '&', 'X: y\r\n', 'X:\r\n y\r\n',
  '<https://x.example/a>, ', '<https:', '<meta charset=', '<meta ', '\0', '\ufeff', 'é', '.\r\n', 'From x\r\n', '<img src="cid:a">', '<img src="a.png">',
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

const structures: readonly [string, Pump][] = [
  ['many parts', parts(() => 'Content-Type: text/plain', 'x')],
  ['many parts of HTML', parts(() => html, '<p>x</p>')],
  ['many pictures', parts((at) => `Content-Type: image/png\r\nContent-ID: <${at}>\r\nContent-Location: https://x.example/${at}.png`, '\x89PNG\r\n\x1a\n')],
  ['many style sheets', parts((at) => `Content-Type: text/css\r\nContent-Location: https://x.example/${at}.css`, 'a{b:url(c.png)}'.repeat(100))],
  ['parts in one another', (length) => Array.from({ length: Math.min(990, Math.ceil(length / 60)) }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')],
  ['messages in one another', (length) => repeated('Content-Type: message/rfc822\r\n\r\n', Math.min(length, 30_000))],
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
