import iconv from 'iconv-lite'
import { encoded, htmlPart, lines, message, multipart, part, textPart } from './messages'
import { sourceOf } from './source-of'
import { startApi, type TestApi } from './start-api'
import { tnef } from './tnef'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const event = lines('BEGIN:VEVENT', 'SUMMARY:Lunch', 'END:VEVENT')
const calendar = (...more: string[]): string => lines('BEGIN:VCALENDAR', ...more, 'END:VCALENDAR', '')

describe('a message of a kind that senders have is read', () => {
  const html = '<p>ü'
  it.each([
    'text/html, charset=utf-8',
    'text / html; charset=utf-8',
    'text/ html; charset=utf-8',
    '"text/html"; charset=utf-8',
    'text/html:charset=utf-8',
    '\r\n text/html',
    '(a comment) text/html',
  ])('as HTML of the type %j', async (type) => {
    expect((await sourceOf(api, message(part([`Content-Type: ${type}`], html)))).html_text).toBe(html)
  })

  it.each(['text/', '/html', 'text/html/x', 'html', ';', 'text\\html', '=?utf-8?Q?text/html?='])(
    'as text of the type %j',
    async (type) => {
      const source = await sourceOf(api, message(part([`Content-Type: ${type}`], html)))
      expect([source.html_text, source.plain_text]).toEqual([null, html])
    },
  )

  it.each([
    ['x-unicode-2-0-utf-7', '+ZeVnLIqe-', '日本語'],
    ['cn-gb', iconv.encode('中文', 'gbk'), '中文'],
    ['uhc', iconv.encode('한글', 'euc-kr'), '한글'],
    ['cp1200', iconv.encode('日', 'utf-16le'), '日'],
    ['cp10000', Buffer.from([0x9f]), 'ü'],
  ])('in the charset %s', async (charset, bytes, text) => {
    const raw = message(
      encoded(`text/plain; charset=${charset}`, bytes),
      `Subject: =?${charset}?B?${Buffer.from(bytes).toString('base64')}?=`,
    )
    expect(await sourceOf(api, raw)).toMatchObject({ plain_text: text, subject: text })
  })

  it('with a subject in the charset that only its HTML names', async () => {
    const raw = 'Subject: 测试\r\nContent-Type: text/html\r\n\r\n<meta charset="gbk"><p>测试'
    const source = await sourceOf(api, iconv.encode(raw, 'gbk'))
    expect([source.subject, source.html_text]).toEqual(['测试', '<meta charset="gbk"><p>测试'])
  })

  it.each([
    ['two byte order marks', `\ufeff\ufeff${message(htmlPart(html))}`],
    ['a byte order mark and the line of an mbox', `\ufeffFrom a@x.example Mon\r\n${message(htmlPart(html))}`],
    [
      'CR alone at the end of each line',
      message(multipart('mixed', htmlPart(html))).replaceAll('\r\n', '\r'),
    ],
  ])('with %s', async (_name, raw) => {
    expect((await sourceOf(api, raw)).html_text).toBe(html)
  })

  it.each([
    ['a type alone', 'text/calendar; method=CANCEL', calendar(event)],
    ['a type in lower case', 'text/calendar; METHOD="cancel"', calendar(event)],
    ['its object, behind the event', 'text/calendar', calendar(event, 'METHOD:CANCEL')],
    ['its object, rather than the type', 'text/calendar; method=REQUEST', calendar('METHOD:CANCEL', event)],
  ])('as a cancelled invitation by %s', async (_name, type, body) => {
    expect((await sourceOf(api, message(encoded(type, body)))).plain_text).toBe('Cancelled: Lunch')
  })

  it('as empty when it is a calendar of no bytes', async () => {
    expect((await sourceOf(api, message(part(['Content-Type: text/calendar'], '')))).plain_text).toBe('')
  })

  it('with the invitation that is in its winmail.dat', async () => {
    const attachments = [{ name: 'invite.ics', body: calendar(event) }]
    const winmail = encoded('application/ms-tnef; name=winmail.dat', tnef({ text: 'Hi', attachments }))
    expect((await sourceOf(api, message(winmail))).plain_text).toBe('Hi\nLunch')
    expect((await sourceOf(api, message(multipart('mixed', textPart('Hello'), winmail)))).plain_text).toBe(
      'Hello\nLunch',
    )
  })

  it('with the winmail.dat of a message within', async () => {
    const inner = message(encoded('application/ms-tnef', tnef({ html: '<p>inside' })), 'Subject: in')
    const raw = message(multipart('mixed', textPart('o'), part(['Content-Type: message/rfc822'], inner)))
    expect((await sourceOf(api, raw)).html_text).toContain('<p>inside')
  })

  it.each(['message/global', 'message/news'])('with a %s within', async (type) => {
    const raw = message(multipart('mixed', textPart('o'), part([`Content-Type: ${type}`], 'Subject: in\r\n\r\nx')))
    expect((await sourceOf(api, raw)).plain_text).toBe('o\n\nSubject: in\n\nx')
  }) // prettier-ignore

  it.each(['markdown', 'x-web-intelligent', 'x-unknown'])(
    'with plain text rather than text/%s, which no client knows',
    async (subtype) => {
      const other = part([`Content-Type: text/${subtype}`], '# a')
      expect((await sourceOf(api, message(multipart('alternative', textPart('a'), other)))).plain_text).toBe(
        'a',
      )
      expect((await sourceOf(api, message(other))).plain_text).toBe('# a')
    },
  )

  it.each(['x-uuencode', 'uuencode', 'X-UUE'])('with the transfer encoding %s', async (encoding) => {
    // Written by Python's binascii.
    const body = lines('', 'begin 644 a.html', '+/\'`^1W+#O,.?93P`', '`', 'end')
    const headers = ['Content-Type: text/html; charset=utf-8', `Content-Transfer-Encoding: ${encoding}`]
    expect((await sourceOf(api, message(part(headers, body)))).html_text).toBe('<p>Grüße<')
  }) // prettier-ignore

  it('with boundaries that begin with one another, or are the same', async () => {
    for (const [outer, inner] of [['b', 'b-1'], ['b-1', 'b'], ['b', 'b--'], ['b', 'b']] as const) {
      const alternative = multipart('alternative', textPart('a'), htmlPart('<p>a')).replaceAll(/=_alternative_\d+/g, inner)
      const raw = message(multipart('mixed', alternative, textPart('z')).replaceAll(/=_mixed_\d+/g, outer))
      expect((await sourceOf(api, raw)).plain_text).toBe('a\nz')
    }
  }) // prettier-ignore
})
