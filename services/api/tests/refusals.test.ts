import { randomUUID } from 'node:crypto'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import type { ErrorBody } from '@pas/runtime/http/error-body'
import { capturedColumns } from '@pas/testing/preview-columns'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { insertPreview } from './add-preview'
import { addAccount, postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
let guid: string
beforeAll(async () => {
  api = await startApi()
  guid = await postEmail(api, { plain_text: 'x' })
})
afterAll(() => api.close())

const get = async (path: string, headers: Record<string, string> = api.headers): Promise<ErrorBody> =>
  (await (await fetch(`${api.url}${path}`, { headers })).json()) as ErrorBody
const post = async (body: unknown): Promise<ErrorBody> =>
  (await postJson(api, '/emails', body, api.headers)).body as unknown as ErrorBody

describe('a refusal', () => {
  it('has a code, and for 400 each field that is wrong', async () => {
    expect(await post({ html_text: 7, reference: 'x'.repeat(129) })).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [
        { field: 'html_text', message: 'must be a string', code: 'wrong_type' },
        { field: 'reference', message: 'must have at most 128 characters', code: 'out_of_range' },
      ],
    })
    expect((await post({})).errors).toEqual([
      { field: null, message: expect.stringContaining('no content') as string, code: 'invalid' },
    ])
    const unoffered = { client: 'PLAINTEXT', images: 'blocked' }
    expect(
      (await post({ plain_text: 'x', configurations: [{ client: 'NONE' }, unoffered, {}] })).errors,
    ).toEqual([
      expect.objectContaining({ field: 'configurations.0.client', code: 'unknown_client' }),
      expect.objectContaining({ field: 'configurations.1.images', code: 'not_offered' }),
      expect.objectContaining({ field: 'configurations.2.client', code: 'wrong_type' }),
    ])
    expect((await get('/emails/no-guid/previews/PLAINTEXT')).errors).toEqual([
      {
        field: 'email_guid',
        message: 'must be a UUID, as email_guid in the answer of POST /emails',
        code: 'invalid',
      },
    ])
    expect((await get(`/emails/${guid}/previews/NONE`)).errors).toMatchObject([
      { field: 'client_code', code: 'unknown_client' },
    ])
    expect((await get('/emails?before=x')).errors).toMatchObject([{ field: 'before' }])
    const missing = await get(`/emails/${randomUUID()}`)
    expect([missing.code, missing.errors]).toEqual(['not_found', undefined])
  })

  it('suggests the codes that are nearly the one that was sent', async () => {
    const says = async (code: string): Promise<string> =>
      (await get(`/emails/${guid}/previews/${code}`)).description
    expect(await says('GMAIL')).toMatch(/Did you mean .*\bGMAILNEW\b.*\bFFGMAILNEW\b.*\?$/)
    expect(await says('ol2017')).toMatch(/Did you mean (OL20\d\d, )*OL20\d\d or OL2016\?$/)
    expect(await says('THUNDERBIRDLATESTS')).toMatch(/Did you mean THUNDERBIRDLATEST\?$/)
    expect(await says('outlook 2016')).toMatch(/Did you mean OL2016,? /)
    expect(await says('OUTLOOK2016')).toMatch(/Did you mean OL2016,? /)
    expect(await says('OL16')).toMatch(/Did you mean OL2016\?$|Did you mean .*OL2016/)
    expect(await says('apple-mail')).toMatch(/Did you mean .*APPMAIL/)
    expect(await says('NONE')).toBe("There is no email client 'NONE'; GET /clients lists them.")
    expect(await says('X'.repeat(5_000))).not.toMatch(/Did you mean/)
  })

  it('names the unknown members of a body in which something is missing, with what they may stand for', async () => {
    const html = await post({ html: '<p>Hello</p>' })
    expect(html.description).toBe(
      'The email has no content: give html_text, plain_text or both, or raw_source. html: not known; did you mean html_text?',
    )
    expect(html.errors?.[1]).toEqual({
      field: 'html',
      message: 'not known; did you mean html_text?',
      code: 'unknown_member',
    })
    const refused = async (path: string, body: unknown): Promise<unknown> =>
      ((await postJson(api, path, body, api.headers)).body as unknown as ErrorBody).errors
    const misspelt = [{ client: 'PLAINTEXT' }]
    expect(await refused(`/emails/${guid}/previews/prefetch`, { configuration: misspelt })).toMatchObject([
      { field: 'configurations', code: 'wrong_type' },
      { field: 'configuration', message: expect.stringContaining('configurations') as string },
    ])
    expect(await refused('/webhooks', { url: 'https://x.example/', events: [] })).toMatchObject([
      { field: 'event_types', code: 'wrong_type' },
      { field: 'events', code: 'unknown_member' },
    ])
    expect(await refused(`/emails/${guid}/shares`, { configurations: [{ code: 'OL2016' }] })).toMatchObject([
      { field: 'configurations.0.client', code: 'wrong_type' },
      { field: 'configurations.0.code', code: 'unknown_member' },
    ])
  })

  it.each([
    ['{"html_text": ', 'line 1, column 15: Unexpected end'],
    ['{\n  "html_text": "x",\n  "subject": y\n}', 'line 3, column 14: Unexpected character'],
    ['{"html_text": "<p>\nx"}', 'line 1, column 19: Bad control character in string literal'],
    ["{'html_text': 1}", /line 1, column 2: /],
    [`{"html_text": "${'x'.repeat(2 ** 20)}"\n "a": 1}`, /line 2, column 2: /],
    [`{"html_text": "${'x'.repeat(2 ** 20)}", "a": y}`, 'The body is not well-formed JSON.'],
  ])('says where a body stops being JSON: %#', async (body, where) => {
    expect((await post(body)).description).toMatch(where)
  })

  it('tells that a message was decoded, and where', async () => {
    expect(await post({ raw_source: 'Subject: x\r\n\r\nP\u0159' })).toMatchObject({
      status: 400,
      description: expect.stringMatching(/^raw_source: .* U\+0159 at character 16: .*ISO 8859-1/) as string,
      errors: [{ field: 'raw_source', code: 'invalid' }],
    })
  })

  it('tells an API key from an access token, and names the sizes and the limit of a body', async () => {
    const asBearer = { ...api.headers, Authorization: `Bearer ${api.apiKey}` }
    expect((await get('/emails', asBearer)).description).toMatch(/An API key is no access token.* HTTP Basic/)
    const { id: userId } = await createUser(api, {
      accountId: api.accountId,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
    const { clientId } = await createOauthApplication(api, {
      accountId: api.accountId,
      name: 'Partner',
      callbackUris: ['https://partner.example.com/'],
    })
    const { id: oauthApplicationId } = await api.db.oauthApplication.findUniqueOrThrow({
      where: { clientId },
    })
    const { accessToken } = await seedAccessToken(api.db, {
      userId,
      oauthApplicationId,
      createdAt: api.clock.now(),
    })
    const asBasic = {
      ...api.headers,
      Authorization: `Basic ${Buffer.from(`${accessToken}:`).toString('base64')}`,
    }
    expect((await get('/emails', asBasic)).description).toMatch(/An access token is no API key.* Bearer/)
    const size = await get(`/emails/${guid}/previews/PLAINTEXT/large`)
    expect([size.status, size.description]).toEqual([
      404,
      'A preview has no such picture; there are full, thumb, thumb450, top450.',
    ])
    const tooLarge = await postJson(api, `/emails/${guid}/previews/prefetch`, 'x'.repeat(70_000))
    expect([tooLarge.status, tooLarge.body.code, tooLarge.body.description]).toEqual([
      413,
      'payload_too_large',
      'The body is larger than 64 KiB.',
    ])
  })
})

describe('unknown members', () => {
  it('are warned of in the answer, with the known ones that are nearly the same, at most 20', async () => {
    const { body } = await postJson(
      api,
      '/emails',
      {
        html: 'x',
        plain_text: 'x',
        configuration: [],
        configurations: [{ client: 'PLAINTEXT', image: 'x' }],
      },
      api.headers,
    )
    expect(body.warnings).toEqual([
      'html: not known; did you mean html_text?',
      'configuration: not known; did you mean configurations?',
      'configurations.0.image: not known; did you mean images?',
    ])
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.padStart(60, 'x'), 1]))
    const { warnings } = (await postJson(api, '/emails', { plain_text: 'x', ...many }, api.headers)).body
    expect(warnings).toEqual(Array(20).fill(`${'x'.repeat(40)}: not known`))
    expect((await postJson(api, '/emails', { plain_text: 'x' }, api.headers)).body).not.toHaveProperty(
      'warnings',
    )
  })
})

describe('GET /usage', () => {
  it('gives what the account used by day, and by end user, and refuses what is not a range of days', async () => {
    await postJson(api, '/emails', { plain_text: 'x', end_user_id: 'ada' }, api.headers)
    const emails = await api.db.email.count({ where: { accountId: api.accountId } })
    const today = api.clock.now().toISOString().slice(0, 10)
    await insertPreview(api, guid, capturedColumns(api.clock.now()))
    await insertPreview(api, guid, {
      ...capturedColumns(api.clock.now()),
      emailClient: 'LYNX',
      askedByOwner: false,
    })
    const captures = { captures: 2, captures_without_credential: 1, effect_pictures: 0 }
    expect(await get('/usage')).toEqual([{ day: today, emails, ...captures }])
    expect(await get(`/usage?from=${today}&to=${today}&group=end_user_id`)).toEqual([
      { day: today, end_user_id: null, emails: emails - 1, ...captures },
      {
        day: today,
        end_user_id: 'ada',
        emails: 1,
        captures: 0,
        captures_without_credential: 0,
        effect_pictures: 0,
      },
    ])
    expect(await get('/usage?from=2025-01-01&to=2025-12-31')).toEqual([])
    for (const [query, field] of [
      ['from=x', 'from'],
      ['to=2026-02-30', 'to'],
      ['to=0000-01-01', 'to'],
      ['from=2026-01-02&to=2026-01-01', 'from'],
      ['from=2024-01-01&to=2026-01-01', 'from'],
      ['group=hour', 'group'],
      ['from=2026-01-01&from=2026-01-02', 'from'],
    ] as const)
      expect([query, await get(`/usage?${query}`)]).toMatchObject([
        query,
        { status: 400, errors: [{ field }] },
      ])
    expect((await get('/usage', { 'X-Forwarded-Proto': 'https' })).status).toBe(401)
  })

  it('gives at most 10,000 rows at a time, and a cursor of the account for those that follow', async () => {
    const rows = 10_003
    await api.db.$executeRaw`
      INSERT INTO removed_usage (account_id, day, end_user_id, emails, captures)
      SELECT ${api.accountId}, day, CASE WHEN n = 0 THEN '' ELSE 'user-' || n END, 1, 0
        FROM (SELECT n, '2026-02-01'::date + n / 6000 AS day FROM generate_series(0, ${rows - 1}) AS n) AS uses`
    const list = '/usage?from=2026-02-01&to=2026-02-28&group=end_user_id'
    const page = async (path: string, headers = api.headers) => {
      const response = await fetch(path, { headers })
      const body = (await response.json()) as { day: string; end_user_id: string | null }[]
      return { body, next: /<([^<>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] }
    }

    const first = await page(api.url + list)
    expect(first.body).toHaveLength(10_000)
    const following = new URL(first.next ?? '')
    expect(following.href).toMatch(/^https:\/\/api\.test\/v1\/usage\?from=2026-02-01&to=2026-02-28&/)
    const second = await page(`${api.url}/usage${following.search}`)
    expect([second.body.length, second.next]).toEqual([3, undefined])
    const days = [...first.body, ...second.body].map(({ day, end_user_id }) => `${day} ${end_user_id}`)
    expect(new Set(days).size).toBe(rows)
    expect(first.body[0]).toMatchObject({ day: '2026-02-01', end_user_id: null })
    expect(second.body.every(({ day }) => day === '2026-02-02')).toBe(true)

    const wrong = { status: 400, errors: [{ field: 'after' }] }
    expect((await page(`${api.url}/usage${following.search}`, await addAccount(api))).body).toMatchObject(
      wrong,
    )
    expect(await get(`${list}&after=x`)).toMatchObject(wrong)
  })
})
