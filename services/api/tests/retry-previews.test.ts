import { captureJobId, captureQueueName } from '@pas/captures/capture-job'
import type { Preview } from '@pas/db/database'
import { capturedColumns, failedColumns } from '@pas/testing/preview-columns'
import { Queue } from 'bullmq'
import { insertPreview } from './add-preview'
import { addAccount, postJson, type JsonAnswer } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

const configuration = (client: string): object => ({ client, orientation: 'vertical', images: 'allowed' })
const stranger = { 'X-Forwarded-Proto': 'https' }

describe('POST /emails/{guid}/previews/retry', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ limits: { capturesWaiting: 4 } })
  })
  afterAll(() => api.close())

  const retry = (guid: string, headers = api.headers): Promise<JsonAnswer> =>
    postJson(api, `/emails/${guid}/previews/retry`, {}, headers)
  const failed = (guid: string, emailClient: string, row: Partial<Preview> = {}): Promise<Preview> =>
    insertPreview(api, guid, { emailClient, ...failedColumns(api.clock.now()), ...row })
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await api.db.preview.findUnique({ where: { id } }))?.status

  it('has what failed captured again in the same email, once, and leaves the rest as it is', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const text = await failed(guid, 'PLAINTEXT', { askedByOwner: false, askedFrom: 7 })
    const gmail = await failed(guid, 'GMAILNEW', { engine: 'chromium' })
    const drawn = await insertPreview(api, guid, {
      emailClient: 'OL2016',
      engine: 'chromium',
      ...capturedColumns(api.clock.now()),
    })
    const answers = await Promise.all([retry(guid.toUpperCase()), retry(guid)])
    const retried = answers.flatMap(({ body }) => body.configurations as unknown[])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store')
    expect(retried).toHaveLength(2)
    expect(retried).toEqual(expect.arrayContaining([configuration('GMAILNEW'), configuration('PLAINTEXT')]))
    expect(await api.db.preview.findUnique({ where: { id: drawn.id } })).toEqual(drawn)
    const row = await api.db.preview.findUniqueOrThrow({ where: { id: text.id } })
    // The owner asked for it now, so a stranger's share has room again.
    expect(row).toMatchObject({ status: 'pending', failure: null, askedByOwner: true, askedFrom: null })
    expect(row.imageToken).toBe(text.imageToken)
    const queue = new Queue(captureQueueName('text'), {
      connection: api.redisConnection,
      prefix: api.redisPrefix,
    })
    expect(await queue.getJob(captureJobId(row.id, row.attempt))).toBeDefined()
    await queue.close()
    expect(await statusOf(gmail.id)).toBe('pending')
    expect(await retry(guid)).toMatchObject({ status: 202, body: { configurations: [] } })
  })

  it('is the owner’s alone: a stranger gets 401, another account 404, and nothing begins', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const { id } = await failed(guid, 'PLAINTEXT')
    expect((await retry(guid, stranger)).status).toBe(401)
    expect((await retry(guid, await addAccount(api))).status).toBe(404)
    expect(await statusOf(id)).toBe('failed')
    expect((await retry(guid)).status).toBe(202)
    expect(await statusOf(id)).toBe('pending')
  })

  it('is 404 once the email takes no captures', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const { id } = await failed(guid, 'PLAINTEXT')
    await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
    expect((await retry(guid)).status).toBe(404)
    expect(await statusOf(id)).toBe('failed')
  })

  it('begins all or none: beyond the captures that may wait for an engine it is 429', async () => {
    await api.pretendServed('chromium')
    await api.pretendServed('webkit')
    const codes = ['GMAILNEW', 'OL2016', 'OL2019', 'CHROMEGMAILNEW', 'OUTLOOKCOM']
    const guid = await postEmail(api, { plain_text: 'x' })
    for (const code of codes) await failed(guid, code, { engine: 'chromium' })
    const refused = await retry(guid)
    expect([refused.status, refused.body.description]).toEqual([
      429,
      expect.stringContaining('4 captures waiting for the engine'),
    ])
    expect(await api.db.preview.count({ where: { emailId: guid, status: 'failed' } })).toBe(5)
  })

  it('counts as captures of the account’s hour', async () => {
    const limited = await startApi({ limits: { capturesPerHour: 2 } })
    try {
      const guid = await postEmail(limited, { plain_text: 'x' })
      const { id } = await insertPreview(limited, guid, failedColumns(limited.clock.now()))
      const answers: number[] = []
      while (answers.length < 3) {
        await limited.db.preview.update({ where: { id }, data: failedColumns(limited.clock.now()) })
        answers.push((await postJson(limited, `/emails/${guid}/previews/retry`, {}, limited.headers)).status)
      }
      expect(answers).toEqual([202, 202, 429])
      expect((await limited.db.preview.findUnique({ where: { id } }))?.status).toBe('failed')
    } finally {
      await limited.close()
    }
  })
})
