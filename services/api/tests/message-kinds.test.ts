import { cms } from './cms'
import { encoded, htmlPart, lines, message, multipart, part, textPart } from './messages'
import { sourceOf, type Source } from './source-of'
import { startApi, type TestApi } from './start-api'
import { tnef } from './tnef'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const namesOf = ({ attachments }: Source): string[] => attachments.map(({ name }) => name)

const calendar = (...event: string[]): string =>
  lines('BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', '')
const lunch = calendar(
  'DTSTART:20261130T110000Z',
  'DTEND:20261130T120000Z',
  'SUMMARY:Team lunch',
  'LOCATION:Room 4',
  'DESCRIPTION:Please bring\\n your own plate\\, tha',
  ' nks.',
  'BEGIN:VALARM',
  'DESCRIPTION:Reminder',
  'END:VALARM',
)
const lunchText =
  'Team lunch\nWhen: 2026-11-30 11:00 – 12:00 UTC\nWhere: Room 4\n\nPlease bring\n your own plate, thanks.'
const calendarPart = (text: string, ...headers: string[]): string =>
  part(['Content-Type: text/calendar; method=REQUEST; charset=utf-8', ...headers], text)

describe('an invitation is shown as what it says', () => {
  it.each([
    ['alone', calendarPart(lunch)],
    ['alone, as an attachment', calendarPart(lunch, 'Content-Disposition: attachment; filename=invite.ics')],
    ['with a type that names no text', encoded('application/ics; name=invite.ics', lunch)],
    ['whose type is only its file’s', encoded('application/octet-stream; name="invite.ics"', lunch)],
    ['with bare line feeds', calendarPart(lunch.replaceAll('\r\n', '\n'))],
  ])('%s', async (_name, body) => {
    const source = await sourceOf(api, message(body))
    expect([source.html_text, source.plain_text]).toEqual([null, lunchText])
  })

  it('beside a text, once, although it is attached, too', async () => {
    const source = await sourceOf(
      api,
      message(
        multipart(
          'mixed',
          multipart('alternative', textPart('Come!'), htmlPart('<p>Come!'), calendarPart(lunch)),
          encoded('application/ics; name="invite.ics"', lunch, 'Content-Disposition: attachment'),
        ),
      ),
    )
    expect(source.plain_text).toBe(`Come!\n${lunchText}`)
    expect(source.html_text).toMatch(/^<p>Come!\n<div[^>]*>Team lunch\nWhen: 2026-11-30 11:00/)
    expect(namesOf(source)).toEqual(['invite.ics'])
  })

  it.each([
    ['a zone', ['DTSTART;TZID="Europe/Berlin":20261130T110000', 'DTEND;TZID=Europe/Berlin:20261130T123000'], '2026-11-30 11:00 – 12:30 Europe/Berlin'],
    ['two zones', ['DTSTART;TZID=A:20261130T110000', 'DTEND;TZID=B:20261130T120000'], '2026-11-30 11:00 A – 12:00 B'],
    ['no zone', ['DTSTART:20261130T110000'], '2026-11-30 11:00'],
    ['a whole day', ['DTSTART;VALUE=DATE:20261130', 'DTEND;VALUE=DATE:20261201'], '2026-11-30'],
    ['three days', ['DTSTART;VALUE=DATE:20261130', 'DTEND;VALUE=DATE:20261203'], '2026-11-30 – 2026-12-02'],
    ['a night', ['DTSTART:20261130T220000Z', 'DTEND:20261201T060000Z'], '2026-11-30 22:00 – 2026-12-01 06:00 UTC'],
    ['a rule', ['DTSTART:20261130T110000', 'RRULE:FREQ=WEEKLY'], '2026-11-30 11:00 (repeats)'],
  ] as [string, string[], string][])('at its time as written: %s', async (_name, times, shown) => {
    const source = await sourceOf(api, message(calendarPart(calendar('SUMMARY:A', ...times))))
    expect(source.plain_text).toBe(`A\nWhen: ${shown}`)
  }) // prettier-ignore

  it('with its organizer, and as cancelled', async () => {
    const cancelled = calendar('SUMMARY:A', 'ORGANIZER;CN="Doe, Jane":mailto:jane@x.example').replace(
      'REQUEST',
      'CANCEL',
    )
    const source = await sourceOf(api, message(calendarPart(cancelled)))
    expect(source.plain_text).toBe('Cancelled: A\nOrganizer: Doe, Jane <jane@x.example>')
  })

  it('or by its file’s name when it is none', async () => {
    const source = await sourceOf(
      api,
      message(
        calendarPart('BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'Content-Disposition: inline; filename=a.ics'),
      ),
    )
    expect([source.plain_text, namesOf(source)]).toEqual([null, ['a.ics']])
  })
})

describe('the content of an opaque signature is shown', () => {
  const entity = htmlPart('<p>Opaque <b>signed</b> body.</p>')
  const headers = ['Content-Disposition: attachment; filename="smime.p7m"']

  it.each(['der', 'pieces', 'indefinite', 'piecesOfPieces'] as const)('encoded as %s', async (form) => {
    const source = await sourceOf(
      api,
      message(encoded('application/pkcs7-mime', cms[form](entity), ...headers)),
    )
    expect(source.html_text).toBe('<p>Opaque <b>signed</b> body.</p>')
    expect(source.attachments).toEqual([])
  })

  it('also inside another one, and with attachments of its own', async () => {
    const inner = multipart(
      'mixed',
      textPart('Inside'),
      encoded('application/pdf; name=a.pdf', '%PDF', 'Content-Disposition: attachment'),
    )
    const middle = encoded('application/x-pkcs7-mime; smime-type=signed-data', cms.indefinite(inner))
    const source = await sourceOf(api, message(encoded('application/pkcs7-mime', cms.der(middle))))
    expect([source.plain_text, namesOf(source)]).toEqual(['Inside', ['a.pdf']])
  })

  it.each([
    ['is encrypted', cms.encrypted('x')],
    ['is no CMS', Buffer.from('x')],
    ['is cut off in its header', cms.der(entity).subarray(0, 12)],
  ])('unless it %s: then it is an attachment', async (_name, bytes) => {
    const source = await sourceOf(api, message(encoded('application/pkcs7-mime', bytes, ...headers)))
    expect([source.html_text, source.plain_text]).toEqual([null, null])
    expect(namesOf(source)).toEqual(['smime.p7m'])
  })
})

describe('a winmail.dat', () => {
  const winmail = (content: Parameters<typeof tnef>[0]): string =>
    encoded(
      'application/ms-tnef; name="winmail.dat"',
      tnef(content),
      'Content-Disposition: attachment; filename="winmail.dat"',
    )
  const report = { name: 'REPORT~1.PDF', longName: 'Bericht – Mai.pdf', body: '%PDF-' }

  it.each([
    ['its HTML', { html: '<p>Grüße', text: 'x', attachments: [report] }, '<p>Grüße', null],
    ['its text', { text: 'Gr\xfc\xdfe', attachments: [report] }, null, 'Grüße'],
    [
      'the HTML in its RTF',
      { rtf: '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1{\\fonttbl;}{\\*\\htmltag64 <p>}\\htmlrtf {\\f1 \\htmlrtf0 Gr\\\'fc\\\'dfe \\u8364?{\\*\\htmltag72 </p>}}', attachments: [report] },
      '<p>Grüße €</p>',
      null,
    ],
    ['its RTF', { rtf: '{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}a\\par b\\{c\\}}', attachments: [report] }, null, 'a\nb{c}'],
  ])('alone is shown as %s and its attachments', async (_name, content, html, text) => {
    const source = await sourceOf(api, message(winmail(content)))
    expect([source.html_text, source.plain_text]).toEqual([html, text])
    expect(source.attachments).toEqual([
      { name: 'Bericht – Mai.pdf', content_type: 'application/octet-stream', octets: 5 },
    ])
  }) // prettier-ignore

  it('beside a text has attachments, and no second text', async () => {
    const source = await sourceOf(
      api,
      message(multipart('mixed', textPart('Hello'), winmail({ text: 'Hello', attachments: [report] }))),
    )
    expect([source.plain_text, namesOf(source)]).toEqual(['Hello', ['Bericht – Mai.pdf']])
  })

  it('that is broken, or empty, is an attachment', async () => {
    for (const bytes of [Buffer.from('x'), tnef({})]) {
      const source = await sourceOf(api, message(encoded('application/ms-tnef; name=winmail.dat', bytes)))
      expect(namesOf(source)).toEqual(['winmail.dat'])
    }
  })
})

describe('a message that has bytes is accepted', () => {
  it.each([
    ['headers only', 'Subject: x\r\n', ''],
    ['a blank text', message(textPart(' \r\n\r\n')), ''],
    ['a blank HTML', message(htmlPart('\r\n')), ''],
    ['a multipart without parts', message(multipart('mixed')), ''],
    ['a multipart without a boundary', 'Content-Type: multipart/mixed\r\n\r\nwords', 'words'],
    ['a multipart whose boundary is nowhere', 'Content-Type: multipart/mixed; boundary=b\r\n\r\nwords', 'words'],
    ['blank lines before its header', ' \r\n\r\nContent-Type: text/plain\r\n\r\nwords', 'words'],
    ['no header', 'words without a header', 'words without a header'],
    ['a part without a header', message(multipart('mixed', 'words of a part')), 'words of a part'],
    ['one byte', '\n', ''],
    ['a type that is not valid', message(part(['Content-Type: text'], 'words')), 'words'],
    ['an empty type', message(part(['Content-Type:'], 'words')), 'words'],
    ['an empty type before another', message(part(['Content-Type: ', 'Content-Type: text/plain'], 'words')), 'words'],
    ['a type twice', message(part(['Content-Type: text/plain', 'Content-Type: text/html'], '<p>')), '<p>'],
  ])('%s', async (_name, raw, text) => {
    const source = await sourceOf(api, raw)
    expect([source.html_text, source.plain_text]).toEqual([null, text])
  }) // prettier-ignore

  it('and its attachments are told by name and size', async () => {
    const name = 'filename*0*=utf-8\'\'%E2%82%AC; filename*1=" rates.zip"'
    const zip = encoded('application/zip', 'PK12', `Content-Disposition: attachment; ${name}`)
    expect((await sourceOf(api, message(zip))).attachments).toEqual([
      { name: '€ rates.zip', content_type: 'application/zip', octets: 4 },
    ])
    expect((await sourceOf(api, message(encoded('image/gif; name=empty.gif', '')))).attachments).toEqual([
      { name: 'empty.gif', content_type: 'image/gif', octets: 0 },
    ])
    const signed = multipart('signed', textPart('a'), encoded('application/pgp-signature', 'x'), zip)
    expect(namesOf(await sourceOf(api, message(signed)))).toEqual(['€ rates.zip'])
  })

  it('but an Outlook item is no message, and the answer says what to do', async () => {
    const response = await fetch(`${api.url}/emails`, {
      method: 'POST',
      headers: { ...api.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ raw_source: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0' }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { description: expect.stringMatching(/Outlook item \(\.msg\).* export it as \.eml/) as string },
    ])
  })
})

describe('the type of a part is read as senders write it', () => {
  const html = '<p><b>Bold ü</b></p>'
  it.each([
    ['without a semicolon', 'text/html charset=UTF-8'],
    ['with comments', 'text/html (a; "b) ; charset=(c)utf-8 (d'],
    ['in upper case', 'TEXT/HTML; CHARSET="UTF-8"'],
    ['with nothing between semicolons', 'text/html;; ;charset=utf-8;'],
    ['folded', 'text/html;\r\n\tcharset=utf-8'],
  ])('%s', async (_name, type) => {
    expect((await sourceOf(api, message(part([`Content-Type: ${type}`], html)))).html_text).toBe(html)
  })

  it('for a multipart, too', async () => {
    const body = multipart('alternative', textPart('a'), htmlPart('<p>a')).replace('; boundary', ' boundary')
    expect(await sourceOf(api, message(body))).toMatchObject({ plain_text: 'a', html_text: '<p>a' })
  })

  it('with blanks behind a delimiter, and no line break before it', async () => {
    const raw =
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b \t\r\n\r\na\r\n--b--  \r\nepilogue\r\n--b\r\n\r\nc'
    expect((await sourceOf(api, raw)).plain_text).toBe('a')
  })

  it('as a message in a digest', async () => {
    const body = multipart('digest', lines('', 'Subject: One', '', 'first'))
    expect((await sourceOf(api, message(body))).plain_text).toContain('Subject: One\n\nfirst')
  })
})

describe('the part that is shown', () => {
  it.each(['enriched', 'richtext', 'rtf'])('is plain text rather than text/%s', async (subtype) => {
    const other = part([`Content-Type: text/${subtype}`], '<bold>a</bold>')
    const source = await sourceOf(api, message(multipart('alternative', textPart('a'), other)))
    expect([source.html_text, source.plain_text]).toEqual([null, 'a'])
  })

  it('is the text of other markup when there is nothing else', async () => {
    const enriched = 'Content-Type: text/enriched'
    const source = await sourceOf(api, message(part([enriched], '<bold>a</bold>\r\nb <<c\r\n\r\nd')))
    expect(source.plain_text).toBe('a b <c\nd')
    expect(
      (await sourceOf(api, message(part(['Content-Type: text/rtf'], '{\\rtf1 a\\b  b}')))).plain_text,
    ).toBe('a b')
  })

  it('is the related part that `start` names', async () => {
    const related = multipart(
      'related',
      part(['Content-Type: text/html', 'Content-ID: <other>'], '<p>other'),
      part(['Content-Type: text/html', 'Content-ID: <root@x>'], '<p>root'),
    ).replace('multipart/related;', 'multipart/related; start="<root@x>";')
    expect((await sourceOf(api, message(related))).html_text).toBe('<p>root')
  })

  it('is inside a message that has a transfer encoding', async () => {
    const inner = message(htmlPart('<p>inside'), 'Subject: x')
    const source = await sourceOf(api, message(multipart('mixed', encoded('message/rfc822', inner))))
    expect(source.html_text).toContain('<p>inside')
  })
})

describe('what senders do', () => {
  it('a signed document stays an attachment, also beside a signed message', async () => {
    const invoice = cms.der('<?xml version="1.0"?><invoice/>')
    const source = await sourceOf(
      api,
      message(
        multipart(
          'mixed',
          textPart('Our invoice'),
          encoded('application/pkcs7-mime; name="invoice.xml.p7m"', invoice),
        ),
      ),
    )
    expect([source.plain_text, namesOf(source)]).toEqual(['Our invoice', ['invoice.xml.p7m']])
  })

  it('a file within an alternative is listed, unless it is the alternative', async () => {
    const file = encoded('application/pdf; name=x.pdf', '%PDF')
    const alternatives = multipart(
      'alternative',
      textPart('x'),
      multipart('mixed', htmlPart('<p>x</p>'), file),
    )
    expect(namesOf(await sourceOf(api, message(alternatives)))).toEqual(['x.pdf'])
    expect(namesOf(await sourceOf(api, message(multipart('alternative', textPart('x'), file))))).toEqual([])
  })

  it('a calendar is folded within a character', async () => {
    const folded = calendar(
      'SUMMARY:Treffen in M\xc3',
      ' \xbcnchen',
      'LOCATION:Caf\xc3\xa9',
      'DTSTART:20261130T110000',
      'DURATION:PT1H30M',
    )
    const raw = Buffer.from(
      message(calendarPart('@')).replace('@', () => folded),
      'latin1',
    )
    expect((await sourceOf(api, raw)).plain_text).toBe(
      'Treffen in München\nWhen: 2026-11-30 11:00 (1 h 30 min)\nWhere: Café',
    )
  })

  it('HTML names a charset of two bytes that it does not have', async () => {
    const html = '<meta http-equiv=Content-Type content="text/html; charset=unicode"><p>Grüße'
    const source = await sourceOf(api, message(part(['Content-Type: text/html'], html)))
    expect(source.html_text).toContain('<p>Grüße')
  })

  it('a list puts its footer behind base64', async () => {
    const body = `${Buffer.from('Grüße').toString('base64')}\r\n_______\r\nTo leave, write us\r\n`
    const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64']
    expect((await sourceOf(api, message(part(headers, body)))).plain_text).toBe('Grüße')
  })

  it('an export ends its lines with CR CR LF', async () => {
    const raw = message(htmlPart('<p>x</p>')).replaceAll('\r\n', '\r\r\n')
    expect((await sourceOf(api, raw)).html_text).toContain('<p>x</p>')
  })
})
