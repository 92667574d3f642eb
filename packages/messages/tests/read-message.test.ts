import { readMessage } from '../src/read-message'

const lines = (...all: string[]): string => all.join('\r\n')
const read = (raw: string | Buffer): ReturnType<typeof readMessage> =>
  readMessage(new Uint8Array(typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw), 100)
const bytes = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1')
const word = (charset: string, text: string): string =>
  `=?${charset}?B?${Buffer.from(text, 'latin1').toString('base64')}?=`

describe('text whose charset is not told', () => {
  it.each([
    ['GBK', bytes('d6d0cec4b2e2cad4'), '中文测试'],
    ['GBK among ASCII', `Hi ${bytes('d6d0cec4b2e2cad4')}, ok`, 'Hi 中文测试, ok'],
    ['Windows-1252', 'Fianc\xe9 caf\xe9', 'Fiancé café'],
    ['Windows-1252 with a pair of UTF-8', 'Fianc\xe9 \xc3\xa9 caf\xe9', 'Fiancé Ã© café'],
    ['UTF-8', 'caf\xc3\xa9', 'café'],
    ['UTF-8 that was cut', `${'caf\xc3\xa9 '.repeat(5)}\xc3`, `${'café '.repeat(5)}\ufffd`],
  ])('is read as %s', (_name, sent, text) => {
    expect(read(`Subject: ${sent}\r\nContent-Type: text/plain\r\n\r\n${sent}`)).toMatchObject({
      subject: text,
      plainText: text,
    })
  })

  it.each(['UTF_8', 'utf-8-sig', 'utf-8'])('is Latin-1 where it says %s and has none', (charset) => {
    expect(read(`Content-Type: text/plain; charset=${charset}\r\n\r\ncaf\xe9`).plainText).toBe('café')
  })
})

describe('encoded words of charsets that shift', () => {
  it.each([
    ['ISO-2022-JP', '\x1b$B$3$s', '$K$A$O\x1b(B', 'こんにちは'],
    ['ISO-2022-JP', '\x1b$B$3$s', '\x1b$B$K$A$O\x1b(B', 'こんにちは'],
    ['ISO-2022-JP', '\x1b$B$3$s\x1b(B', '$K', 'こん$K'],
    ['ISO-2022-KR', '\x1b$)C\x0eGQ\x0f', '\x0e1[\x0f', '한글'],
  ])('%s %j %j', (charset, first, second, subject) => {
    expect(read(`Subject: ${word(charset, first)} ${word(charset, second)}\r\n\r\nx`).subject).toBe(subject)
  })
})

const calendar = (type: string, ...event: string[]): string =>
  lines(
    `Content-Type: ${type}`,
    '',
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    ...event,
    'END:VEVENT',
    'END:VCALENDAR',
  )

describe('an invitation', () => {
  it.each([
    ['CR CR LF', '\r\r\n'],
    ['CR', '\r'],
    ['LF', '\n'],
  ])('goes on after a fold of %s', (_name, fold) => {
    expect(read(calendar('text/calendar', `SUMMARY:ab${fold} cd`)).plainText).toBe('abcd')
  })

  it('has values in quoted-printable (vCalendar 1.0)', () => {
    const summary = 'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 and=\r\n tea'
    const place = 'LOCATION;ENCODING=QUOTED-PRINTABLE:Room=\r\nOne=0D=0ATwo'
    expect(read(calendar('text/x-vcalendar', summary, place)).plainText).toBe(
      'Café and=tea\nWhere: RoomOne\nTwo',
    )
  })

  it('has parameters with carets (RFC 6868)', () => {
    const organizer = `ORGANIZER;CN="J^'D^' ^^x":mailto:o@x`
    expect(read(calendar('text/calendar', 'SUMMARY:T', organizer)).plainText).toBe(
      'T\nOrganizer: J"D" ^x <o@x>',
    )
  })
})

it('finds the root of related parts by a Content-ID with a comment', () => {
  const part = (id: string, html: string): string =>
    lines('--b', 'Content-Type: text/html', `Content-ID: ${id}`, '', html)
  const start = 'Content-Type: multipart/related; boundary=b; start="< root@x >"'
  expect(read(lines(start, '', part('<o@x>', 'o'), part('(c) <root@x> (d)', 'root'), '--b--')).htmlText).toBe(
    'root',
  )
})

it('holds the body once, however many alternatives are around it', () => {
  const html = `<p>${'x'.repeat(1_000_000)}</p>`
  let body = lines('Content-Type: text/html', '', html)
  for (let level = 0; level < 240; level++) {
    const inner = lines(
      `Content-Type: multipart/mixed; boundary=m${level}.`,
      '',
      `--m${level}.`,
      '',
      'y',
      `--m${level}.`,
      body,
      `--m${level}.--`,
    )
    body = lines(
      `Content-Type: multipart/alternative; boundary=a${level}.`,
      '',
      `--a${level}.`,
      inner,
      `--a${level}.--`,
    )
  }
  const before = process.memoryUsage().heapTotal
  const { htmlText } = read(body)
  expect(process.memoryUsage().heapTotal - before).toBeLessThan(100_000_000)
  expect(htmlText).toContain(html)
})

describe('an opaque signature', () => {
  const element = (tag: number, ...contents: Buffer[]): Buffer => {
    const content = Buffer.concat(contents)
    return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content])
  }
  const identifier = (last: number): Buffer => element(6, Buffer.from(`2a864886f70d01070${last}`, 'hex'))
  const entity = Buffer.from('Content-Type: text/html\r\n\r\n<p>signed')
  const content = element(0x30, identifier(1), element(0xa0, element(4, entity)))
  const signed = element(0x30, element(2, Buffer.from([1])), element(0x31), content)
  const cms = element(0x30, identifier(2), element(0xa0, signed))
  const base64 = cms.toString('base64').replace(/.{64}/g, '$&\r\n')

  it.each([
    ['application/cms', 'Content-Transfer-Encoding: base64\r\n', base64],
    ['application/pkcs7-mime', '', base64],
    ['application/pkcs7-mime', '', `-----BEGIN PKCS7-----\r\n${base64}\r\n-----END PKCS7-----\r\n`],
    ['application/pkcs7-mime', '', cms.toString('latin1')],
  ])('is opened: %s, %j (%#)', (type, more, body) => {
    const message = read(`Content-Type: ${type}; smime-type=signed-data\r\n${more}\r\n${body}`)
    expect(message).toMatchObject({ htmlText: '<p>signed', signature: 'cms' })
  })
})

it.each(['utf16le', 'utf-16be'])('is read when an editor saved it in %s', (charset) => {
  const saved = Buffer.from('\ufeffSubject: Hé 日\r\nContent-Type: text/html\r\n\r\n<p>hé', 'utf16le')
  expect(read(charset === 'utf16le' ? saved : Buffer.from(saved).swap16())).toMatchObject({
    subject: 'Hé 日',
    htmlText: '<p>hé',
  })
})
