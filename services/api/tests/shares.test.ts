import { randomUUID } from 'node:crypto'
import { createOauthApplication, type IssuedCredentials } from '@pas/accounts/create-oauth-application'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { runRetention } from '@pas/retention/run-retention'
import { startRelay } from '@pas/testing/relay'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import { createShare } from '../src/shares/create-share'
import { addPreview, insertPreview } from './add-preview'
import { addAccount, postJson, type JsonAnswer } from './post-json'
import { connectApplication } from './connect-application'
import { postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const dayMs = 24 * 60 * 60 * 1000

/** Moves the clock, does `work`, and moves it back. */
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  api.clock.advance(ms)
  await work().finally(() => api.clock.advance(-ms))
}

const share = (guid: string, body: unknown = {}, headers = api.headers): Promise<JsonAnswer> =>
  postJson(api, `/emails/${guid}/shares`, body, headers)

/** Makes a share; resolves to its id and token. */
async function shareOf(
  guid: string,
  body: unknown = {},
  headers = api.headers,
): Promise<{ id: string; token: string }> {
  const made = await share(guid, body, headers)
  expect(made).toMatchObject({
    status: 201,
    body: { url: expect.stringContaining('https://board.test/s/') as string },
  })
  return { id: String(made.body.share_id), token: String(made.body.url).replace('https://board.test/s/', '') }
}

let lastAddress = 0
/** Opens a link without credentials, from an IP address of its own unless one is given. */
async function open(
  token: string,
  address = `192.0.2.${++lastAddress}`,
  at = api,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const response = await fetch(`${at.url}/shared/${token}`, {
    headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': address, ...headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}
const statusOf = async (token: string): Promise<number> => (await open(token)).status

const list = async (path: string, headers = api.headers): Promise<Record<string, unknown>[]> => {
  const response = await fetch(`${api.url}${path}`, { headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as { shares: Record<string, unknown>[] }).shares
}
const revoke = (id: string, headers = api.headers): Promise<Response> =>
  fetch(`${api.url}/shares/${id}`, { method: 'DELETE', headers })

/** Without what a share that copies nothing of the email's content does not ask. */
function createShareDeps(): Parameters<typeof createShare>[0] {
  const notAsked = {} as never
  return {
    ...api,
    config: { boardUrl: 'https://board.test', links: { followTrackers: false }, spamd: null },
    emailReader: notAsked,
    changesQueue: notAsked,
    emailBodies: notAsked,
    checkWork: notAsked,
    linkAsker: null,
    logger: notAsked,
    limitsOfAccount: notAsked,
    engineStatus: notAsked,
    accountRates: notAsked,
  }
}

describe('a share', () => {
  it('shows its pictures without credentials, and neither the guid nor the account’s own names', async () => {
    const guid = await postEmail(api, {
      plain_text: 'x',
      subject: 'Sale',
      reference: 'r-17',
      end_user_id: 'u-4',
    })
    await insertPreview(api, guid)
    const { token } = await shareOf(guid, { label: 'Spring' })
    const { status, headers, body } = await open(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: { subject: 'Sale', content: 'kept', counts: { waiting: 1, captured: 0, failed: 0 } },
      label: 'Spring',
      shows: [],
      complete: false,
      previews: [{ client: 'PLAINTEXT', status: 'waiting' }],
    })
    for (const secret of [guid, 'r-17', 'u-4']) expect(JSON.stringify(body)).not.toContain(secret)
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['changes']))
    expect([
      headers.get('cache-control'),
      headers.get('referrer-policy'),
      headers.get('x-robots-tag'),
    ]).toEqual(['no-store', 'no-referrer', 'noindex'])
  })

  it('shows only the previews that its configurations name', async () => {
    const { guid } = await addPreview(api, {})
    await insertPreview(api, guid, { emailClient: 'CHROMEGMAILNEW', engine: 'chromium' })
    await insertPreview(api, guid, { emailClient: 'CHROMEGMAILNEW', engine: 'chromium', images: 'blocked' })
    const { token } = await shareOf(guid, {
      configurations: [{ client: 'chromegmailnew', images: 'blocked' }],
    })
    const { body } = await open(token)
    expect(body.previews).toMatchObject([{ client: 'CHROMEGMAILNEW', images: 'blocked' }])
    expect(body.email).toMatchObject({ counts: { waiting: 1 } })
  })

  it('keeps the source and the changes that it shows when the email’s content is erased', async () => {
    const html_text = '<p style="position:fixed">x</p>'
    const guid = await postEmail(api, { html_text, subject: 'Sale' })
    await insertPreview(api, guid, {
      emailClient: 'CHROMEGMAILNEW',
      engine: 'chromium',
      status: 'captured',
      capturedAt: api.clock.now(),
      attempt: 1,
      width: 1,
      height: 1,
      truncated: false,
      drawnBy: '1',
    })
    const both = await shareOf(guid, { shows: ['source', 'changes'] })
    const neither = await shareOf(guid)
    await later(3 * dayMs, async () => {
      await runRetention({ ...api, signal: new AbortController().signal })
      const { body } = await open(both.token)
      expect(body).toMatchObject({
        email: { subject: 'Sale', content: 'erased' },
        shows: ['changes', 'source'],
        source: { html_text, subject: 'Sale' },
        changes: expect.arrayContaining([
          expect.objectContaining({ what: 'position', clients: ['CHROMEGMAILNEW'] }),
        ]) as object[],
      })
      const plain = await open(neither.token)
      expect(plain.body.email).toMatchObject({ subject: null, content: 'erased' })
      expect(JSON.stringify(plain.body)).not.toContain('position:fixed')
      expect(await share(guid, { shows: ['source'] })).toMatchObject({
        status: 409,
        body: { description: expect.stringContaining('48 hours') as string },
      })
      expect((await share(guid)).status).toBe(201)
    })
  })

  it('shows what checks had found when it was made, and begins no measurement, neither then nor for a reader', async () => {
    const html_text = '<a href="#">Shop</a><a href="https://shop.example/">Other</a>'
    const guid = await postEmail(api, { html_text, subject: 'Sale' })
    await insertPreview(api, guid, { emailClient: 'CHROMEGMAILNEW', engine: 'chromium' })
    await api.pretendServed('chromium')
    const { token } = await shareOf(guid, { shows: ['checks'] })
    const { body } = await open(token)
    expect(body).toMatchObject({ shows: ['checks'] })
    expect(JSON.stringify(body)).not.toContain(guid)
    const { email_guid, complete, checks, clients_checked } = body.checks as {
      email_guid: null
      complete: boolean
      clients_checked: string[]
      checks: { name: string; status: string; findings: { rule: string }[] }[]
    }
    expect({ email_guid, complete, clients_checked }).toEqual({
      email_guid: null,
      complete: true,
      clients_checked: ['CHROMEGMAILNEW'],
    })
    expect(checks.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toContain('links/empty')
    expect(checks.find(({ name }) => name === 'contrast')).toMatchObject({
      status: 'failed',
      description: 'It was not measured by then.',
    })
    expect(await api.db.emailCheck.count({ where: { emailId: guid } })).toBe(0)
    expect((await share(guid, { shows: ['checks'] }, await addAccount(api))).status).toBe(404)
  })

  it('ends to the second, says so for 30 days, and leaves no content', async () => {
    const { guid } = await addPreview(api, {})
    const { id, token } = await shareOf(guid, { expires_in_s: 60, shows: ['source'] })
    const retain = () => runRetention({ ...api, signal: new AbortController().signal })
    await later(59_000, async () => {
      expect(await statusOf(token)).toBe(200)
    })
    await later(60_000, async () => {
      expect((await open(token)).body).toMatchObject({ status: 410, code: 'link_expired' })
      await retain()
      expect(await api.db.shareContent.count({ where: { shareId: id } })).toBe(0)
      expect(await statusOf(token)).toBe(410)
    })
    await later(60_000 + 30 * dayMs, async () => {
      await retain()
      expect(await statusOf(token)).toBe(404)
    })
  })

  it('ends when it is revoked, by this process or another, and its content is erased', async () => {
    const { guid } = await addPreview(api, {})
    const [mine, others] = [await shareOf(guid, { shows: ['source'] }), await shareOf(guid)]
    expect(await statusOf(mine.token)).toBe(200)
    expect([(await revoke(mine.id)).status, (await revoke(mine.id)).status]).toEqual([204, 204])
    expect(await api.db.shareContent.count({ where: { shareId: mine.id } })).toBe(0)
    await api.db.share.update({ where: { id: others.id }, data: { revokedAt: api.clock.now() } })
    expect([await statusOf(mine.token), await statusOf(others.token)]).toEqual([410, 410])
  })

  it('ends with its email, and never later than 180 days after the upload', async () => {
    const { guid } = await addPreview(api, {})
    await later(dayMs, async () => {
      const made = await share(guid, { expires_in_s: 180 * 86_400 })
      expect(made.status).toBe(201)
      const email = await api.db.email.findUniqueOrThrow({ where: { id: guid } })
      expect(made.body.expires_at).toBe(new Date(email.createdAt.getTime() + 180 * dayMs).toISOString())
    })
    const { token } = await shareOf(guid, { shows: ['source'] })
    await fetch(`${api.url}/emails/${guid}`, { method: 'DELETE', headers: api.headers })
    expect(await statusOf(token)).toBe(404)
    expect(await api.db.share.count({ where: { emailId: guid } })).toBe(0)
  })

  it('counts an address once in 15 minutes, and writes that, its making and its end into the audit trail', async () => {
    const { guid } = await addPreview(api, {})
    const { id, token } = await shareOf(guid)
    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) await open(token, address)
    await revoke(id)
    const [listed] = await list(`/emails/${guid}/shares`)
    expect(listed).toMatchObject({ share_id: id, views: 2, last_viewed_at: expect.any(String) as string })
    const events = await api.db.auditEvent.findMany({
      where: { target: `share:${id}` },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual([
      'share.create',
      'share.view',
      'share.view',
      'share.revoke',
    ])
    expect(
      JSON.stringify(events, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(token)
  })

  it('writes ten views a minute into the audit trail, however many addresses a stranger has, and counts them all', async () => {
    const { guid } = await addPreview(api, {})
    const { id, token } = await shareOf(guid)
    for (let count = 1; count <= 12; count++)
      expect((await open(token, `203.0.113.${100 + count}`)).status).toBe(200)
    expect(await list(`/emails/${guid}/shares`)).toMatchObject([{ views: 12 }])
    expect(await api.db.auditEvent.count({ where: { action: 'share.view', target: `share:${id}` } })).toBe(10)
  })

  it('is answered 60 times a minute to one address, and unknown tokens count', async () => {
    const address = '203.0.113.9'
    const { guid } = await addPreview(api, {})
    const { token } = await shareOf(guid)
    const guesses = await Promise.all(Array.from({ length: 60 }, () => open('pas_shr_unknown', address)))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]))
    const refused = await open(token, address)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await statusOf(token)).toBe(200)
  })

  describe('that is asked for in the name of a visitor', () => {
    let application: IssuedCredentials
    const named = (visitor: string, { clientId, clientSecret }: IssuedCredentials) => ({
      'X-Board-Visitor': visitor,
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    })
    const applicationOf = (isFirstParty: boolean) =>
      createOauthApplication(api, {
        accountId: api.accountId,
        name: 'Board',
        callbackUris: ['https://board.test/callback'],
        isFirstParty,
      })
    beforeAll(async () => {
      application = await applicationOf(true)
    })

    it('counts for the asking address, unless the operator’s own application asks', async () => {
      const disabled = await applicationOf(true)
      await setApplicationDisabled(api, disabled.clientId, true)
      const ofPartner = await applicationOf(false)
      const unproven = [
        (visitor: string) => ({ 'X-Board-Visitor': visitor }),
        (visitor: string) => ({ ...api.headers, 'X-Board-Visitor': visitor }),
        (visitor: string) => named(visitor, { ...application, clientSecret: 'pas_sec_wrong' }),
        (visitor: string) => named(visitor, ofPartner),
        (visitor: string) => named(visitor, disabled),
        () => named('no address', application),
      ]
      const { guid } = await addPreview(api, {})
      const { token } = await shareOf(guid)
      const ask = async (number: number) => {
        const headers = unproven[number % unproven.length]?.(`198.51.100.${number}`) ?? {}
        return (await open(token, '203.0.113.40', api, headers)).status
      }
      const numbers = Array.from({ length: 60 }, (_, number) => number)
      await Promise.all(numbers.map(ask))
      await until('the address’s limit is used up', async () => (await ask(61)) === 429)
      const refused = await Promise.all(numbers.slice(0, unproven.length).map(ask))
      expect(refused).toEqual(unproven.map(() => 429))
      expect(await statusOf(token)).toBe(200)
    })

    it('counts for that visitor, whose limit and views are not those of others', async () => {
      const { guid } = await addPreview(api, {})
      const { id, token } = await shareOf(guid)
      const ask = async (visitor: string) =>
        (await open(token, '203.0.113.41', api, named(visitor, application))).status
      await Promise.all(Array.from({ length: 60 }, () => ask('198.51.100.31')))
      await until('the visitor’s limit is used up', async () => (await ask('198.51.100.31')) === 429)
      expect(await ask('198.51.100.32')).toBe(200)
      expect((await api.db.share.findUniqueOrThrow({ where: { id } })).views).toBe(2)
      const [event] = await api.db.auditEvent.findMany({
        where: { action: 'share.view', target: `share:${id}` },
        orderBy: { id: 'desc' },
      })
      expect(event?.ip).toBe('198.51.100.32')
    })
  })

  it('is counted and limited by each process for itself while Redis is away, and seen without a count while it is mute', async () => {
    const relay = await startRelay(testVariable('TEST_REDIS_URL'))
    const other = await startApi({ shared: api, redisUrl: relay.url })
    try {
      const { guid } = await addPreview(api, {})
      const { id, token } = await shareOf(guid)
      const openFrom = async (address: string) => (await open(token, address, other)).status
      const counted = async () => ({
        views: (await api.db.share.findUniqueOrThrow({ where: { id } })).views,
        audited: await api.db.auditEvent.count({ where: { action: 'share.view', target: `share:${id}` } }),
      })
      relay.hang()
      expect(await openFrom('198.51.100.21')).toBe(200)
      expect(await counted()).toEqual({ views: 0, audited: 0 })

      relay.cut()
      await until('the connection is known to be away', () => other.redisConnection.status !== 'ready')
      for (let time = 0; time < 3; time++) expect(await openFrom('198.51.100.22')).toBe(200)
      expect(await counted()).toEqual({ views: 1, audited: 1 })
      const statuses = await Promise.all(Array.from({ length: 60 }, () => openFrom('198.51.100.22')))
      expect(statuses.filter((status) => status === 429)).toHaveLength(3)
      expect(await openFrom('198.51.100.23')).toBe(200)
      expect(await counted()).toEqual({ views: 2, audited: 2 })
    } finally {
      await other.close()
      await relay.close()
    }
  })

  it('is the account’s own: another can neither make, list nor revoke it', async () => {
    const { guid } = await addPreview(api, {})
    const { id, token } = await shareOf(guid)
    const stranger = await addAccount(api)
    expect((await share(guid, {}, stranger)).status).toBe(404)
    const ofEmail = await fetch(`${api.url}/emails/${guid}/shares`, { headers: stranger })
    expect([ofEmail.status, (await revoke(id, stranger)).status]).toEqual([404, 404])
    expect(await list('/shares', stranger)).toEqual([])
    expect(await list(`/emails/${guid}/shares`)).toMatchObject([{ share_id: id, email_guid: guid }])
    expect(await statusOf(token)).toBe(200)
    expect((await revoke(randomUUID())).status).toBe(404)
  })

  it('is found at the address that its creation names, by its account alone', async () => {
    const { guid } = await addPreview(api, {})
    const made = await share(guid)
    const location = String(made.headers.get('location'))
    expect(location).toBe(`https://api.test/v1/shares/${String(made.body.share_id)}`)
    const read = async (headers: Record<string, string>): Promise<unknown[]> => {
      const response = await fetch(location.replace('https://api.test/v1', api.url), { headers })
      return [response.status, await response.json()]
    }
    const told = await read(api.headers)
    expect([told[0], made.body]).toEqual([200, { ...(told[1] as object), url: made.body.url }])
    expect(await read(await addAccount(api))).toMatchObject([404, { code: 'not_found' }])
  })

  it('is refused with the member that is wrong', async () => {
    const { guid } = await addPreview(api, {})
    for (const [body, field] of [
      [{ expires_in_s: 0 }, 'expires_in_s'],
      [{ expires_in_s: 180 * 86_400 + 1 }, 'expires_in_s'],
      [{ shows: ['pictures'] }, 'shows.0'],
      [{ label: 'x'.repeat(129) }, 'label'],
      [{ label: 'a\nb' }, 'label'],
      [{ configurations: [{ client: 'NOPE' }] }, 'configurations.0.client'],
    ] as const) {
      const refused = await share(guid, body)
      expect([body, refused.status, refused.body.errors]).toEqual([
        body,
        400,
        [expect.objectContaining({ field })],
      ])
    }
    const large = await postEmail(api, { plain_text: 'x'.repeat(1024 * 1024) })
    expect(await share(large, { shows: ['source'] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'shows', code: 'out_of_range' }] },
    })
    expect((await share(large)).status).toBe(201)
  })

  it('is 410, source included, while its account, its user, or its application or that one’s account is disabled', async () => {
    const { guid } = await addPreview(api, {})
    const { headers, userId, oauthApplicationId, partnerId } = await connectApplication(api)
    const { id: shareId, token } = await shareOf(guid, { shows: ['source', 'checks'] }, headers)
    const { token: byKey } = await shareOf(guid)
    for (const [table, id, giver, opensByKey] of [
      ['accounts', api.accountId, 'account', 410],
      ['users', userId, 'person', 200],
      ['oauth_applications', oauthApplicationId, 'application', 200],
      ['accounts', partnerId, 'application', 200],
    ] as const) {
      const disable = (disabledAt: Date | null) =>
        api.db.$executeRawUnsafe(`UPDATE ${table} SET disabled_at = $1 WHERE id = $2`, disabledAt, id)
      await disable(api.clock.now())
      const refused = await open(token)
      const other = await statusOf(byKey)
      // The account's own requests are refused while it is disabled.
      const listed = giver === 'account' ? [] : await list(`/emails/${guid}/shares`)
      await disable(null)
      const { code, source, checks } = refused.body
      expect([refused.status, code, source, checks, other]).toEqual([
        ...[410, 'link_expired', undefined, undefined, opensByKey],
      ])
      expect(refused.body.description).toContain(giver)
      expect(listed.filter(({ status }) => status === 'disabled').map(({ share_id }) => share_id)).toEqual(
        giver === 'account' ? [] : [shareId],
      )
      expect(await statusOf(token)).toBe(200)
    }
  })

  it('cannot be made through an application that was disconnected while the request was answered', async () => {
    const { guid } = await addPreview(api, {})
    const { userId, oauthApplicationId } = await connectApplication(api)
    await api.db.consent.deleteMany({ where: { userId, oauthApplicationId } })
    const made = createShare(
      createShareDeps(),
      { accountId: api.accountId, oauthApplicationId, userId, actor: 'test', ip: '' },
      { emailGuid: guid, expiresInS: 60, configurations: null, shows: [], label: null },
      new AbortController().signal,
    )
    await expect(made).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await list(`/emails/${guid}/shares`)).toEqual([])
  })

  it('cannot be made by an account that has 1,000, until one of them is over or revoked', async () => {
    const { guid } = await addPreview(api, {})
    const { id } = await shareOf(guid)
    await api.db.$executeRaw`
      INSERT INTO shares (id, token_hash, account_id, email_id, shows, created_at, expires_at)
      SELECT gen_random_uuid(), sha256(n::text::bytea), account_id, email_id, '{}', created_at, expires_at
        FROM shares, generate_series(1, 1000) n WHERE id = ${id}::uuid`
    expect(await share(guid)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await api.db.share.updateMany({
      where: { emailId: guid, id: { not: id } },
      data: { revokedAt: api.clock.now() },
    })
    expect((await share(guid)).status).toBe(201)
  })

  it('is not made of half the changes when its caller hangs up meanwhile', async () => {
    const { guid } = await addPreview(api, {})
    const made = createShare(
      createShareDeps(),
      { accountId: api.accountId, oauthApplicationId: null, userId: null, actor: 'test', ip: '' },
      { emailGuid: guid, expiresInS: 60, configurations: null, shows: ['changes'], label: null },
      AbortSignal.abort(),
    )
    await expect(made).rejects.toThrow('aborted')
    expect(await list(`/emails/${guid}/shares`)).toEqual([])
  })

  it('is listed in pages, and its token is stored as a hash only', async () => {
    const { guid } = await addPreview(api, {})
    const made = [await shareOf(guid), await shareOf(guid), await shareOf(guid)]
    const path = `${api.url}/emails/${guid}/shares?limit=2`
    const page = async (query: string) =>
      (await (await fetch(`${path}${query}`, { headers: api.headers })).json()) as {
        shares: { share_id: string }[]
        next?: string
      }
    const first = await page('')
    const second = await page(`&before=${first.next ?? ''}`)
    expect(second.next).toBeUndefined()
    const ids = [...first.shares, ...second.shares].map(({ share_id }) => share_id)
    expect(ids.sort()).toEqual(made.map(({ id }) => id).sort())
    const [row] = await api.db.$queryRaw<{ all: string }[]>`
      SELECT string_agg(s::text, ' ') AS all FROM shares s WHERE email_id = ${guid}::uuid`
    for (const { token } of made) expect(row?.all).not.toContain(token)
  })
})

it('is not made where there is no board', async () => {
  const boardless = await startApi({ boardUrl: null })
  const { guid } = await addPreview(boardless, {})
  const refused = await postJson(boardless, `/emails/${guid}/shares`, {}, boardless.headers)
  await boardless.close()
  expect(refused).toMatchObject({
    status: 404,
    body: { description: expect.stringContaining('has no board') as string },
  })
})
