import { capturePayload, captureQueueName } from '@pas/captures/capture-job'
import { capturedColumns } from '@pas/testing/preview-columns'
import { testVariable } from '@pas/testing/test-environment'
import { Worker } from 'bullmq'
import { addAccount, postJson } from './post-json'
import { startApi, type TestApi } from './start-api'

const inBothWays = (clients: string[]): { client: string; images: string }[] =>
  clients.flatMap((client) => ['allowed', 'blocked'].map((images) => ({ client, images })))
/** Eight captures of one email for the engine chromium. */
const eight = inBothWays(['CHROMEGMAILNEW', 'CHROMEGOOGLEAPPS', 'GMAILNEW', 'GOOGLEAPPS'])
/** Eight captures of one email for the engine webkit. */
const eightOthers = inBothWays(['APPMAIL13', 'APPMAIL14', 'APPMAIL15', 'APPMAIL16'])

describe('captures of several accounts', () => {
  let api: TestApi
  let quiet: Record<string, string>
  /** A worker that takes a job only when the test tells it to. */
  let worker: Worker

  beforeEach(async () => {
    api = await startApi()
    quiet = await addAccount(api)
    worker = new Worker(captureQueueName('chromium'), null, {
      connection: { url: testVariable('TEST_REDIS_URL'), maxRetriesPerRequest: null },
      prefix: api.redisPrefix,
    })
    await worker.waitUntilReady()
  })
  afterEach(async () => {
    await worker.close()
    await api.close()
  })

  async function postEmail(headers: Record<string, string>, configurations: unknown): Promise<string> {
    const { status, body } = await postJson(api, '/emails', { html_text: 'x', configurations }, headers)
    expect(status).toBe(200)
    return String(body.email_guid)
  }

  /** Has these captured by a caller without a credential. */
  async function prefetch(guid: string, configurations: unknown): Promise<void> {
    const { status } = await postJson(api, `/emails/${guid}/previews/prefetch`, { configurations })
    expect(status).toBe(202)
  }

  /** Takes the next `count` jobs; resolves to the account of each, or who else asked for it. */
  async function take(count: number): Promise<('busy' | 'quiet' | 'stranger')[]> {
    const taken: ('busy' | 'quiet' | 'stranger')[] = []
    while (taken.length < count) {
      const job = await worker.getNextJob('test', { block: false })
      if (!job) throw new Error(`only ${taken.length} were queued`)
      const { previewId } = capturePayload.parse(job.data)
      const preview = await api.db.preview.update({
        where: { id: previewId },
        data: capturedColumns(api.clock.now()),
      })
      const account = preview.accountId === api.accountId ? 'busy' : 'quiet'
      taken.push(preview.askedByOwner ? account : 'stranger')
    }
    return taken
  }

  it('serve a quiet account’s capture among the first, however many of a busy one were queued before', async () => {
    for (let email = 0; email < 38; email++) await postEmail(api.headers, eight)
    expect(await take(5)).toEqual(Array(5).fill('busy'))
    await postEmail(quiet, eight.slice(0, 1))
    expect(await take(2)).toContain('quiet')
  })

  it('alternate between two accounts, the second of which queued after the first', async () => {
    await postEmail(api.headers, eight)
    await postEmail(quiet, eight)
    expect(await take(16)).toEqual(Array(8).fill(['busy', 'quiet']).flat())
  })

  it('take turns at each engine separately: captures that wait for another engine do not count', async () => {
    for (let email = 0; email < 3; email++) await postEmail(api.headers, eightOthers)
    await postEmail(quiet, eight)
    // A list that also has captures for the other engine.
    await postEmail(api.headers, [...eightOthers, ...eight])
    expect(await take(16)).toEqual(Array(8).fill(['quiet', 'busy']).flat())
  })

  it('serve the owner’s captures as if callers without a credential had asked for none of the account’s', async () => {
    await prefetch(await postEmail(api.headers, undefined), eight)
    await postEmail(quiet, eight)
    await postEmail(api.headers, eight)
    await prefetch(await postEmail(api.headers, undefined), eight.slice(0, 1))
    expect(await take(24)).toEqual(Array(8).fill(['stranger', 'quiet', 'busy']).flat())
    expect(await take(1)).toEqual(['stranger'])
  })

  it('give an account with nothing waiting the first turn again', async () => {
    await postEmail(quiet, eight)
    await take(8)
    for (let email = 0; email < 3; email++) await postEmail(api.headers, eight)
    await postEmail(quiet, eight.slice(0, 1))
    expect(await take(2)).toContain('quiet')
  })
})
