import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { listUsage } from '@pas/captures/list-usage'
import { captureJobId, captureQueueName } from '@pas/captures/capture-job'
import { pictureKey, picturePrefix } from '@pas/captures/storage-keys'
import { emailPrefix } from '@pas/emails/storage-keys'
import type { Preview } from '@pas/db/database'
import { capturedColumns, capturingColumns, failedColumns } from '@pas/testing/preview-columns'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { until } from '@pas/testing/until'
import { Queue } from 'bullmq'
import { insertPreview } from './add-preview'
import { postEmail, startApi, type TestApi } from './start-api'

describe('DELETE /emails/{guid}', () => {
  let api: TestApi
  let queue: Queue
  beforeAll(async () => {
    api = await startApi({ longPollTimeoutMs: 20_000, rowPollMs: 3_600_000 })
    queue = new Queue(captureQueueName('text'), { connection: api.redisConnection, prefix: api.redisPrefix })
    await api.pretendServed('text')
  })
  afterAll(async () => {
    await queue.close()
    await api.close()
  })

  const remove = (guid: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${api.url}/emails/${guid}`, { method: 'DELETE', headers: { ...api.headers, ...headers } })
  const get = (guid: string): Promise<Response> =>
    fetch(`${api.url}/emails/${guid}/previews/PLAINTEXT/full`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-Proto': 'https' },
    })
  const basic = (apiKey: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
  })
  const deps = () => ({ db: api.db, clock: api.clock })

  async function addPreview(guid: string, row: Partial<Preview> = {}): Promise<Preview> {
    const preview = await insertPreview(api, guid, row)
    if (preview.capturedAt)
      for (const size of ['full', 'thumb'] as const)
        await api.storage.put(pictureKey(preview, size), Buffer.from(size), 'image/png')
    return preview
  }
  const soon = () => new Date(Date.now() + 30_000)
  const captured = () => capturedColumns(api.clock.now())

  async function keysBelow(...prefixes: string[]): Promise<string[]> {
    const keys: string[] = []
    for (const prefix of prefixes) for await (const { key } of api.storage.list(prefix)) keys.push(key)
    return keys
  }

  async function expectRefused(response: Response, status: number, description: RegExp): Promise<void> {
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(await response.json()).toMatchObject({ description: expect.stringMatching(description) as string })
  }

  it('answers 204, and rows, content and pictures are gone', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const preview = await addPreview(guid, captured())
    await addPreview(guid, { images: 'blocked', ...failedColumns(api.clock.now()) })
    expect(await keysBelow(emailPrefix(guid), picturePrefix(preview))).toHaveLength(3)

    const response = await remove(guid.toUpperCase())
    expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([
      204,
      '',
      'no-store',
    ])
    expect(await api.db.email.count({ where: { id: guid } })).toBe(0)
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
    expect(await keysBelow(emailPrefix(guid), picturePrefix(preview))).toEqual([])
    expect((await get(guid)).status).toBe(404)
    await expectRefused(await remove(guid), 404, /no email with this guid/)
  })

  it('is noted in the audit trail with its actor', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await remove(guid)
    const rows = await api.db.auditEvent.findMany({ where: { target: `email:${guid}` } })
    expect(rows).toMatchObject([
      { action: 'email.delete', actor: `api_key:${api.apiKey.slice(0, 18)}`, ip: '127.0.0.1' },
    ])
  })

  it('keeps the usage as it was', async () => {
    const guid = await postEmail(api, { plain_text: 'x', end_user_id: 'reader' })
    await addPreview(guid, captured())
    await addPreview(guid, { ...captured(), images: 'blocked', askedByOwner: false })
    const other = await postEmail(api, { plain_text: 'x', end_user_id: 'reader' })
    await addPreview(other, { ...captured(), askedByOwner: false })
    const usage = async () => [
      await listUsage(deps(), api.accountId, { byEndUser: false }),
      await listUsage(deps(), api.accountId, { byEndUser: true }),
    ]
    const before = await usage()
    const used = { endUserId: 'reader', emails: 2, captures: 3, capturesWithoutCredential: 2 }
    expect(before[1]).toContainEqual(expect.objectContaining(used))
    await remove(guid)
    expect(await usage()).toEqual(before)
    await remove(other)
    expect(await usage()).toEqual(before)
  })

  it('is for the owner only: another account’s email looks like an unknown one', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const { id: accountId } = await createAccount(deps(), { name: 'Other' })
    const stranger = basic(await createApiKey(deps(), { accountId }))
    const unknown = await remove(randomUUID(), stranger)
    const anothers = await remove(guid, stranger)
    const withoutId = async (response: Response) => ({
      ...((await response.json()) as Record<string, unknown>),
      request_id: null,
    })
    expect([anothers.status, await withoutId(anothers)]).toEqual([404, await withoutId(unknown)])
    expect(await api.db.email.count({ where: { id: guid } })).toBe(1)
    expect(await keysBelow(emailPrefix(guid))).toHaveLength(1)
  })

  it('takes a bearer token of a user of the account', async () => {
    const { clientId } = await createOauthApplication(deps(), {
      accountId: api.accountId,
      name: 'App',
      callbackUris: ['https://partner.example.com/'],
    })
    const application = await api.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    const user = await createUser(deps(), {
      accountId: api.accountId,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'L',
    })
    const { accessToken } = await seedAccessToken(api.db, {
      userId: user.id,
      oauthApplicationId: application.id,
      createdAt: api.clock.now(),
    })
    const guid = await postEmail(api, { plain_text: 'x' })
    expect((await remove(guid, { Authorization: `Bearer ${accessToken}` })).status).toBe(204)
    const trail = await api.db.auditEvent.findFirst({ where: { target: `email:${guid}` } })
    expect(trail?.actor).toBe(`user:${user.id}`)
  })

  it('answers 401 first without credentials, then 400 to a wrong guid, and 405 to other methods', async () => {
    await expectRefused(await remove('no-guid'), 400, /email_guid must be a UUID/)
    const guid = await postEmail(api, { plain_text: 'x' })
    for (const wrong of [guid, 'no-guid']) {
      const response = await remove(wrong, basic('nobody'))
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic .*, Bearer /),
      ])
    }
    const response = await fetch(`${api.url}/emails/${guid}`, { method: 'PUT', headers: api.headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE'])
  })

  it('is done once, however many requests come at once', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await addPreview(guid, captured())
    const before = await listUsage(deps(), api.accountId, { byEndUser: false })
    const responses = await Promise.all(Array.from({ length: 8 }, () => remove(guid)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(404)])
    expect(await listUsage(deps(), api.accountId, { byEndUser: false })).toEqual(before)
  })

  it('removes waiting captures from the queue, and answers the requests that wait with 404 at once', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const answer = get(guid)
    await until(() => api.captureWaiters.size === 1)
    const { id } = await api.db.preview.findFirstOrThrow({ where: { emailId: guid } })
    expect(await queue.getJob(captureJobId(id, 0))).toBeTruthy()
    expect((await remove(guid)).status).toBe(204)
    // Woken by the event: the rows are not read without one.
    expect((await answer).status).toBe(404)
    expect(await queue.getJob(captureJobId(id, 0))).toBeFalsy()
    expect(api.captureWaiters.size).toBe(0)
  })

  it('removes them with few commands, however often missing storage delayed a capture', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const putOff = await addPreview(guid, { attempt: 3_000 })
    const handedBack = await addPreview(guid, { images: 'blocked', ...capturingColumns(soon()), attempt: 3 })
    const jobs = [captureJobId(putOff.id, 3_000), captureJobId(handedBack.id, 0)]
    for (const jobId of jobs) await queue.add('capture', {}, { jobId })
    const removals = jest.spyOn(Queue.prototype, 'remove')
    expect((await remove(guid)).status).toBe(204)
    expect(removals.mock.calls.length).toBeLessThanOrEqual(6)
    removals.mockRestore()
    for (const jobId of jobs) expect(await queue.getJob(jobId)).toBeFalsy()
  })

  it('answers a request that waits for a running capture with 404, long before the deadline', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await addPreview(guid, capturingColumns(soon()))
    const answer = get(guid)
    await until(() => api.captureWaiters.size === 1)
    expect((await remove(guid)).status).toBe(204)
    expect((await answer).status).toBe(404)
  })

  it('lets no preview be made meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const guid = await postEmail(api, { plain_text: 'x' })
      const [removed, ...answers] = await Promise.all([remove(guid), get(guid), get(guid), get(guid)])
      expect([removed.status, ...answers.map(({ status }) => status)]).toEqual([204, 404, 404, 404])
      expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
    }
  })

  it('is done for one account while the store is slow to erase what another has deleted', async () => {
    const slow = await Promise.all(Array.from({ length: 12 }, () => postEmail(api, { plain_text: 'x' })))
    const { id: accountId } = await createAccount(deps(), { name: 'Quiet' })
    const quiet = basic(await createApiKey(deps(), { accountId }))
    const guid = await postEmail({ ...api, headers: { ...api.headers, ...quiet } }, { plain_text: 'x' })
    let goOn = (): void => undefined
    const isErased = new Promise<void>((resolve) => (goOn = resolve))
    const deletePrefix = api.storage.deletePrefix.bind(api.storage)
    const erasing = jest.spyOn(api.storage, 'deletePrefix').mockImplementation(async (prefix) => {
      if (!prefix.includes(guid)) await isErased
      return deletePrefix(prefix)
    })
    const removing = slow.map((each) => remove(each))
    await until(() => erasing.mock.calls.length >= 3)
    expect((await remove(guid, quiet)).status).toBe(204)
    goOn()
    for (const response of await Promise.all(removing)) expect(response.status).toBe(204)
    erasing.mockRestore()
  })

  it('does not delay requests for its previews meanwhile', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    let goOn = (): void => undefined
    const isErased = new Promise<void>((resolve) => (goOn = resolve))
    const erasing = jest.spyOn(api.storage, 'deletePrefix').mockImplementation(() => isErased.then(() => 0))
    const removing = remove(guid)
    await until(() => erasing.mock.calls.length > 0)
    // More requests than there are connections to Postgres.
    const asked = Array.from({ length: 30 }, () => get(guid))
    for (const response of await Promise.all(asked)) expect(response.status).toBe(404)
    goOn()
    expect((await removing).status).toBe(204)
    erasing.mockRestore()
  })

  it('answers 503 while the store is away, logs which email it was, keeps the rows, and can be done again', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const preview = await addPreview(guid, captured())
    const before = await listUsage(deps(), api.accountId, { byEndUser: false })
    const folder = fileURLToPath(api.storageUrl)
    const hidden = `${folder}-hidden`
    renameSync(folder, hidden)
    writeFileSync(folder, 'no folder')
    const logged = jest.spyOn(api.parts.logger, 'error')
    const refused = await remove(guid.toUpperCase())
    expect(logged.mock.calls).toContainEqual([
      expect.objectContaining({ emailId: guid, accountId: api.accountId, code: 'unavailable' }),
      'request failed',
    ])
    rmSync(folder)
    renameSync(hidden, folder)
    await expectRefused(refused, 503, /storage is away/)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(1)
    expect(await api.db.auditEvent.count({ where: { target: `email:${guid}` } })).toBe(0)
    expect(await listUsage(deps(), api.accountId, { byEndUser: false })).toEqual(before)

    expect((await remove(guid)).status).toBe(204)
    expect(await keysBelow(emailPrefix(guid), picturePrefix(preview))).toEqual([])
  })
})
