import iconv from 'iconv-lite'
import { message, part, textPart } from './messages'
import { sourceOf } from './source-of'
import { startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const subjectOf = async (
  subject: string | Buffer,
  type = 'text/plain; charset=utf-8',
): Promise<string | null> => {
  const raw = [
    Buffer.from('Subject: '),
    Buffer.from(subject),
    Buffer.from(`\r\nContent-Type: ${type}\r\n\r\nx`),
  ]
  return (await sourceOf(api, Buffer.concat(raw))).subject
}

const word = (charset: string, bytes: Buffer): string => `=?${charset}?B?${bytes.toString('base64')}?=`

describe('encoded words (RFC 2047)', () => {
  const japanese = Buffer.from('日本語')

  it.each([
    ['a character split between words', `${word('utf-8', japanese.subarray(0, 4))}\r\n ${word('utf-8', japanese.subarray(4))}`, '日本語'],
    ['padding inside', `${word('UTF-8', Buffer.from('日本'))} ${word('utf-8', Buffer.from('語x'))}`, '日本語x'],
    ['words of two encodings', '=?utf-8?Q?=E6=97?= =?utf-8?B?pQ==?=', '日'],
    ['words of two charsets', '=?iso-8859-1?Q?=FC?= =?utf-8?Q?=C3=BC?=', 'üü'],
    ['text between', 'Re: =?utf-8?Q?=C3=BC?= and =?utf-8?Q?=C3=A4?=', 'Re: ü and ä'],
    ['a question mark and blanks inside', '=?utf-8?Q?Wie geht=27s?_=C3=BC?=', "Wie geht's? ü"],
    ['no blank between words', '=?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
    ['a language', '=?utf-8*de?Q?=C3=BC?=', 'ü'],
    ['what only looks like one', 'a =?b c?= =?utf-8?X?y?= =?', 'a =?b c?= =?utf-8?X?y?= =?'],
    ['line breaks inside, which become a blank', '=?utf-8?Q?a=0D=0ABcc:_b=00?=', 'a Bcc: b'],
  ])('are read with %s', async (_name, sent, shown) => {
    expect((await subjectOf(sent))?.trim()).toBe(shown)
  }) // prettier-ignore

  it.each([
    ['utf-7', Buffer.from('+AOk-t+AOk-'), 'été'],
    ['iso-2022-kr', Buffer.from('\x1b$)C\x0e0!\x0f', 'latin1'), '가'],
    ['hz-gb-2312', Buffer.from('~{VPND~}', 'latin1'), '中文'],
    ['cp850', Buffer.from([0x81, 0x84]), 'üä'],
    ['iso-2022-jp', iconv.encode('x', 'ascii'), 'x'],
    ['koi8-r', iconv.encode('Привет', 'koi8-r'), 'Привет'],
    ['gb18030', iconv.encode('测试', 'gb18030'), '测试'],
  ])('are read in %s', async (charset, bytes, shown) => {
    expect(await subjectOf(word(charset, bytes))).toBe(shown)
  })
})

describe('bytes beyond ASCII in a header', () => {
  it.each([
    ['the charset of the message', iconv.encode('测试', 'gbk'), 'text/plain; charset=gb2312', '测试'],
    ['UTF-8, whatever the message names', Buffer.from('测试'), 'text/plain; charset=gb2312', '测试'],
    ['UTF-8, although a character was lost in it', Buffer.from('a\ufffd'), 'text/plain; charset=iso-8859-1', 'a\ufffd'],
    ['Windows-1252 without a charset', Buffer.from([0x80, 0xfc]), 'text/plain', '€ü'],
    ['an escape sequence of its charset', Buffer.from('\x1b$BF|K\\\x1b(B', 'latin1'), 'text/plain; charset=iso-2022-jp', '日本'],
  ])('are in %s', async (_name, sent, type, shown) => {
    expect(await subjectOf(sent, type)).toBe(shown)
  }) // prettier-ignore

  it('are in the charset of the first text of a multipart', async () => {
    const raw = Buffer.concat([
      Buffer.from('Subject: '),
      iconv.encode('Привет', 'windows-1251'),
      Buffer.from('\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=windows-1251\r\n\r\nx\r\n--b--'),
    ]) // prettier-ignore
    expect((await sourceOf(api, raw)).subject).toBe('Привет')
  })
})

describe('a byte order mark before the header', () => {
  it.each([
    ['From: Sender <sender@example.com>\r\nContent-Type: text/html'],
    ['Content-Type: text/html\r\nFrom: Sender <sender@example.com>'],
  ])('is no part of it: %j', async (header) => {
    expect(await sourceOf(api, `\ufeff${header}\r\n\r\n<p>Words.</p>`)).toMatchObject({
      html_text: '<p>Words.</p>',
      from_address: 'sender@example.com',
      from_display_name: 'Sender',
    })
  })
})

describe('the sender', () => {
  const from = async (field: string): Promise<[string | null, string | null]> => {
    const { from_display_name, from_address } = await sourceOf(api, message(textPart('x'), `From: ${field}`))
    return [from_display_name, from_address]
  }

  it.each([
    ['=?utf-8?Q?Gro=C3=9F=2C_J=C3=BCrgen?= <j@x.example>', ['Groß, Jürgen', 'j@x.example']],
    ['"=?utf-8?Q?J=C3=BCrgen?= (Shop)" <j@x.example>', ['Jürgen (Shop)', 'j@x.example']],
    ['=?utf-8?Q?a=40b=2Eexample?= <j@x.example>', ['a@b.example', 'j@x.example']],
    ['=?utf-8?Q?J=C3=BCrgen_=3Cj=40x=2Eexample=3E?=', ['Jürgen', 'j@x.example']],
    ['=?gb2312?B?suLK1A==?= <j@x.example>', ['测试', 'j@x.example']],
    ['j@x.example (=?utf-8?Q?J=C3=BCrgen?=)', ['Jürgen', 'j@x.example']],
    ['Jürgen <j@x.example>', ['Jürgen', 'j@x.example']],
  ])('%s', async (field, read) => {
    expect(await from(field)).toEqual(read)
  })
})

describe('a file name', () => {
  const nameOf = async (...headers: string[]): Promise<string | undefined> => {
    const source = await sourceOf(api, message(part(headers, 'PK')))
    return (source as unknown as { attachments: { name: string }[] }).attachments[0]?.name
  }
  const zip = 'Content-Type: application/zip'

  it.each([
    ["filename*=UTF-8''%e2%82%ac.zip", '€.zip'],
    ["filename*=iso-8859-1'de'%FC.zip", 'ü.zip'],
    ["filename*0*=utf-8''%e2; filename*1*=%82%ac; filename*2=.zip", '€.zip'],
    ['filename*1=b.zip; filename*0=a', 'ab.zip'],
    ["filename=plain.zip; filename*=utf-8''better.zip", 'better.zip'],
    ['filename="=?utf-8?Q?=C3=BC?=.zip"', 'ü.zip'],
    ['filename=two words.zip', 'two words.zip'],
    ['filename="a\\"b;c.zip"', 'a"b;c.zip'],
    ['filename="C:\\temp\\a.zip"', 'C:\\temp\\a.zip'],
    ['filename="ü.zip"', 'ü.zip'],
    ['filename="a\u202egpj.exe"', 'a gpj.exe'],
  ])('%s', async (parameter, name) => {
    expect(await nameOf(zip, `Content-Disposition: attachment; ${parameter}`)).toBe(name)
  })

  it('may stand in the type alone', async () => {
    expect(await nameOf("Content-Type: application/zip; name*=utf-8''%C3%BC.zip")).toBe('ü.zip')
  })
})
