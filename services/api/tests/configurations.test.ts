import { randomUUID } from 'node:crypto'
import { captureJobId, captureQueueName } from '@pas/captures/capture-job'
import { Queue } from 'bullmq'
import { failedColumns } from '@pas/testing/preview-columns'
import { until } from '@pas/testing/until'
import { reconcileCaptures } from '../src/jobs/reconcile-captures'
import { postJson, type JsonAnswer } from './post-json'
import { startApi, type TestApi } from './start-api'

/** What the API's scheduled job does, once rows are old enough for it. */
async function reconcile({ clock, ...deps }: TestApi): Promise<void> {
  clock.advance(6_000)
  await reconcileCaptures({
    ...deps,
    clock,
    reports: { takeUp: () => Promise.resolve() },
    signal: new AbortController().signal,
  })
}

describe('configurations', () => {
  let api: TestApi
  let queues: Record<string, Queue>

  beforeAll(async () => {
    api = await startApi({ longPollTimeoutMs: 500 })
    const connection = { connection: api.redisConnection, prefix: api.redisPrefix }
    queues = {
      text: new Queue(captureQueueName('text'), connection),
      chromium: new Queue(captureQueueName('chromium'), connection),
    }
  })
  afterAll(async () => {
    await Promise.all(Object.values(queues).map((queue) => queue.close()))
    await api.close()
  })

  const postEmail = (configurations?: unknown): Promise<JsonAnswer> =>
    postJson(api, '/emails', { html_text: 'x', configurations }, api.headers)
  const prefetch = (guid: string, configurations?: unknown): Promise<JsonAnswer> =>
    postJson(api, `/emails/${guid}/previews/prefetch`, { configurations })

  async function newGuid(): Promise<string> {
    return (await postEmail()).body.email_guid as string
  }

  /** The email's previews in the order of their codes, each with whether its capture is in its queue. */
  async function previewsOf(guid: unknown): Promise<string[]> {
    const rows = await api.db.preview.findMany({
      where: { emailId: guid as string },
      orderBy: [{ emailClient: 'asc' }, { images: 'asc' }],
    })
    return Promise.all(
      rows.map(async ({ id, emailClient, orientation, images, engine, attempt }) => {
        const job = await queues[engine]?.getJob(captureJobId(id, attempt))
        return `${emailClient} ${orientation} ${images} ${job ? 'queued' : 'not queued'}`
      }),
    )
  }

  const asked = [
    { client: 'plaintext' },
    { client: 'GMAILNEW', images: 'blocked', orientation: 'vertical', surprise: 1 },
    { client: 'PLAINTEXT', images: 'allowed' },
    { client: 'gmailnew' },
  ]
  const echoed = [
    { client: 'PLAINTEXT', orientation: 'vertical', images: 'allowed' },
    { client: 'GMAILNEW', orientation: 'vertical', images: 'blocked' },
    { client: 'PLAINTEXT', orientation: 'vertical', images: 'allowed' },
    { client: 'GMAILNEW', orientation: 'vertical', images: 'allowed' },
  ]
  const started = [
    'GMAILNEW vertical allowed queued',
    'GMAILNEW vertical blocked queued',
    'PLAINTEXT vertical allowed queued',
  ]

  const bad: [unknown, RegExp][] = [
    [
      [{ client: 'PLAINTEXT' }, { client: 'NOSUCH' }],
      /^configurations\.1: .*'NOSUCH'.*GET \/clients lists them/,
    ],
    [
      [{ client: 'plaintext', images: 'blocked' }],
      /^configurations\.0: PLAINTEXT .*images "blocked".*allowed.*GET \/clients\/configurations/,
    ],
    [
      [{ client: 'PLAINTEXT' }, { client: 'GMAILNEW', orientation: 'horizontal' }],
      /^configurations\.1: GMAILNEW .*orientation "horizontal".*vertical/,
    ],
    [[{ client: 'GMAILNEW', images: null }], /^configurations\.0: GMAILNEW .*images/],
    [[{ client: 'GMAILNEW', images: ['allowed'] }], /^configurations\.0: GMAILNEW .*images/],
    [[{}], /^configurations\.0\.client: must be the code of an email client/],
    [[{ client: 7 }], /^configurations\.0\.client/],
    [['PLAINTEXT'], /^configurations\.0: must be an object/],
    [{ client: 'PLAINTEXT' }, /^configurations: must be an array/],
    [null, /^configurations: must be an array/],
    [Array(501).fill({ client: 'PLAINTEXT' }), /^configurations: must have at most 500/],
  ]

  describe('of POST /emails', () => {
    it('start their captures at once, each once, and come back with the defaults filled in', async () => {
      const { status, body } = await postEmail(asked)
      expect([status, body.configurations]).toEqual([200, echoed])
      expect(await previewsOf(body.email_guid)).toEqual(started)
    })

    it('come back only when they were sent', async () => {
      const { body } = await postEmail()
      expect(body).not.toHaveProperty('configurations')
      expect(await previewsOf(body.email_guid)).toEqual([])
    })

    it('refuse the whole email with 400 for one bad entry, name its index and client, and store nothing', async () => {
      const emails = await api.db.email.count()
      const previews = await api.db.preview.count()
      for (const [configurations, description] of bad) {
        const { status, body } = await postEmail(configurations)
        expect([configurations, status]).toEqual([configurations, 400])
        expect(body.description).toMatch(description)
      }
      expect([await api.db.email.count(), await api.db.preview.count()]).toEqual([emails, previews])
    })

    it('are captured under the address that a later request names', async () => {
      await api.pretendServed('text')
      const { body } = await postEmail([{ client: 'PLAINTEXT' }])
      const address = `${api.url}/emails/${String(body.email_guid)}/previews/PLAINTEXT/full`
      const response = await fetch(address, { headers: { 'X-Forwarded-Proto': 'https' } })
      expect(response.status).toBe(504)
      expect(await previewsOf(body.email_guid)).toEqual(['PLAINTEXT vertical allowed queued'])
    })
  })

  describe('of prefetch', () => {
    it('start their captures, each once, and are answered 202 at once, also when no worker serves the engine', async () => {
      const guid = await newGuid()
      const { status, headers, body } = await prefetch(guid.toUpperCase(), asked)
      const warnings = ['configurations.1.surprise: not known']
      expect([status, body]).toEqual([202, { configurations: echoed, warnings }])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(await previewsOf(guid)).toEqual(started)
      expect((await prefetch(guid, asked)).status).toBe(202)
      expect(await previewsOf(guid)).toEqual(started)
    })

    it('are queued by the request that makes their rows: a repetition queues nothing, and the reconciler what was lost', async () => {
      const guid = await newGuid()
      await prefetch(guid, asked)
      for (const queue of Object.values(queues)) await queue.obliterate({ force: true })
      const lost = started.map((preview) => preview.replace(/queued$/, 'not queued'))
      const more = [...asked, { client: 'LYNX' }]
      expect((await prefetch(guid, more)).status).toBe(202)
      expect((await previewsOf(guid)).sort()).toEqual([...lost, 'LYNX vertical allowed queued'].sort())
      await reconcile(api)
      expect((await previewsOf(guid)).sort()).toEqual([...started, 'LYNX vertical allowed queued'].sort())
    })

    it('make one row each, however many requests name them at once, in any order', async () => {
      const guid = await newGuid()
      const all = [...asked, { client: 'GOOGLEAPPS' }, { client: 'CHROMEGMAILNEW', images: 'blocked' }]
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => prefetch(guid, index % 2 ? all : [...all].reverse())),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(202))
      expect(await previewsOf(guid)).toHaveLength(5)
    })

    it('are made in one fixed order, so that two requests never deadlock', async () => {
      const emailId = await newGuid()
      const row = (
        emailClient: string,
        engine: string,
      ): Parameters<typeof api.db.preview.create>[0]['data'] => ({
        id: randomUUID(),
        emailId,
        accountId: api.accountId,
        emailClient,
        orientation: 'vertical',
        images: 'allowed',
        engine,
        imageToken: randomUUID(),
        requestedAt: api.clock.now(),
      })
      const prefetching = await api.db.$transaction(async (other) => {
        await other.preview.create({ data: row('GMAILNEW', 'chromium') })
        // In an object, because the transaction would wait for a bare promise.
        const begun = { answer: prefetch(emailId, [{ client: 'PLAINTEXT' }, { client: 'GMAILNEW' }]) }
        const isBlocked = (): Promise<unknown[]> =>
          api.db
            .$queryRaw`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        await until(async () => (await isBlocked()).length > 0)
        await other.preview.create({ data: row('PLAINTEXT', 'text') })
        return begun
      })
      expect((await prefetching.answer).status).toBe(202)
      expect(await previewsOf(emailId)).toHaveLength(2)
    })

    it('refuse the whole request with 400 for one bad entry, name its index and client, and start nothing', async () => {
      const guid = await newGuid()
      for (const [configurations, description] of [
        ...bad,
        [undefined, /^configurations: must be/] as const,
      ]) {
        const { status, body } = await prefetch(guid, configurations)
        expect([configurations, status]).toEqual([configurations, 400])
        expect(body.description).toMatch(description)
      }
      expect(await previewsOf(guid)).toEqual([])
    })

    it('are 400 when they are an empty list, as when an email is posted or shared', async () => {
      const guid = await newGuid()
      for (const [path, body] of [
        [`/emails/${guid}/previews/prefetch`, {}],
        ['/emails', { plain_text: 'x' }],
        [`/emails/${guid}/shares`, {}],
      ] as const) {
        const refused = await postJson(api, path, { ...body, configurations: [] }, api.headers)
        expect([path, refused.status, refused.body.errors]).toEqual([
          path,
          400,
          [{ field: 'configurations', message: 'must name at least one preview', code: 'out_of_range' }],
        ])
      }
    })

    it('answers 400 to a wrong guid and to a body that is not JSON, 415 to another media type, 413 to a body over 64 KB', async () => {
      const path = `/emails/${await newGuid()}/previews/prefetch`
      const form = { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/x-www-form-urlencoded' }
      expect((await prefetch('no-guid', [])).body.description).toMatch(/email_guid/)
      expect((await postJson(api, path, '{"configurations":')).status).toBe(400)
      expect((await postJson(api, path, '[]')).status).toBe(400)
      expect((await postJson(api, path, 'configurations=x', form)).status).toBe(415)
      expect((await postJson(api, path, { x: 'x'.repeat(64 * 1024) })).status).toBe(413)
    })

    it('answers 404 to an email that is unknown or 48 hours old, and makes no row', async () => {
      expect((await prefetch('5a7b1f0e-9f0c-4d8e-8f5d-0c1d2e3f4a5b', [{ client: 'PLAINTEXT' }])).status).toBe(
        404,
      )
      const guid = await newGuid()
      await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
      expect((await prefetch(guid, [{ client: 'PLAINTEXT' }])).status).toBe(404)
      expect(await previewsOf(guid)).toEqual([])
    })

    it('answers 405 with Allow to other methods', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await fetch(`${api.url}/emails/${await newGuid()}/previews/prefetch`, {
          method,
          headers: { 'X-Forwarded-Proto': 'https' },
        })
        expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST'])
      }
    })

    it('leaves captured and failed previews unchanged', async () => {
      const guid = await newGuid()
      await prefetch(guid, asked)
      await queues.text?.obliterate({ force: true })
      const [{ id } = { id: '' }] = await api.db.preview.findMany({
        where: { emailId: guid, engine: 'text' },
      })
      await api.db.preview.update({ where: { id }, data: failedColumns(api.clock.now()) })
      expect((await prefetch(guid, [{ client: 'PLAINTEXT' }])).status).toBe(202)
      expect(await queues.text?.getJobCounts('prioritized', 'waiting')).toEqual({
        prioritized: 0,
        waiting: 0,
      })
    })
  })

  describe('while Redis is away', () => {
    it('still let an email be posted; prefetch is 503 with Retry-After, and once Redis is back what waited starts', async () => {
      const away = await startApi()
      const queue = new Queue(captureQueueName('text'), {
        connection: away.redisConnection,
        prefix: away.redisPrefix,
      })
      try {
        await queue.waitUntilReady()
        away.redisConnection.disconnect()
        const configurations = [{ client: 'PLAINTEXT' }]
        const posted = await postJson(away, '/emails', { html_text: 'x', configurations }, away.headers)
        expect(posted.status).toBe(200)
        expect(posted.headers.get('x-ratelimit-limit')).toBeNull()
        const row = await away.db.preview.findFirstOrThrow()
        expect(row).toMatchObject({ emailId: posted.body.email_guid, status: 'pending' })

        const path = `/emails/${row.emailId}/previews/prefetch`
        const wanted = { configurations: [{ client: 'LYNX' }] }
        const refused = await postJson(away, path, wanted)
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

        await away.redisConnection.connect()
        expect((await postJson(away, path, wanted)).status).toBe(202)
        await reconcile(away)
        const rows = await away.db.preview.findMany()
        expect(rows.map(({ emailClient }) => emailClient).sort()).toEqual(['LYNX', 'PLAINTEXT'])
        for (const { id } of rows) expect(await queue.getJob(captureJobId(id, 0))).toBeTruthy()
      } finally {
        await queue.close()
        await away.close()
      }
    })
  })
})
