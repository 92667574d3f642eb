import { runRetention } from '@pas/retention/run-retention'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { pngOf } from './asset-pictures'
import { addAccount, postJson, type JsonAnswer } from './post-json'
import { startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const dayMs = 24 * 60 * 60 * 1000
let last = 0
const newKey = (): string => `"key ${++last}"`
const post = (key: string, body: unknown = { plain_text: 'x' }, headers = api.headers): Promise<JsonAnswer> =>
  postJson(api, '/emails', body, { ...headers, 'Idempotency-Key': key })
const countEmails = (): Promise<number> => api.db.email.count()

describe('Idempotency-Key', () => {
  it('gives the same request the same answer for 24 hours, and makes one email', async () => {
    const key = newKey()
    const before = await countEmails()
    const first = await post(key, { plain_text: 'x', end_user_id: 'u', surprise: 1 })
    const again = await post(key, { plain_text: 'x', end_user_id: 'u', surprise: 1 })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await countEmails()).toBe(before + 1)
    api.clock.advance(dayMs)
    const later = await post(key, { plain_text: 'another' })
    expect([later.status, later.body.email_guid === first.body.email_guid]).toEqual([200, false])
  })

  it('is refused with 422 for another body', async () => {
    const key = newKey()
    const first = await post(key)
    const other = await post(key, { plain_text: 'y' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect((await post(key)).body).toEqual(first.body)
  })

  it('is the account’s own', async () => {
    const key = newKey()
    const mine = await post(key)
    const theirs = await post(key, { plain_text: 'y' }, await addAccount(api))
    expect([mine.status, theirs.status]).toEqual([200, 200])
  })

  it('is not used up by a request that is refused', async () => {
    const key = newKey()
    const refused = await post(key, { plain_text: 'x', revision_of: '5a7b1f0e-9f0c-4d8e-8f5d-0c1d2e3f4a5b' })
    expect(refused.status).toBe(400)
    expect((await post(key)).status).toBe(200)
  })

  it('may be sent without quotation marks; one that is empty, too long or sent twice is 400', async () => {
    expect((await post('8e03978e-40d5-43dd-bc93-6894a57f9324')).status).toBe(200)
    expect((await post('"a \\" \\\\ b"')).status).toBe(200)
    for (const key of [
      '""',
      `"${'x'.repeat(256)}"`,
      'x'.repeat(256),
      'a, b',
      '"a", "b"',
      '"a',
      'a b',
      '"é"',
    ]) {
      const { status, body } = await post(Buffer.from(key, 'utf8').toString('latin1'))
      expect([key, status, body.errors]).toEqual([
        key,
        400,
        [{ field: 'Idempotency-Key', message: expect.any(String) as string, code: 'invalid' }],
      ])
    }
  })

  it('is taken over two minutes after the process that answered died', async () => {
    const key = newKey()
    await post(key)
    // The row as it is while a process answers.
    await api.db.idempotencyKey.updateMany({
      where: { expiresAt: { gt: api.clock.now() } },
      data: { answer: null, claimedUntil: new Date(api.clock.now().getTime() + 120_000) },
    })
    expect((await post(key)).status).toBe(409)
    api.clock.advance(120_000)
    expect((await post(key, { plain_text: 'y' })).status).toBe(422)
    expect((await post(key)).status).toBe(200)
  })

  const faults = {
    'the database refuses to store it': `RAISE EXCEPTION 'no answer is stored'`,
    'the connection ends': 'PERFORM pg_terminate_backend(pg_backend_pid())',
  }
  it.each(Object.entries(faults))(
    'makes no second email after an answer that could not be stored because %s',
    async (_why, fault) => {
      const key = newKey()
      const before = await countEmails()
      const previews = await api.db.preview.count()
      const body = { plain_text: 'x', configurations: [{ client: 'CHROMEGMAILNEW' }] }
      await api.db.$executeRawUnsafe(
        `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${fault}; RETURN NEW; END $$`,
      )
      await api.db.$executeRaw`
        CREATE TRIGGER fail BEFORE UPDATE ON idempotency_keys FOR EACH ROW WHEN (NEW.answer IS NOT NULL) EXECUTE FUNCTION fail()`
      try {
        for (let count = 0; count < 2; count++)
          expect((await post(key, body)).status).toBeGreaterThanOrEqual(500)
        expect(await countEmails()).toBe(before)
        expect(await api.db.preview.count()).toBe(previews)
      } finally {
        await api.db.$executeRaw`DROP FUNCTION fail() CASCADE`
      }
      const [first, again] = [await post(key, body), await post(key, body)]
      expect([first.status, again.body]).toEqual([200, first.body])
      expect(await countEmails()).toBe(before + 1)
    },
  )

  it('is answered from what was stored when the database went away while it committed', async () => {
    const key = newKey()
    const before = await countEmails()
    // Fails what follows the commit: the row of the email is there, and so is the answer.
    const commit = jest.spyOn(api.db, '$transaction').mockImplementationOnce((async (work: never) => {
      await (api.db.$transaction as (work: never) => Promise<unknown>)(work)
      throw new Error('Connection terminated unexpectedly')
    }) as never)
    const first = await post(key)
    commit.mockRestore()
    expect([first.status, await countEmails()]).toEqual([200, before + 1])
    expect((await post(key)).body).toEqual(first.body)
    const guid = first.body.email_guid as string
    const source = await fetch(`${api.url}/emails/${guid}/source`, { headers: api.headers })
    expect(source.status).toBe(200)
  })

  it('is forgotten by retention after 24 hours, and stored only as a hash', async () => {
    await api.db.idempotencyKey.deleteMany()
    await post(newKey())
    const [row] = await api.db.idempotencyKey.findMany()
    expect(row?.keyHash).toHaveLength(32)
    const retain = () => runRetention({ ...api, signal: new AbortController().signal })
    await retain()
    expect(await api.db.idempotencyKey.count()).toBe(1)
    api.clock.advance(dayMs)
    await retain()
    expect(await api.db.idempotencyKey.count()).toBe(0)
  })
})

describe('Idempotency-Key, while the first request is being answered', () => {
  let web: SmallWeb
  let slow: TestApi
  /** Answers the fetch of the email's asset, for which the upload waits. */
  let release: () => void
  let released: Promise<void>
  const hold = (): void => {
    released = new Promise((resolve) => (release = resolve))
    web.requests.length = 0
  }

  beforeAll(async () => {
    web = await startSmallWeb((_req, res) => void released.then(() => res.end(pngOf(10, 10))))
    slow = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
  })
  beforeEach(hold)
  afterEach(() => release())
  afterAll(async () => {
    await slow.close()
    await web.close()
  })

  const send = (key: string): Promise<JsonAnswer> =>
    postJson(
      slow,
      '/emails',
      { html_text: `<img src="${web.url}/a.png">` },
      { ...slow.headers, 'Idempotency-Key': key },
    )

  it('makes one email of many requests at once: the others are 409 until then', async () => {
    const before = await slow.db.email.count()
    const key = newKey()
    let refused = 0
    const answers = Array.from({ length: 10 }, async () => {
      const answer = await send(key)
      if (answer.status === 409) refused += 1
      return answer
    })
    await until(() => web.requests.length > 0 && refused === 9)
    const during = await send(key)
    expect([during.status, during.body.code, during.headers.get('retry-after')]).toEqual([
      409,
      'request_in_progress',
      '2',
    ])
    release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
    expect((await send(key)).status).toBe(200)
    expect(await slow.db.email.count()).toBe(before + 1)
  })

  it('gives a caller that hung up the answer to its first request', async () => {
    const before = await slow.db.email.count()
    const key = newKey()
    const hangUp = new AbortController()
    const first = fetch(`${slow.url}/emails`, {
      method: 'POST',
      headers: { ...slow.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ html_text: `<img src="${web.url}/a.png">` }),
      signal: hangUp.signal,
    }).catch(() => null)
    await until(() => web.requests.length > 0)
    hangUp.abort()
    expect(await first).toBeNull()
    release()
    let repeated = await send(key)
    await until(async () => {
      repeated = await send(key)
      return repeated.status === 200
    })
    expect(repeated.body.assets).toEqual({ kept: 1, failed: 0 })
    expect(await slow.db.email.count()).toBe(before + 1)
    expect(await slow.db.email.count({ where: { id: repeated.body.email_guid as string } })).toBe(1)
  })
})
