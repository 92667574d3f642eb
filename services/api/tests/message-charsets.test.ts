import { frozenEmail } from '@pas/emails/frozen-email'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import iconv from 'iconv-lite'
import { base64, message, part } from './messages'
import { postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function textOf(rawSource: string): Promise<string | null> {
  const guid = await postEmail(api, { raw_source: rawSource })
  const content = await api.storage.get(frozenEmailKey(guid))
  const { plainText, htmlText } = frozenEmail.parse(JSON.parse(String(content?.body)))
  return plainText ?? htmlText
}

const text = (charset: string | null, encoding: string, body: string): string =>
  message(
    part(
      [
        `Content-Type: text/plain${charset === null ? '' : `; charset="${charset}"`}`,
        `Content-Transfer-Encoding: ${encoding}`,
      ],
      body,
    ),
  )

const latin = 'Grüße, señor: naïve'
const central = 'Příliš žluťoučký kůň'
const cyrillic = 'Съешь же ещё этих'
const greek = 'Ξεσκεπάζω την'
const hebrew = 'שלום עולם'
const arabic = 'مرحبا'
const turkish = 'Şişli ığdır'
const baltic = 'Žemaitėj ąžuolas'
const vietnamese = 'Tiê´ng'
const thai = 'สวัสดี'
const japanese = '日本語テキスト'
const simplified = '简体中文'
const traditional = '繁體中文'
const korean = '안녕하세요'

describe('the text of a part is readable in', () => {
  it.each([
    ['utf-8', `${latin} ${japanese} 😀`],
    ['UTF8', japanese],
    ['utf-7', `${latin} ${japanese}`],
    ['unicode-1-1-utf-7', latin],
    ['utf-16', `${latin} ${japanese}`],
    ['utf-16le', japanese],
    ['utf-16be', japanese],
    ['utf-32', japanese],
    ['utf-32le', japanese],
    ['utf-32be', japanese],
    ['us-ascii', 'plain'],
    ['iso-8859-1', latin],
    ['iso-8859-2', central],
    ['iso-8859-3', 'ĉirkaŭ'],
    ['iso-8859-4', 'ķēniņš'],
    ['iso-8859-5', cyrillic],
    ['iso-8859-6', arabic],
    ['iso-8859-7', greek],
    ['iso-8859-8', hebrew],
    ['iso-8859-8-i', hebrew],
    ['iso-8859-9', turkish],
    ['iso-8859-10', 'þórðr'],
    ['iso-8859-11', thai],
    ['iso-8859-13', baltic],
    ['iso-8859-14', 'ŵyneb'],
    ['iso-8859-15', `${latin} €`],
    ['iso-8859-16', 'Știință'],
    ['windows-1250', central],
    ['windows-1251', cyrillic],
    ['cp1251', cyrillic],
    ['windows-1252', `${latin} “€”`],
    ['windows-1253', greek],
    ['windows-1254', turkish],
    ['windows-1255', hebrew],
    ['windows-1256', arabic],
    ['windows-1257', baltic],
    ['windows-1258', vietnamese],
    ['windows-874', thai],
    ['tis-620', thai],
    ['koi8-r', cyrillic],
    ['koi8-u', 'Їжак єсть'],
    ['ibm866', cyrillic],
    ['cp437', latin],
    ['ibm850', latin],
    ['cp852', central],
    ['cp855', cyrillic],
    ['macintosh', latin],
    ['x-mac-roman', latin],
    ['x-mac-cyrillic', 'Привет'],
    ['x-mac-ce', central],
    ['x-mac-greek', 'αβγ'],
    ['x-mac-turkish', turkish],
    ['shift_jis', japanese],
    ['x-sjis', japanese],
    ['cp932', japanese],
    ['euc-jp', japanese],
    ['gb2312', simplified],
    ['gbk', simplified],
    ['gb18030', `${simplified} 😀`],
    ['cp936', simplified],
    ['big5', traditional],
    ['big5-hkscs', traditional],
    ['euc-kr', korean],
    ['ks_c_5601-1987', korean],
    ['cp949', korean],
    ['viscii', 'Tiếng Việt'],
    ['armscii-8', 'Բարեւ'],
    ['georgian-ps', 'გამარჯობა'],
    ['hp-roman8', 'Zürich'],
  ])('%s', async (charset, expected) => {
    const known = charset
      .replace(/^x-mac-ce$/, 'maccenteuro')
      .replace(/^x-mac-/, 'mac')
      .replace(/-i$/, '')
    const bytes = iconv.encode(expected, known.replace(/^unicode-1-1-/, ''), {
      addBOM: /^utf-(?:16|32)$/.test(charset),
    })
    expect(await textOf(text(charset, 'base64', base64(bytes)))).toBe(expected)
  })

  // Bytes from other sources: Python's codecs, and the examples of RFC 1843 and 1557.
  it.each([
    ['iso-2022-jp', '\x1b$BF|K\\8l%F%-%9%H\x1b(B', japanese],
    ['iso-2022-jp-2', '\x1b$BF|K\\8l\x1b(B', '日本語'],
    [
      'hz-gb-2312',
      'This sentence is in ASCII.\nThe next is ~{<:Ky2;S{#,NpJ)l6HK!#~}Bye ~~.',
      'This sentence is in ASCII.\nThe next is 己所不欲，勿施於人。Bye ~.',
    ],
    ['iso-2022-kr', '\x1b$)C\x0e>H3gGO<<?d\x0f ok', `${korean} ok`],
    ['iso-2022-cn', '\x1b$)A\x0e<rLeVPND\x0f', simplified],
    ['utf-7', 'Gr+APwA3w-e +ZeVnLIqe-', 'Grüße 日本語'],
  ])('%s, in seven bits', async (charset, body, expected) => {
    expect(await textOf(text(charset, '7bit', body))).toBe(expected)
  })

  it.each([
    ['none, and it is UTF-8', null, Buffer.from(latin), latin],
    ['none, and it is not UTF-8', null, Buffer.from(latin, 'latin1'), latin],
    ['an unknown one', 'x-nobody-knows', Buffer.from(latin), latin],
    ['ASCII, and it is not', 'us-ascii', Buffer.from(latin), latin],
    ['UTF-8, and it is Latin 1', 'utf-8', Buffer.from(latin, 'latin1'), latin],
    ['UTF-8, and some of it is not', 'utf-8', Buffer.from([...Buffer.from('ä'), 0xff, 0x62]), 'ä\ufffdb'],
    ['UTF-8, with a byte order mark', 'utf-8', Buffer.from(`\ufeff${latin}`), latin],
    ['Latin 1, with UTF-8’s mark', 'iso-8859-1', Buffer.from(`\ufeff${latin}`), latin],
    ['UTF-16, without a mark', 'utf-16', iconv.encode(latin, 'utf-16le'), latin],
    ['UTF-16, big end first, without a mark', 'utf-16', iconv.encode(latin, 'utf-16be'), latin],
  ])('a charset that is named wrongly: %s', async (_name, charset, bytes, expected) => {
    expect(await textOf(text(charset, 'base64', base64(bytes)))).toBe(expected)
  })

  it('the charset that the HTML names when its part does not', async () => {
    const html = iconv.encode(`<meta charset="koi8-r"><p>${cyrillic}`, 'koi8-r')
    const raw = message(part(['Content-Type: text/html', 'Content-Transfer-Encoding: base64'], base64(html)))
    expect(await textOf(raw)).toContain(cyrillic)
  })

  it.each([
    ['NUL', 'a\0b'],
    ['right to left', 'a \u202e‏שלום\u202c b'],
    ['emoji', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['Zalgo', `Z${'\u0322\u0361\u0489'.repeat(300)}algo`],
    ['private and unassigned', '\ue000\uffff\u{10ffff}'],
  ])('%s', async (_name, expected) => {
    expect(await textOf(text('utf-8', 'base64', base64(expected)))).toBe(expected)
  })
})

describe('a message’s characters in JSON', () => {
  it.each([
    [
      'its bytes, UTF-8',
      'utf-8',
      Buffer.from(`${latin} ${japanese}`).toString('latin1'),
      `${latin} ${japanese}`,
    ],
    [
      'its bytes, in a charset of its own',
      'koi8-r',
      iconv.encode(cyrillic, 'koi8-r').toString('latin1'),
      cyrillic,
    ],
    ['its bytes, double-byte', 'shift_jis', iconv.encode(japanese, 'shift_jis').toString('latin1'), japanese],
    ['text, of UTF-8 and Latin 1 alone', 'utf-8', latin, latin],
    ['text, of Latin 1', 'iso-8859-1', latin, latin],
  ])('are %s', async (_name, charset, body, expected) => {
    expect(await textOf(text(charset, '8bit', body))).toBe(expected)
  })
})
