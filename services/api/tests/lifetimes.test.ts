import { randomUUID } from 'node:crypto'
import { captureJobId, captureQueueName } from '@pas/captures/capture-job'
import { Queue } from 'bullmq'
import { capturedColumns } from '@pas/testing/preview-columns'
import { postEmail, startApi, type TestApi } from './start-api'
import { runRetention } from '@pas/retention/run-retention'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('the life of an email and its previews', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ longPollTimeoutMs: 300 })
  })
  afterAll(() => api.close())

  const preview = async (guid: string, query = ''): Promise<number> => {
    await api.pretendServed('text')
    const response = await fetch(`${api.url}/emails/${guid}/previews/PLAINTEXT/full${query}`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-Proto': 'https' },
    })
    return response.status
  }
  const retain = () => runRetention({ ...api, signal: new AbortController().signal })
  const capture = (guid: string) =>
    api.db.preview.updateMany({
      where: { emailId: guid },
      data: capturedColumns(api.clock.now()),
    })

  it('takes a new capture at 47:59:59 and none at 48:00:01', async () => {
    const [early, late] = [
      await postEmail(api, { plain_text: 'x' }),
      await postEmail(api, { plain_text: 'x' }),
    ]
    api.clock.advance(48 * hourMs - 1_000)
    expect(await preview(early)).toBe(504)
    api.clock.advance(2_000)
    expect(await preview(late)).toBe(404)
    expect(await api.db.preview.count({ where: { emailId: late } })).toBe(0)
  })

  it('completes a capture requested at 47:59:59, although retention runs, and shows it for 180 days', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    api.clock.advance(48 * hourMs - 1_000)
    expect(await preview(guid)).toBe(504)
    api.clock.advance(2_000)
    await retain()
    // Joins the capture that was requested before.
    expect(await preview(guid)).toBe(504)
    await capture(guid)
    expect(await preview(guid)).toBe(301)
    await retain()
    expect(await preview(guid)).toBe(301)
    api.clock.advance(180 * dayMs - 1_000)
    await retain()
    expect(await preview(guid)).toBe(301)
    api.clock.advance(2_000)
    expect(await preview(guid)).toBe(404)
    await retain()
    expect(await preview(guid)).toBe(404)
  })

  it('leaves no job behind of a capture that waited for an engine until its content was erased', async () => {
    const queue = new Queue(captureQueueName('webkit'), {
      connection: api.redisConnection,
      prefix: api.redisPrefix,
    })
    const guid = await postEmail(api, { html_text: 'x', configurations: [{ client: 'APPMAIL16' }] })
    const { id } = await api.db.preview.findFirstOrThrow({ where: { emailId: guid } })
    expect(await queue.getJob(captureJobId(id, 0))).toBeTruthy()
    api.clock.advance(48 * hourMs + 11 * 60_000)
    await retain()
    expect(await api.db.preview.findUnique({ where: { id } })).toMatchObject({ failure: 'content_gone' })
    expect(await queue.getJobCounts()).toMatchObject({ prioritized: 0, waiting: 0, delayed: 0 })
    await queue.close()
  })

  it('does not begin again when it is over, with and without its rows', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    expect(await preview(guid)).toBe(504)
    await capture(guid)
    api.clock.advance(180 * dayMs)
    for (const removed of [false, true]) {
      if (removed) await retain()
      const rows = await api.db.preview.count({ where: { emailId: guid } })
      expect(rows).toBe(removed ? 0 : 1)
      expect(await preview(guid)).toBe(404)
      expect(await preview(guid, '?fallback=false')).toBe(404)
      expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(rows)
    }
    expect(await api.db.email.count({ where: { id: guid } })).toBe(0)
    expect(await preview(randomUUID())).toBe(404)
  })
})
