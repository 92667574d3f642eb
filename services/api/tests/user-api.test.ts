import { saveEmailClientSet } from '@pas/accounts/email-client-sets'
import { replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { readSettingsLink } from '@pas/accounts/settings-link'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import { createAccount } from '@pas/accounts/create-account'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { until } from '@pas/testing/until'
import { request } from 'undici'
import { authUrl, startApi, type TestApi } from './start-api'

const paths = [
  '/users/current',
  '/user_settings/clients',
  '/user_settings/clients/configuration_url',
  '/user_settings/client_sets',
]
const email = 'ada@example.com'

describe('the user API', () => {
  let api: TestApi
  let userId: number
  let clientId: string
  let oauthApplicationId: number
  let accessToken: string
  let deps: Pick<TestApi, 'db' | 'clock'>

  beforeAll(async () => {
    api = await startApi()
    deps = api
    userId = (
      await createUser(deps, { accountId: api.accountId, email, firstName: 'Ada', lastName: 'Lovelace' })
    ).id
    const { id: accountId } = await createAccount(deps, { name: 'Partner' })
    const created = await createOauthApplication(deps, {
      accountId,
      name: 'Partner',
      callbackUris: ['https://partner.example.com/'],
    })
    clientId = created.clientId
    oauthApplicationId = (await api.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })).id
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    accessToken = await newToken()
  })

  const newToken = async (scope = 'full') =>
    (await seedAccessToken(api.db, { userId, oauthApplicationId, createdAt: api.clock.now(), scope }))
      .accessToken
  const get = (path: string, authorization = `Bearer ${accessToken}`, method = 'GET') =>
    fetch(`${api.userApiUrl}${path}`, {
      method,
      headers: { 'X-Forwarded-Proto': 'https', ...(authorization && { Authorization: authorization }) },
    })

  it('says who the user is', async () => {
    const response = await get('/users/current')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual({
      user: {
        id: userId,
        full_name: 'Ada Lovelace',
        first_name: 'Ada',
        last_name: 'Lovelace',
        language: null,
      },
    })
    await api.db.user.update({ where: { id: userId }, data: { language: 'de' } })
    expect(await (await get('/users/current')).json()).toMatchObject({ user: { language: 'de' } })
  })

  it('lists the sets that the user has named, with what is still offered of them, and nobody else’s', async () => {
    const sets = async (authorization?: string) =>
      (await get('/user_settings/client_sets', authorization)).json()
    expect(await sets()).toEqual({ sets: [] })
    const name = 'Outlook check'
    const saved = await saveEmailClientSet(deps, userId, {
      name,
      emailClients: ['OL2016', 'NOLONGEROFFERED', 'GMAILNEW'],
    })
    await saveEmailClientSet(deps, userId, { name: 'Gone', emailClients: ['NOLONGEROFFERED'] })
    expect(await sets()).toEqual({ sets: [{ id: saved?.id, name, clients: ['GMAILNEW', 'OL2016'] }] })
    const other = await createUser(deps, {
      ...{ accountId: api.accountId, email: 'other@example.com', firstName: 'Grace', lastName: 'Hopper' },
    })
    const token = await seedAccessToken(api.db, {
      ...{ userId: other.id, oauthApplicationId, createdAt: api.clock.now(), scope: 'full' },
    })
    expect(await sets(`Bearer ${token.accessToken}`)).toEqual({ sets: [] })
  })

  it('lists the default set until the user has chosen, then what the user chose', async () => {
    const codes = async () =>
      ((await (await get('/user_settings/clients')).json()) as { clients: { code: string }[] }).clients
    expect((await codes()).map(({ code }) => code)).toEqual(['GMAILNEW', 'PLAINTEXT'])
    await replaceEmailClientChoice({ db: api.db }, userId, ['GOOGLEAPPS', 'NOLONGEROFFERED'])
    expect(await codes()).toEqual([
      { code: 'GOOGLEAPPS', name: 'G Suite', group: 'Web-based', platform: 'Edge' },
    ])
    await replaceEmailClientChoice({ db: api.db }, userId, [])
  })

  it('leaves clients that no worker can draw out of the default set only', async () => {
    const codes = async () =>
      ((await (await get('/user_settings/clients')).json()) as { clients: { code: string }[] }).clients.map(
        ({ code }) => code,
      )
    await api.pretendServed('text')
    expect(await codes()).toEqual(['PLAINTEXT'])
    await replaceEmailClientChoice({ db: api.db }, userId, ['GMAILNEW', 'PLAINTEXT'])
    expect(await codes()).toEqual(['GMAILNEW', 'PLAINTEXT'])
    await replaceEmailClientChoice({ db: api.db }, userId, [])
    await api.pretendServed('chromium')
    expect(await codes()).toEqual(['GMAILNEW', 'PLAINTEXT'])
  })

  it('links to the settings page with a signed link that names the user', async () => {
    const answer = (await (await get(paths[2] ?? '')).json()) as { configuration_url: string }
    expect(Object.keys(answer)).toEqual(['configuration_url'])
    const url = new URL(answer.configuration_url)
    expect(url.origin + url.pathname).toBe(`${authUrl}/settings/clients`)
    expect(await readSettingsLink(deps, url.searchParams.get('link') ?? '')).toEqual({
      status: 'valid',
      userId,
    })
  })

  describe.each(paths)('GET /v2%s', (path) => {
    it('takes the scheme in any case', async () => {
      expect((await get(path, `bEARER ${accessToken}`)).status).toBe(200)
    })

    it('answers 401 with a bare challenge when no bearer token came', async () => {
      for (const authorization of ['', 'Bearer', `Basic ${btoa(`${api.apiKey}:`)}`, 'Bearer a b']) {
        const response = await get(path, authorization)
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer realm="partner-access"',
        ])
        expect(await response.json()).toMatchObject({ status: 401, title: 'Unauthorized' })
      }
    })

    it('answers 401 invalid_token to a token that is unknown, expired, revoked, or of a disabled application', async () => {
      const expectInvalid = async () => {
        const response = await get(path)
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          401,
          expect.stringMatching(
            /^Bearer realm="partner-access", error="invalid_token", error_description="[\x20-\x21\x23-\x5B\x5D-\x7E]+"$/,
          ),
        ])
      }
      await setApplicationDisabled(deps, clientId, true)
      await expectInvalid()
      await setApplicationDisabled(deps, clientId, false)
      await expectInvalid()
      accessToken = await newToken()
      expect((await get(path)).status).toBe(200)
      await revokeTokenFamilies(deps, { userId })
      await expectInvalid()
      accessToken = await newToken()
      api.clock.advance(7_200_000)
      await expectInvalid()
      accessToken = api.apiKey
      await expectInvalid()
    })

    it('answers 403 to an inactive user, and to a scope that is not enough', async () => {
      const expectForbidden = async (error: string) => {
        const response = await get(path)
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          403,
          expect.stringContaining(`error="${error}"`),
        ])
      }
      await setUserDisabled(deps, email, true)
      await expectForbidden('inactive_user')
      await setUserDisabled(deps, email, false)
      await setAccountDisabled(deps, api.accountId, true)
      await expectForbidden('inactive_user')
      await setAccountDisabled(deps, api.accountId, false)
      accessToken = await newToken('little')
      await expectForbidden('invalid_scope')
    })

    it('answers 400 to two Authorization headers, and 405 with Allow to another method', async () => {
      const twice = await request(`${api.userApiUrl}${path}`, {
        headers: [
          'X-Forwarded-Proto',
          'https',
          'Authorization',
          `Bearer ${accessToken}`,
          'authorization',
          'Bearer x',
        ],
      })
      expect(twice.statusCode).toBe(400)
      await twice.body.dump()
      const posted = await get(path, undefined, 'POST')
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    })
  })

  it('refuses plain HTTP before it looks at the token', async () => {
    const response = await fetch(`${api.userApiUrl}/users/current`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    })
    expect(response.status).toBe(403)
  })

  describe('POST /v1/emails with a bearer token', () => {
    const post = (authorization = `Bearer ${accessToken}`) =>
      fetch(`${api.url}/emails`, {
        method: 'POST',
        headers: {
          'X-Forwarded-Proto': 'https',
          'Content-Type': 'application/json',
          Authorization: authorization,
        },
        body: JSON.stringify({ plain_text: 'Hello' }),
      })

    it("counts to the user's account, and remembers the application and the user", async () => {
      const { email_guid: id } = (await (await post()).json()) as { email_guid: string }
      expect(await api.db.email.findUnique({ where: { id } })).toMatchObject({
        accountId: api.accountId,
        oauthApplicationId,
        userId,
      })
    })

    it('answers 401 with both challenges, Bearer saying what is wrong, and 403 to an inactive user; stores nothing', async () => {
      const before = await api.db.email.count()
      const unknown = await post(`Bearer ${accessToken}x`)
      expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(
          /^Basic realm="[^"]+".*, Bearer realm="[^"]+", error="invalid_token", error_desc/,
        ),
      ])
      const misplaced = await post(`Bearer ${api.apiKey}`)
      expect(misplaced.status).toBe(401)
      expect(await misplaced.text()).toContain('"description":"An API key is no access token.')
      await setUserDisabled(deps, email, true)
      expect((await post()).status).toBe(403)
      await setUserDisabled(deps, email, false)
      expect(await api.db.email.count()).toBe(before)
    })
  })

  it('notes the use of a key, and the refusal of a token, once an hour for an address, or an IPv6 subscriber', async () => {
    const rows = async (action: string) => {
      await api.securityTrail.settled()
      return api.db.auditEvent.count({ where: { action } })
    }
    api.clock.advance(3_600_000)
    const before = { used: await rows('api_key.use'), refused: await rows('token.refuse') }
    const useKey = () =>
      fetch(`${api.url}/emails`, {
        method: 'POST',
        headers: { ...api.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ plain_text: 'Hello' }),
      })
    await revokeTokenFamilies(deps, { userId })
    await useKey()
    await useKey()
    await get('/users/current')
    await get('/users/current')
    expect([await rows('api_key.use'), await rows('token.refuse')]).toEqual([
      before.used + 1,
      before.refused + 1,
    ])
    const row = await api.db.auditEvent.findFirst({
      where: { action: 'api_key.use' },
      orderBy: { id: 'desc' },
    })
    expect(row).toMatchObject({
      actor: `api_key:${api.apiKey.slice(0, 18)}`,
      target: `account:${api.accountId}`,
      ip: '127.0.0.1',
    })
    expect(
      JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toContain(api.apiKey)
    for (let i = 1; i <= 20; i++) {
      await fetch(`${api.userApiUrl}/users/current`, {
        headers: {
          'X-Forwarded-Proto': 'https',
          'X-Forwarded-For': `2001:db8:1:2::${i}`,
          Authorization: `Bearer ${accessToken}`,
        },
      })
    }
    expect(await rows('token.refuse')).toBe(before.refused + 2)
    api.clock.advance(3_600_000)
    await useKey()
    expect(await rows('api_key.use')).toBe(before.used + 2)
  })

  it('writes down when a key was last used, and refuses it while the user who made it is disabled', async () => {
    const apiKey = await createApiKey(deps, { accountId: api.accountId, userId, name: 'Mine' })
    const headers = { 'X-Forwarded-Proto': 'https', Authorization: `Basic ${btoa(`${apiKey}:`)}` }
    const read = () => fetch(`${api.url}/usage`, { headers })
    expect((await read()).status).toBe(200)
    const where = { prefix: apiKey.slice(0, 18) }
    await until('the use is written down', async () => {
      const { lastUsedAt } = await api.db.apiKey.findUniqueOrThrow({ where })
      return lastUsedAt?.getTime() === api.clock.now().getTime()
    })
    await setUserDisabled(deps, email, true)
    const refused = await read()
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('inactive')])
    await setUserDisabled(deps, email, false)
    expect((await read()).status).toBe(200)
  })
})
