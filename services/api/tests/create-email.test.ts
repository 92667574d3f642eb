import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { frozenAssets, frozenEmail } from '@pas/emails/frozen-email'
import { frozenAssetsKey, frozenEmailKey } from '@pas/emails/storage-keys'
import { StorageFullError } from '@pas/storage/storage'
import { startSmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { postEmail, startApi, type TestApi } from './start-api'

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('POST /emails', () => {
  let api: TestApi

  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${api.url}/emails`, {
      method: 'POST',
      headers: { ...api.headers, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  async function expectRefused(response: Response, status: number, description: RegExp): Promise<void> {
    expect(response.status).toBe(status)
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toEqual({
      status,
      title: expect.any(String) as string,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
      description: expect.stringMatching(description) as string,
      ...(status === 400 && { errors: expect.any(Array) as unknown[] }),
      request_id: response.headers.get('x-request-id'),
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  }

  it('answers 200 with a UUID, and stores the email for the key’s account until 48 hours from now', async () => {
    const response = await post({
      html_text: '<p>Hello</p>',
      plain_text: 'Hello',
      subject: 'Hi',
      end_user_id: 'u1',
      surprise: 1,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const body = (await response.json()) as { email_guid: string }
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^https:\/\/.*\/v1\/emails\//)
    expect(location.endsWith(body.email_guid)).toBe(true)
    expect(body).toEqual({
      email_guid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      end_user_id: 'u1',
      assets: { kept: 0, failed: 0 },
      warnings: ['surprise: not known'],
    })

    const email = await api.db.email.findUniqueOrThrow({ where: { id: body.email_guid } })
    expect(email).toMatchObject({
      accountId: api.accountId,
      oauthApplicationId: null,
      userId: null,
      endUserId: 'u1',
    })
    expect(email.expiresAt.getTime() - email.createdAt.getTime()).toBe(48 * 3600 * 1000)
    const stored = await api.storage.get(frozenEmailKey(body.email_guid))
    expect(frozenEmail.parse(JSON.parse(String(stored?.body)))).toMatchObject({
      htmlText: '<p>Hello</p>',
      plainText: 'Hello',
      subject: 'Hi',
      fromAddress: null,
    })
  })

  it('takes an email of text alone', async () => {
    expect(await postEmail(api, { plain_text: 'Only text' })).toBeTruthy()
  })

  it('refuses a body that is not an email with 400, says why, and stores nothing', async () => {
    const before = await api.db.email.count()
    await expectRefused(await post({}), 400, /no content/)
    await expectRefused(await post({ html_text: '' }), 400, /no content/)
    await expectRefused(await post({ html_text: 5 }), 400, /html_text: must be a string/)
    await expectRefused(await post({ html_text: ['<p>'] }), 400, /html_text/)
    await expectRefused(await post({ html_text: 'x', subject: {} }), 400, /subject/)
    await expectRefused(
      await post({ html_text: 'x', end_user_id: 'x'.repeat(65) }),
      400,
      /end_user_id: must have at most 64/,
    )
    await expectRefused(
      await post({ html_text: 'x', end_user_id: 'a\0b' }),
      400,
      /end_user_id: must not hold NUL/,
    )
    await expectRefused(await post([]), 400, /JSON object/)
    await expectRefused(await post('{"html_text": '), 400, /well-formed JSON/)
    await expectRefused(await post('"text"'), 400, /./)
    expect(await api.db.email.count()).toBe(before)
  })

  it('refuses a body over 10 MiB with 413, and takes one just below', async () => {
    await expectRefused(await post({ html_text: 'x'.repeat(11 * 1024 * 1024) }), 413, /larger than 10 MiB/)
    expect((await post({ plain_text: 'x'.repeat(10 * 1024 * 1024 - 64) })).status).toBe(200)
  })

  it('refuses another media type with 415', async () => {
    await expectRefused(
      await post('html_text=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      415,
      /application\/json/,
    )
  })

  it('refuses other methods with 405 and Allow, OPTIONS too', async () => {
    for (const method of ['PATCH', 'PUT', 'OPTIONS']) {
      const response = await fetch(`${api.url}/emails`, { method, headers: api.headers })
      expect([method, response.status, response.headers.get('allow')]).toEqual([
        method,
        405,
        'GET, HEAD, POST',
      ])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('answers 503 with Retry-After while the store is away, and keeps no row', async () => {
    const broken = await startApi()
    try {
      const folder = fileURLToPath(broken.storageUrl)
      rmSync(folder, { recursive: true })
      writeFileSync(folder, 'no folder')
      const response = await fetch(`${broken.url}/emails`, {
        method: 'POST',
        headers: { ...broken.headers, 'Content-Type': 'application/json' },
        body: '{"html_text":"x"}',
      })
      await expectRefused(response, 503, /storage/i)
      expect(response.headers.get('retry-after')).toBe('5')
      // The answer does not wait until the row is removed.
      await until(async () => (await broken.db.email.count()) === 0)
    } finally {
      await broken.close()
    }
  })

  it('answers 503 and says that the storage is full, when it is', async () => {
    const put = jest.spyOn(api.storage, 'put').mockRejectedValue(new StorageFullError('full'))
    try {
      await expectRefused(await post({ html_text: 'x' }), 503, /storage is full/)
    } finally {
      put.mockRestore()
    }
    expect((await post({ html_text: 'x' })).status).toBe(200)
  })

  it('freezes each asset once, and accepts an email when one cannot be fetched', async () => {
    const web = await startSmallWeb((req, res) => {
      if (req.url === '/there.png') res.setHeader('Content-Type', 'image/png').end(onePixel)
      else res.writeHead(404).end()
    })
    const allowing = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
    try {
      const html = `<img src="${web.url}/there.png"><img src="${web.url}/there.png"><img src="${web.url}/missing.png"><img src="http://127.0.0.1:1/internal.png">`
      const guid = await postEmail(allowing, { html_text: html })
      const stored = await allowing.storage.get(frozenAssetsKey(guid))
      const assets = frozenAssets.parse(JSON.parse(String(stored?.body)))
      expect(assets.map(({ url, contentType }) => [url, contentType])).toEqual([
        [`${web.url}/there.png`, 'image/png'],
      ])
      expect(web.requests.sort()).toEqual(['GET /missing.png', 'GET /there.png'])
    } finally {
      await allowing.close()
      await web.close()
    }
  })
})

describe('authentication', () => {
  let api: TestApi

  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const post = (authorization: string | undefined): Promise<Response> =>
    fetch(`${api.url}/emails`, {
      method: 'POST',
      headers: {
        'X-Forwarded-Proto': 'https',
        'Content-Type': 'application/json',
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      body: '{"html_text":"x"}',
    })
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

  it('takes an API key as Basic user name with an empty password, the scheme in any case', async () => {
    expect((await post(basic(`${api.apiKey}:`))).status).toBe(200)
    expect((await post(basic(`${api.apiKey}:`).replace('Basic', 'bAsIc'))).status).toBe(200)
  })

  it('answers 401 with a Basic and a Bearer challenge to anything else', async () => {
    const wrong = [
      undefined,
      '',
      'Basic',
      'Basic !!!',
      basic('nobody:'),
      basic(`${api.apiKey}:password`),
      basic(':'),
      'Bearer x',
      `Digest ${api.apiKey}`,
    ]
    for (const authorization of wrong) {
      const response = await post(authorization)
      expect([authorization, response.status]).toEqual([authorization, 401])
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Basic realm="[^"]+", charset="UTF-8", Bearer realm="[^"]+"(, error="invalid_token", error_description="[\x20-\x21\x23-\x5B\x5D-\x7E]+")?$/,
      )
    }
  })

  it('answers 403 on an inactive account', async () => {
    await api.db.account.update({ where: { id: api.accountId }, data: { disabledAt: new Date() } })
    expect((await post(basic(`${api.apiKey}:`))).status).toBe(403)
    await api.db.account.update({ where: { id: api.accountId }, data: { disabledAt: null } })
    expect((await post(basic(`${api.apiKey}:`))).status).toBe(200)
  })

  it('refuses plain HTTP before it looks at a credential', async () => {
    const response = await fetch(`${api.url}/emails`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: basic(`${api.apiKey}:`) },
      body: '{"html_text":"x"}',
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('strict-transport-security')).toBeNull()
  })
})
