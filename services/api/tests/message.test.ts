import type { messageBody } from '@pas/api-contract/emails'
import { eraseContents } from '@pas/retention/erase-contents'
import { capturedColumns } from '@pas/testing/preview-columns'
import type { z } from 'zod'
import { insertPreview } from './add-preview'
import { encoded, lines, message, multipart, part, textPart } from './messages'
import { addAccount } from './post-json'
import { receiveMail } from './receive-mail'
import { postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Message = z.output<typeof messageBody>

const get = (path: string, headers = api.headers): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers })
async function describeMessage(raw: string | Buffer): Promise<Message> {
  const { id } = await receiveMail(api, { inbox: 'a', message: raw })
  const response = await get(`/emails/${id}/message`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return (await response.json()) as Message
}

describe('GET /emails/{guid}/message', () => {
  it('tells the header, decoded and raw, in the order of the message', async () => {
    const { header, fields_left_out } = await describeMessage(
      Buffer.from(
        lines(
          'Received: by a.example;',
          '\tMon, 23 Nov 2026 09:00:00 +0000',
          'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= =?utf-8?Q?_aus?=',
          ' K\xf6ln',
          'X-Empty:',
          'to : ada@x.example',
          'no field at all',
          'Received: by b.example',
          '',
          'Subject: no header',
        ),
        'latin1',
      ),
    )
    expect(fields_left_out).toBe(0)
    expect(header.map(({ name, value }) => [name, value])).toEqual([
      ['Received', 'by a.example; Mon, 23 Nov 2026 09:00:00 +0000'],
      ['Subject', 'Grüße aus Köln'],
      ['X-Empty', ''],
      ['to', 'ada@x.example'],
      ['', 'no field at all'],
      ['Received', 'by b.example'],
    ])
    expect(header[0]).toMatchObject({
      raw: 'Received: by a.example;\r\n\tMon, 23 Nov 2026 09:00:00 +0000',
      bytes: 59,
    })
  })

  it('tells the parts, and the text as it was sent', async () => {
    const raw = message(
      multipart(
        'mixed',
        multipart(
          'alternative',
          textPart('Grüße\n  <b>'),
          part(['Content-Type: text/html; charset=UTF-8'], '<p>x'),
        ),
        encoded(
          'application/pdf',
          'PDF!',
          'Content-Disposition: ATTACHMENT; filename="r\u00e9sum\u00e9.pdf"',
        ),
        encoded('image/png', 'PNG', 'Content-ID: <logo@x>', 'Content-Disposition: inline'),
        part(['Content-Type: message/rfc822'], lines('Subject: inner', '', 'hi')),
      ),
      'Subject: x',
    )
    const bytes = Buffer.from(raw)
    const described = await describeMessage(bytes)
    expect(described).toMatchObject({ bytes: bytes.length, text: 'Grüße\n  <b>', text_left_out: 0 })
    const leaf = { disposition: null, file_name: null, content_id: null, charset: null, parts: [] }
    expect(described.parts_left_out).toBe(0)
    expect(described.structure).toMatchObject({
      content_type: 'multipart/mixed',
      bytes: null,
      parts: [
        {
          content_type: 'multipart/alternative',
          parts: [
            { ...leaf, content_type: 'text/plain', charset: 'utf-8', bytes: 13 },
            { ...leaf, content_type: 'text/html', charset: 'UTF-8', bytes: 4 },
          ],
        },
        {
          ...leaf,
          content_type: 'application/pdf',
          disposition: 'attachment',
          bytes: 4,
          file_name: 'résumé.pdf',
        },
        { ...leaf, content_type: 'image/png', content_id: 'logo@x', disposition: 'inline', bytes: 3 },
        {
          content_type: 'message/rfc822',
          bytes: null,
          parts: [{ ...leaf, content_type: 'text/plain', bytes: 2 }],
        },
      ],
    })
  })

  it('says how much it leaves out', async () => {
    const fields = Array.from({ length: 600 }, (_, n) => `X-${n}: x`)
    const long = `X-Long: ${'é'.repeat(20_000)}`
    const text = 'x'.repeat(100_007)
    const nested = Array.from(
      { length: 40 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('')
    const [wide, deep] = [
      await describeMessage(message(textPart(text), long, ...fields)),
      await describeMessage(`${nested}Content-Type: text/plain\r\n\r\nx`),
    ]
    expect([wide.header.length, wide.fields_left_out]).toEqual([500, 103])
    expect([wide.text?.length, wide.text_left_out]).toEqual([100_000, 7])
    const [, cut] = wide.header
    expect(cut).toMatchObject({ name: 'X-Long', bytes: 40_010 })
    expect(Buffer.byteLength(cut?.raw ?? '')).toBeLessThan(10_010)
    expect(deep.parts_left_out).toBeGreaterThan(8)
    let depth = 0
    for (let each: Message['structure'] | undefined = deep.structure; each; each = each.parts[0]) depth++
    expect(depth).toBe(30)
  })
})

describe('GET /emails/{guid}/message.eml', () => {
  it('is the bytes as they came, as a file', async () => {
    const raw = Buffer.from(message('Content-Type: text/plain\r\n\r\nK\xf6ln\0\n', 'Subject: x'), 'latin1')
    const { id } = await receiveMail(api, { inbox: 'a', message: raw })
    const posted = await postEmail(api, { raw_source: raw.toString('latin1') })
    for (const guid of [id, posted]) {
      const response = await get(`/emails/${guid}/message.eml`)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'message/rfc822',
        'content-disposition': `attachment; filename="email-${guid}.eml"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      expect(Buffer.from(await response.arrayBuffer()).equals(raw)).toBe(true)
    }
  })
})

describe.each(['message', 'message.eml'])('GET /emails/{guid}/%s', (name) => {
  const statusOf = async (guid: string, headers = api.headers): Promise<number> =>
    (await get(`/emails/${guid}/${name}`, headers)).status

  it('is 404 for another account, an email that came as members, and when it is erased', async () => {
    const { id } = await receiveMail(api, { inbox: 'a', message: message(textPart('x')) })
    expect(await statusOf(id)).toBe(200)
    expect(await statusOf(id, await addAccount(api))).toBe(404)
    expect(await statusOf(id, { 'X-Forwarded-Proto': 'https' })).toBe(401)
    expect(await statusOf(await postEmail(api, { plain_text: 'x' }))).toBe(404)
    await insertPreview(api, id, capturedColumns(api.clock.now()))
    await api.db.email.update({ where: { id }, data: { expiresAt: api.clock.now() } })
    await eraseContents({ ...api, signal: new AbortController().signal })
    expect(await statusOf(id)).toBe(404)
  })

  it('counts in the bytes that an account may have on their way', async () => {
    const small = await startApi({ inFlightLimits: { maxBytesPerOwner: 20_000 } })
    try {
      const { id } = await receiveMail(small, { inbox: 'a', message: message(textPart('x'.repeat(25_000))) })
      const refused = await fetch(`${small.url}/emails/${id}/${name}`, { headers: small.headers })
      expect(refused.status).toBe(429)
      const { id: short } = await receiveMail(small, { inbox: 'a', message: message(textPart('x')) })
      const statuses = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const answer = await fetch(`${small.url}/emails/${short}/${name}`, { headers: small.headers })
          await answer.arrayBuffer()
          return answer.status
        }),
      )
      expect(statuses).toEqual([200, 200, 200])
    } finally {
      await small.close()
    }
  })
})
