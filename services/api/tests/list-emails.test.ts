import { randomUUID } from 'node:crypto'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { eraseContents } from '@pas/retention/erase-contents'
import { capturedColumns } from '@pas/testing/preview-columns'
import { searchedAtOnce } from '@pas/emails/list-emails'
import { addPreview, insertPreview } from './add-preview'
import { postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
let others: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  const { id: accountId } = await createAccount(api, { name: 'Another' })
  const key = await createApiKey(api, { accountId })
  others = { ...api.headers, Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
})
afterAll(() => api.close())

const get = async (path: string, headers = api.headers): Promise<{ status: number; body: Body }> => {
  const response = await fetch(`${api.url}${path}`, { headers })
  return { status: response.status, body: (await response.json()) as Body }
}
interface Body {
  emails: { email_guid: string }[]
  next?: string
  description: string
}
const guidsOf = ({ emails }: Body): string[] => emails.map(({ email_guid }) => email_guid)

describe('GET /emails/{guid}', () => {
  it('describes the email, for its owner only', async () => {
    const first = await postEmail(api, { plain_text: 'x' })
    const guid = await postEmail(api, {
      html_text: '<p>x',
      subject: 'Spring sale',
      from_address: 'shop@example.com',
      reference: 'campaign-17',
      end_user_id: 'customer-7',
      revision_of: first.toUpperCase(),
    })
    const createdAt = api.clock.now()
    const { status, body } = await get(`/emails/${guid}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      email_guid: guid,
      subject: 'Spring sale',
      from_address: 'shop@example.com',
      title: null,
      preheader: 'x',
      reference: 'campaign-17',
      label: null,
      end_user_id: 'customer-7',
      inbox: null,
      recipients: [],
      unread: false,
      revision_of: first,
      created_at: createdAt.toISOString(),
      takes_captures_until: new Date(createdAt.getTime() + 48 * 3_600_000).toISOString(),
      content: 'kept',
      counts: { waiting: 0, captured: 0, failed: 0 },
    })
    expect((await get(`/emails/${guid}`, others)).status).toBe(404)
    expect((await get(`/emails/${guid}`, { 'X-Forwarded-Proto': 'https' })).status).toBe(401)
  })

  it('says how the content begins: its title and first words, until it is erased', async () => {
    const style = `<style>${'p { color: red } '.repeat(2_000)}</style>`
    const html = await postEmail(api, {
      html_text: `<title>Spring sale</title>${style}<div style="display:none">Half\n price</div>`,
    })
    const opening = { title: 'Spring sale', preheader: 'Half price' }
    expect((await get(`/emails/${html}`)).body).toMatchObject({ subject: null, ...opening })
    const whole = await postEmail(api, { raw_source: 'Subject: S\r\n\r\nFirst\r\nwords' })
    expect((await get(`/emails/${whole}`)).body).toMatchObject({ title: null, preheader: 'First words' })
    await insertPreview(api, html, capturedColumns(api.clock.now()))
    await api.db.email.update({ where: { id: html }, data: { expiresAt: api.clock.now() } })
    await eraseContents({ ...api, signal: new AbortController().signal })
    expect((await get(`/emails/${html}`)).body).toMatchObject({
      content: 'erased',
      title: null,
      preheader: null,
    })
  })

  it('takes the subject and the sender from a whole message, without what a row cannot hold', async () => {
    const whole = await postEmail(api, {
      raw_source: 'Subject: Whole\r\nFrom: Ada <ada@example.com>\r\n\r\nHello',
    })
    expect((await get(`/emails/${whole}`)).body).toMatchObject({
      subject: 'Whole',
      from_address: 'ada@example.com',
    })
    const odd = await postEmail(api, { plain_text: 'x', subject: `a\0b${'😀'.repeat(600)}` })
    const { subject } = (await get(`/emails/${odd}`)).body as unknown as { subject: string }
    expect(subject).toBe(`ab${'😀'.repeat(600)}`)
    const long = await postEmail(api, { plain_text: 'x', subject: '😀'.repeat(2_000) })
    expect((await get(`/emails/${long}`)).body).toMatchObject({ subject: '😀'.repeat(998) })
  })

  it('refuses a reference with control characters or over 128, and a revision of an email of another account', async () => {
    const mine = await postEmail(api, { plain_text: 'x' })
    const post = async (body: Record<string, string>, headers = api.headers): Promise<[number, string]> => {
      const response = await fetch(`${api.url}/emails`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ plain_text: 'x', ...body }),
      })
      return [response.status, ((await response.json()) as Body).description]
    }
    expect(await post({ reference: 'a\nb' })).toEqual([400, expect.stringContaining('reference: ')])
    expect(await post({ reference: 'x'.repeat(129) })).toEqual([400, expect.stringContaining('reference: ')])
    expect(await post({ revision_of: 'x' })).toEqual([400, expect.stringContaining('revision_of: ')])
    expect(await post({ revision_of: mine }, others)).toEqual([400, expect.stringContaining('revision_of: ')])
  })
})

describe('PATCH /emails/{guid}', () => {
  const patch = async (guid: string, body: unknown, headers = api.headers) => {
    const response = await fetch(`${api.url}/emails/${guid}`, {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it('is refused to a stranger and another account, and names the email for its owner', async () => {
    const guid = await postEmail(api, { plain_text: 'x', subject: 'S', reference: 'first' })
    const names = { label: 'Second draft', reference: 'second' }
    expect((await patch(guid, names, { 'X-Forwarded-Proto': 'https' })).status).toBe(401)
    expect((await patch(guid, names, others)).status).toBe(404)
    // A stranger's body is not even read.
    expect((await patch(guid, '{', others)).status).toBe(404)
    expect((await get(`/emails/${guid}`)).body).toMatchObject({ label: null, reference: 'first' })
    expect(await patch(guid.toUpperCase(), names)).toMatchObject({
      status: 200,
      body: { email_guid: guid, subject: 'S', ...names },
    })
    // Absent members stay; null takes a name away.
    expect((await patch(guid, { reference: null })).body).toMatchObject({
      label: 'Second draft',
      reference: null,
    })
    expect((await patch(guid, {})).body).toMatchObject({ label: 'Second draft', reference: null })
  })

  it('refuses names that are no names, and says which', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    for (const [body, field] of [
      [{ label: 'x'.repeat(129) }, 'label'],
      [{ label: 'a\nb' }, 'label'],
      [{ label: 7 }, 'label'],
      [{ reference: 'x'.repeat(129) }, 'reference'],
    ] as const) {
      const answer = await patch(guid, body)
      expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field })]])
    }
    expect((await patch(guid, '[]')).status).toBe(400)
    expect((await patch(guid, { label: 'x'.repeat(20_000) })).status).toBe(413)
  })
})

describe('GET /emails/{guid}/source', () => {
  it('gives the content as it was sent, for its owner and for 48 hours', async () => {
    const guid = await postEmail(api, { html_text: '<p>\0x', plain_text: 'x', subject: 'S' })
    expect((await get(`/emails/${guid}/source`)).body).toEqual({
      html_text: '<p>\0x',
      plain_text: 'x',
      subject: 'S',
      from_address: null,
      from_display_name: null,
      attachments: [],
    })
    expect((await get(`/emails/${guid}/source`, others)).status).toBe(404)
    await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
    expect((await get(`/emails/${guid}/source`)).status).toBe(404)
  })
})

describe('GET /emails', () => {
  it('lists an account’s emails newest first, page by page, each once, with the numbers of their previews', async () => {
    const account = await createAccount(api, { name: 'Listed' })
    const key = await createApiKey(api, { accountId: account.id })
    const headers = { ...api.headers, Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
    const listed = { ...api, headers, accountId: account.id }
    const { guid: withPicture } = await addPreview(listed, capturedColumns(api.clock.now()))
    // Three of the same millisecond, then two later ones.
    const guids = [withPicture]
    for (const n of [1, 2, 3, 4]) {
      if (n > 2) api.clock.advance(1_000)
      guids.push(await postEmail(listed, { plain_text: 'x', reference: n % 2 ? 'odd' : 'even' }))
    }
    const seen: string[] = []
    let next: string | undefined
    do {
      const { body } = await get(`/emails?limit=2${next ? `&before=${next}` : ''}`, headers)
      seen.push(...guidsOf(body))
      next = body.next
    } while (next !== undefined)
    expect(seen.slice(0, 2)).toEqual([guids[4], guids[3]])
    expect([...seen].sort()).toEqual([...guids].sort())
    expect(guidsOf((await get('/emails?reference=odd', headers)).body)).toEqual([guids[3], guids[1]])
    const { body } = await get('/emails?limit=100', headers)
    expect(body.emails.find(({ email_guid }) => email_guid === withPicture)).toMatchObject({
      counts: { waiting: 0, captured: 1, failed: 0 },
    })
  })

  it('refuses a cursor of another account, and limits beyond 1 to 100', async () => {
    await postEmail(api, { plain_text: 'x' })
    const { body } = await get('/emails?limit=1')
    expect(body.next).toBeDefined()
    expect(await get(`/emails?before=${body.next ?? ''}`, others)).toMatchObject({ status: 400 })
    for (const query of [
      'before=x',
      'before=W10',
      'before=a&before=b',
      'limit=0',
      'limit=101',
      'limit=x',
      'limit=',
      'reference=%00',
    ])
      expect([query, (await get(`/emails?${query}`)).status]).toEqual([query, 400])
  })
})

describe('GET /emails?search=', () => {
  let listed: TestApi
  beforeAll(async () => {
    const { id: accountId } = await createAccount(api, { name: 'Searching' })
    const key = await createApiKey(api, { accountId })
    const headers = { ...api.headers, Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
    listed = { ...api, headers, accountId }
  })
  const search = async (text: string, more = '', headers = listed.headers): Promise<Body> =>
    (await get(`/emails?search=${encodeURIComponent(text)}${more}`, headers)).body

  it('finds the owner’s emails by subject, label and reference, in upper or lower case', async () => {
    const [subject, label, reference] = [
      await postEmail(listed, { plain_text: 'x', subject: '100 % ÉTÉ _sale' }),
      await postEmail(listed, { plain_text: 'été in its content alone' }),
      await postEmail(listed, { plain_text: 'x', subject: 'x', reference: 'Campaign-Été' }),
    ]
    await api.db.email.update({ where: { id: label }, data: { label: 'My été' } })
    expect(guidsOf(await search('été')).sort()).toEqual([subject, label, reference].sort())
    expect(guidsOf(await search('0 % é'))).toEqual([subject])
    expect(guidsOf(await search('%'))).toEqual([subject])
    expect(guidsOf(await search('été', '&reference=Campaign-%C3%89t%C3%A9'))).toEqual([reference])
    expect(await search('été', '', others)).toEqual({ emails: [] })
  })

  it('finds a subject and a title only while they are kept', async () => {
    const titled = await postEmail(listed, { html_text: '<title>Transient</title>x' })
    expect(guidsOf(await search('transient'))).toEqual([titled])
    const guid = await postEmail(listed, { plain_text: 'x', subject: 'Ephemeral', reference: 'lasting' })
    await insertPreview(listed, guid, capturedColumns(api.clock.now()))
    expect(guidsOf(await search('ephemeral'))).toEqual([guid])
    await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
    await eraseContents({ ...api, signal: new AbortController().signal })
    expect(guidsOf(await search('ephemeral'))).toEqual([])
    expect(guidsOf(await search('lasting'))).toEqual([guid])
  })

  it('goes page by page, and looks through a bounded number of emails at a time', async () => {
    const createdAt = new Date(api.clock.now().getTime() - 3_600_000)
    const rows = Array.from({ length: searchedAtOnce + 10 }, (_, n) => ({
      id: randomUUID(),
      accountId: listed.accountId,
      subject: n < 3 ? 'needle' : 'hay',
      createdAt: new Date(createdAt.getTime() + n),
      expiresAt: new Date(createdAt.getTime() + 172_800_000),
    }))
    await api.db.email.createMany({ data: rows })
    const pages: string[][] = []
    let next: string | undefined
    do {
      const body = await search('needle', `&limit=2${next ? `&before=${next}` : ''}`)
      pages.push(guidsOf(body))
      next = body.next
    } while (next !== undefined)
    expect(pages).toEqual([[], [rows[2]?.id, rows[1]?.id], [rows[0]?.id]])
  })

  it('refuses a text that is none', async () => {
    for (const query of ['search=', 'search=%00', `search=${'x'.repeat(201)}`, 'search=a&search=b'])
      expect([query, (await get(`/emails?${query}`)).status]).toEqual([query, 400])
  })
})
