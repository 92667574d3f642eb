import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import type { checksBody } from '@pas/api-contract/checks'
import { StorageUnavailableError } from '@pas/storage/storage'
import { until } from '@pas/testing/until'
import { postEmail, startApi, type TestApi } from './start-api'
import { startFakeMeasuring } from './fake-measuring'
import { postJson } from './post-json'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver'
import type { z } from 'zod'

type Checks = z.output<typeof checksBody>

const html = '<!doctype html>\n<html lang="en"><title>A</title>\n<body><img src="cid:a">'

let api: TestApi
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  api = await startApi({ webhookAllow: '127.0.0.1/32' })
  const webhook = { url: `${receiver.url}/checks`, event_types: ['email.checks_finished'] }
  expect(await postJson(api, '/webhooks', webhook, api.headers)).toMatchObject({ status: 201 })
})
afterAll(async () => {
  await api.close()
  await receiver.close()
})

const messages = async (count: number) =>
  (await receiver.untilCount('/checks', count)).map(
    ({ body }) => JSON.parse(body) as { type: string; data: object },
  )
const checksOf = async (guid: string, query = ''): Promise<Checks> =>
  (await (await fetch(`${api.url}/emails/${guid}/checks${query}`, { headers: api.headers })).json()) as Checks

it('starts with the email, and tells the webhook how many findings there are when all checks have ended', async () => {
  await api.pretendServed('chromium')
  const guid = await postEmail(api, { html_text: html, reference: 'spring', checks: ['images', 'contrast'] })
  const isNotToldYet = receiver.at('/checks').length
  const worker = startFakeMeasuring(api)
  try {
    const [message] = await messages(1)
    const { counts, complete } = await checksOf(guid, '?only=images&only=contrast')
    expect([isNotToldYet, complete]).toEqual([0, true])
    expect(counts.error).toBeGreaterThan(0)
    expect(message).toMatchObject({
      type: 'email.checks_finished',
      data: { email_guid: guid, reference: 'spring', end_user_id: null, counts },
    })
  } finally {
    await worker.close()
  }
})

describe('reports that wait for measurements', () => {
  const waiting: string[] = []
  const another = async (): Promise<Record<string, string>> => {
    const { id: accountId } = await createAccount(api, { name: 'Other' })
    const key = await createApiKey(api, { accountId })
    return { ...api.headers, Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  }
  const rows = () =>
    api.db.emailCheck.groupBy({
      by: ['status'],
      where: { name: 'report', emailId: { in: waiting } },
      _count: true,
    })

  it('do not keep another account’s waiting, however many they are', async () => {
    await api.pretendServed('chromium')
    for (let account = 0; account < 4; account++) {
      const headers = await another()
      for (let email = 0; email < 17; email++)
        waiting.push(await postEmail(api, { html_text: html, checks: ['contrast'] }, headers))
    }
    const before = receiver.at('/checks').length
    const guid = await postEmail(api, { html_text: html, checks: ['size'] })
    const told = (await messages(before + 1)).at(-1)
    expect(told).toMatchObject({ data: { email_guid: guid } })
  })

  it('hold no place and no lease', async () => {
    await until(async () => (await rows()).every(({ status }) => status === 'pending'))
    expect(api.parts.reports.size).toBe(0)
    expect(
      await api.db.emailCheck.count({ where: { emailId: { in: waiting }, deadlineAt: { not: null } } }),
    ).toBe(0)
  })

  it('end when the last of their measurements has ended, also when nothing tells of it', async () => {
    api.clock.advance(1)
    await api.db.emailCheck.updateMany({
      where: { emailId: { in: waiting }, name: 'contrast' },
      data: { status: 'failed', endedAt: api.clock.now() },
    })
    expect(await rows()).toMatchObject([{ status: 'pending', _count: waiting.length }])
    await api.parts.reports.takeUp()
    await until(async () => (await rows()).every(({ status }) => status === 'done'))
  })
})

it('is made by another process when the one that began it has gone', async () => {
  const before = receiver.at('/checks').length
  const guid = await postEmail(api, { html_text: html, checks: ['size'] })
  await messages(before + 1)
  // As the process that died left it.
  await api.db.emailCheck.updateMany({
    where: { emailId: guid, name: 'report' },
    data: { status: 'running', endedAt: null, deadlineAt: api.clock.now() },
  })
  await api.parts.reports.takeUp()
  expect((await messages(before + 2)).at(-1)).toMatchObject({ data: { email_guid: guid } })
})

it('is made when its lease is over, after a fault of a store', async () => {
  const before = receiver.at('/checks').length
  const reads = jest.spyOn(api.storage, 'get').mockRejectedValue(new StorageUnavailableError('away'))
  const guid = await postEmail(api, { html_text: html, checks: ['size'] })
  await until(() => reads.mock.calls.length > 0 && api.parts.reports.size === 0)
  reads.mockRestore()
  const readsAgain = jest.spyOn(api.storage, 'get')
  await api.parts.reports.takeUp()
  expect([readsAgain.mock.calls.length, receiver.at('/checks').length]).toEqual([0, before])
  api.clock.advance(120_000)
  await api.parts.reports.takeUp()
  expect((await messages(before + 1)).at(-1)).toMatchObject({ data: { email_guid: guid } })
})

it('names a check that there is not, and stores nothing', async () => {
  const before = await api.db.email.count()
  const sent = { html_text: html, checks: ['image'] }
  expect(await postJson(api, '/emails', sent, api.headers)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'checks', message: expect.stringContaining('images') as string }] },
  })
  expect(await api.db.email.count()).toBe(before)
})
