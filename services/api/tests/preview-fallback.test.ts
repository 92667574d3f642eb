import { pictureSizes } from '@pas/captures/picture-sizes'
import { randomUUID } from 'node:crypto'
import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { capturedColumns, failedColumns } from '@pas/testing/preview-columns'
import { until } from '@pas/testing/until'
import { addPreview } from './add-preview'
import { imagesUrl, postEmail, startApi, type TestApi } from './start-api'

const dayMs = 24 * 3600 * 1000
const own = `${imagesUrl}/preview-unavailable/full.png`
const partners = 'https://partner.example.com/sorry.png'
const operators = 'https://pictures.operator.example/sorry.png'

describe('a fallback instead of a failure', () => {
  let api: TestApi

  beforeAll(async () => {
    api = await startApi({ longPollTimeoutMs: 300, fallbackHosts: ['pictures.operator.example'] })
    await api.pretendServed('text')
    const { id: accountId } = await createAccount(api, { name: 'Partner' })
    for (const name of ['partner', 'other']) {
      const callbackUris = [`https://${name}.example.com:8443/callback`, `https://cdn.${name}.example.com/`]
      await createOauthApplication(api, { accountId, name, callbackUris })
    }
  })
  afterAll(() => api.close())

  const get = (path: string, method = 'GET', from = api): Promise<Response> =>
    fetch(`${from.url}/emails${path}`, {
      method,
      redirect: 'manual',
      headers: { 'X-Forwarded-Proto': 'https' },
    })

  /** Makes an email belong to the application `partner`. */
  async function ownedByPartner(guid: string): Promise<string> {
    const { id } = await api.db.oauthApplication.findFirstOrThrow({ where: { name: 'partner' } })
    await api.db.email.update({ where: { id: guid }, data: { oauthApplicationId: id } })
    return guid
  }

  async function expectFallback(response: Response, location: string): Promise<void> {
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-length')).toBe('0')
    // RFC 9110 §10.2.3: a Retry-After on a redirect would delay the redirected request.
    expect(response.headers.get('retry-after')).toBeNull()
    expect(await response.text()).toBe('')
  }
  async function expectError(response: Response, status: number, description = /./): Promise<void> {
    expect([response.status, response.headers.get('location')]).toEqual([status, null])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({
      status,
      description: expect.stringMatching(description) as string,
    })
  }

  describe('fallback=true', () => {
    const failures: [string, number, () => Promise<string>][] = [
      ['an unknown email', 404, () => Promise.resolve(`/${randomUUID()}/previews/PLAINTEXT`)],
      [
        'an email that takes no captures any more',
        404,
        async () => {
          const guid = await postEmail(api, { plain_text: 'x' })
          await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
          return `/${guid}/previews/PLAINTEXT`
        },
      ],
      [
        'a preview whose 180 days are over',
        404,
        async () => {
          const longAgo = new Date(api.clock.now().getTime() - 180 * dayMs)
          return `/${(await addPreview(api, capturedColumns(longAgo))).guid}/previews/PLAINTEXT`
        },
      ],
      [
        'a failed capture',
        500,
        async () => `/${(await addPreview(api, failedColumns(api.clock.now()))).guid}/previews/PLAINTEXT`,
      ],
      [
        'an email client whose engine has no worker',
        503,
        async () => `/${await postEmail(api, { html_text: 'x' })}/previews/CHROMEGMAILNEW`,
      ],
      ['a late capture', 504, async () => `/${(await addPreview(api, null)).guid}/previews/PLAINTEXT`],
    ]

    it.each(failures)(
      'is our own picture, in the size that was asked for: %s',
      async (_name, status, make) => {
        const path = await make()
        await expectError(await get(`${path}/full`), status)
        await expectError(await get(`${path}/full?fallback=false`), status)
        for (const size of pictureSizes) {
          const response = await get(`${path}/${size}?fallback=true`)
          expect(response.headers.get('connection') === 'close').toBe(status === 504)
          await expectFallback(response, `${imagesUrl}/preview-unavailable/${size}.png`)
        }
      },
    )

    it('keeps the status of the caller’s own errors', async () => {
      const guid = await postEmail(api, { plain_text: 'x' })
      await expectError(await get(`/no-guid/previews/PLAINTEXT/full?fallback=true`), 400, /email_guid/)
      await expectError(await get(`/${guid}/previews/NOSUCH/full?fallback=true`), 400, /NOSUCH/)
      await expectError(
        await get(`/${guid}/previews/PLAINTEXT/full?fallback=true&images=blocked`),
        400,
        /images/,
      )
      await expectError(await get(`/${guid}/previews/PLAINTEXT/full?fallback=true`, 'POST'), 405)
      await expectError(
        await get(`/${guid}/previews/PLAINTEXT/full?fallback=perhaps`),
        400,
        /fallback is true or false/,
      )
      await expectError(
        await get(`/${guid}/previews/PLAINTEXT/full?fallback=true&fallback=true`),
        400,
        /once/,
      )
      expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
    })

    it('changes nothing about a captured preview', async () => {
      const { guid, token } = await addPreview(api, capturedColumns(api.clock.now()))
      const response = await get(`/${guid}/previews/PLAINTEXT/full?fallback=true`)
      expect([response.status, response.headers.get('location')]).toEqual([
        301,
        `${imagesUrl}/captures/${token}/full.png`,
      ])
    })

    it('gives way to the picture as soon as there is one', async () => {
      const { guid } = await addPreview(api, null)
      await expectFallback(await get(`/${guid}/previews/PLAINTEXT/full?fallback=true`), own)
      await api.db.preview.updateMany({ where: { emailId: guid }, data: capturedColumns(api.clock.now()) })
      expect((await get(`/${guid}/previews/PLAINTEXT/full?fallback=true`)).status).toBe(301)
    })

    it('applies neither to HEAD nor to the JSON form', async () => {
      const { guid } = await addPreview(api, failedColumns(api.clock.now()))
      expect((await get(`/${guid}/previews/PLAINTEXT/full?fallback=true`, 'HEAD')).status).toBe(404)
      expect((await get(`/${guid}/previews/PLAINTEXT/full?fallback=perhaps`, 'HEAD')).status).toBe(400)
      await expectError(await get(`/${guid}/previews/PLAINTEXT?fallback=true`), 500)
    })

    it('is our own picture also while the database is away, whatever fallback_url says', async () => {
      const cutOff = await startApi({ isDatabaseAway: true })
      try {
        const path = `/${randomUUID()}/previews/PLAINTEXT/full`
        const real = await get(path, 'GET', cutOff)
        expect(real.headers.get('retry-after')).toBe('5')
        await expectError(real, 503, /database is away/)
        await expectFallback(await get(`${path}?fallback=true`, 'GET', cutOff), own)
        await expectFallback(await get(`${path}?fallback_url=${partners}`, 'GET', cutOff), own)
      } finally {
        await cutOff.close()
      }
    })
  })

  describe('fallback_url', () => {
    it('leaves no request waiting when the caller hangs up while its host is looked up', async () => {
      const patient = await startApi({ longPollTimeoutMs: 20_000 })
      const queue = patient.captureQueues.get('text')
      try {
        await patient.pretendServed('text')
        const guid = await postEmail(patient, { plain_text: 'x' })
        const { clientId } = await createOauthApplication(patient, {
          accountId: patient.accountId,
          name: 'partner',
          callbackUris: ['https://partner.example.com/callback'],
        })
        const { id } = await patient.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
        await patient.db.email.update({ where: { id: guid }, data: { oauthApplicationId: id } })
        // The process reads a later connection's request after the end of an earlier one, so this waits for that end.
        const turn = (): Promise<Response> => get('/no-guid/previews/PLAINTEXT/full', 'GET', patient)
        await patient.db.$transaction(async (locking) => {
          await locking.$executeRaw`LOCK TABLE callback_uris IN ACCESS EXCLUSIVE MODE`
          const caller = new AbortController()
          const asked = fetch(
            `${patient.url}/emails/${guid}/previews/PLAINTEXT/full?fallback_url=${partners}`,
            {
              headers: { 'X-Forwarded-Proto': 'https' },
              signal: caller.signal,
            },
          )
          const waiting = () => locking.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE NOT granted`
          await until(async () => (await waiting()).length > 0)
          caller.abort()
          await expect(asked).rejects.toThrow()
          await turn()
        })
        await until(async () => (await queue?.getPrioritized())?.length === 1)
        await turn()
        expect(patient.captureWaiters.size).toBe(0)
      } finally {
        await patient.close()
      }
    })

    const failedPath = async (): Promise<string> =>
      `/${await ownedByPartner((await addPreview(api, failedColumns(api.clock.now()))).guid)}/previews/PLAINTEXT`

    it('is followed on the callback hosts of the application that owns the email, and on the operator’s', async () => {
      const path = await failedPath()
      for (const url of [partners, 'https://cdn.partner.example.com/a/b.webp', operators]) {
        await expectFallback(await get(`${path}/full?fallback_url=${url}`), url)
        await expectFallback(
          await get(`${path}/thumb?fallback=true&fallback_url=${encodeURIComponent(url)}`),
          url,
        )
        const twice = encodeURIComponent(encodeURIComponent(url))
        await expectFallback(await get(`${path}/thumb450?fallback_url=${twice}`), url)
      }
    })

    it.each([
      'https://example.com/sorry.png',
      'https://partner.example.com.evil.example/sorry.png',
      'https://evil.partner.example.com/sorry.png',
      'https://partner.example.com./sorry.png',
      'https://other.example.com/sorry.png',
      'https://evil.example\\@partner.example.com/sorry.png',
      'https://partner.example.com@evil.example/sorry.png',
      'https://partner%2eexample.com/sorry.png',
      'http://partner.example.com/sorry.png',
      '//partner.example.com/sorry.png',
      'https://partner.example.com/sorry.png?next=https://evil.example',
      'https://partner.example.com/sorry.png\r\nLocation: https://evil.example',
      'https://partner.example.com/callback',
    ])('is refused with 400 as %j, in every encoding, and starts nothing', async (url) => {
      const guid = await ownedByPartner(await postEmail(api, { plain_text: 'x' }))
      const once = encodeURIComponent(url)
      for (const sent of [once, encodeURIComponent(once)])
        await expectError(
          await get(`/${guid}/previews/PLAINTEXT/full?fallback_url=${sent}`),
          400,
          /^fallback_url /,
        )
      expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
    })

    it('is refused also when it is not needed, so that its validity does not depend on the capture', async () => {
      const { guid } = await addPreview(api, capturedColumns(api.clock.now()))
      const path = `/${await ownedByPartner(guid)}/previews/PLAINTEXT/full`
      expect((await get(`${path}?fallback_url=${partners}`)).status).toBe(301)
      await expectError(await get(`${path}?fallback_url=https://evil.example/x.png`), 400, /evil\.example/)
      expect((await get(`${path}?fallback_url=https://evil.example/x.png`, 'HEAD')).status).toBe(400)
      await expectError(
        await get(`${path}?fallback_url=${partners}&fallback_url=${partners}`),
        400,
        /more than once/,
      )
      await expectError(await get(`${path}?fallback=false&fallback_url=${partners}`), 400, /implies/)
    })

    it('may be on the operator’s hosts only for an email that is unknown, removed, or of no application', async () => {
      const removed = await ownedByPartner(await postEmail(api, { plain_text: 'x' }))
      await api.db.email.delete({ where: { id: removed } })
      const { guid: ofNoApplication } = await addPreview(api, failedColumns(api.clock.now()))
      for (const guid of [randomUUID(), removed, ofNoApplication]) {
        const path = `/${guid}/previews/PLAINTEXT/full`
        await expectFallback(await get(`${path}?fallback_url=${operators}`), operators)
        await expectError(await get(`${path}?fallback_url=${partners}`), 400, /partner\.example\.com/)
      }
    })
  })
})
