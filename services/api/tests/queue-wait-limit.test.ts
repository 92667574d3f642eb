import { captureQueueName } from '@pas/captures/capture-job'
import { testVariable } from '@pas/testing/test-environment'
import { Worker, type Job } from 'bullmq'
import { addAccount, postJson } from './post-json'
import { startApi, type TestApi } from './start-api'

const queueWaitLimitMs = 300

describe('an engine whose captures wait too long', () => {
  let api: TestApi
  beforeEach(async () => {
    api = await startApi({ queueWaitLimitMs, longPollTimeoutMs: 500 })
    await api.pretendServed('chromium')
  })
  afterEach(() => api.close())

  async function postEmail(headers: Record<string, string>, configurations?: unknown): Promise<string> {
    const { status, body } = await postJson(api, '/emails', { html_text: 'x', configurations }, headers)
    expect(status).toBe(200)
    return (body as { email_guid: string }).email_guid
  }
  const ask = async (guid: string): Promise<{ status: number; headers: Headers }> => {
    const address = `${api.url}/emails/${guid}/previews/GMAILNEW/full`
    return fetch(address, { headers: { 'X-Forwarded-Proto': 'https' }, redirect: 'manual' })
  }
  const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  it('takes no new ones from requests: 503 at once, with Retry-After, and no row', async () => {
    const other = await addAccount(api)
    await postEmail(other, [{ client: 'GMAILNEW' }])
    await pass(queueWaitLimitMs + 10)
    const guid = await postEmail(api.headers)
    // A request that waited would be 504.
    const refused = await ask(guid)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })

  it('still answers 404 for an email that cannot be captured', async () => {
    await postEmail(api.headers, [{ client: 'GMAILNEW' }])
    await pass(queueWaitLimitMs + 10)
    expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it('does not count as such when its oldest capture is being retried', async () => {
    await postEmail(await addAccount(api), [{ client: 'GMAILNEW' }])
    const worker = new Worker(captureQueueName('chromium'), () => Promise.reject(new Error('once more')), {
      connection: { url: testVariable('TEST_REDIS_URL'), maxRetriesPerRequest: null },
      prefix: api.redisPrefix,
    })
    const failed = await new Promise<Job | undefined>((resolve) => worker.once('failed', resolve))
    await worker.pause(true)
    // Make the retry due, and so first in the queue.
    await failed?.promote()
    await worker.close()
    await pass(queueWaitLimitMs + 10)
    expect((await ask(await postEmail(api.headers))).status).toBe(504)
  })

  it('lets requests join waiting captures, and takes captures requested in advance', async () => {
    const guid = await postEmail(api.headers, [{ client: 'GMAILNEW' }])
    await pass(queueWaitLimitMs + 10)
    expect((await ask(guid)).status).toBe(504)
    expect(await postEmail(api.headers, [{ client: 'GMAILNEW' }])).toBeTruthy()
  })

  it('refuses no account because of another account’s long list', async () => {
    const worker = new Worker(captureQueueName('chromium'), null, {
      connection: { url: testVariable('TEST_REDIS_URL'), maxRetriesPerRequest: null },
      prefix: api.redisPrefix,
    })
    const busy = await addAccount(api)
    await postEmail(busy, [{ client: 'GMAILNEW' }, { client: 'GOOGLEAPPS' }])
    // The first capture of the list is being drawn; the second may wait for long.
    await worker.getNextJob('test', { block: false })
    await pass(queueWaitLimitMs + 10)
    expect((await ask(await postEmail(api.headers))).status).toBe(504)
    await worker.close()
  })
})
