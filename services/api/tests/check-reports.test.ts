import type { checksBody } from '@pas/api-contract/checks'
import { createReport } from '@pas/captures/report-rows'
import { StorageUnavailableError } from '@pas/storage/storage'
import { until } from '@pas/testing/until'
import { postEmail, startApi, type TestApi } from './start-api'
import { startFakeMeasuring } from './fake-measuring'
import { postJson } from './post-json'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver'
import { beginReports } from '../src/checks/email-reports'
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

it('is made by another process when the one that began it has gone', async () => {
  const guid = await postEmail(api, { html_text: html, checks: ['size'] })
  await messages(2)
  // As the process that died left it.
  await api.db.emailCheck.updateMany({
    where: { emailId: guid, name: 'report' },
    data: { status: 'running', endedAt: null, deadlineAt: api.clock.now() },
  })
  expect(await beginReports(api.parts)).toBe(1)
  expect((await messages(3)).at(-1)).toMatchObject({ data: { email_guid: guid } })
  expect(await beginReports(api.parts)).toBe(0)
})

it('is made when its lease is over, after a fault of a store', async () => {
  const guid = await postEmail(api, { html_text: html })
  const { accountId } = await api.db.email.findUniqueOrThrow({ where: { id: guid } })
  await createReport(api, { id: guid, accountId }, { names: ['size'], clients: ['GMAILNEW'] })
  const reads = jest.spyOn(api.storage, 'get').mockRejectedValue(new StorageUnavailableError('away'))
  expect(await beginReports(api.parts)).toBe(1)
  await until(() => reads.mock.calls.length > 0 && api.parts.checkWork.reportsOf.size === 0)
  reads.mockRestore()
  expect(await beginReports(api.parts)).toBe(0)
  api.clock.advance(120_000)
  expect(await beginReports(api.parts)).toBe(1)
  expect((await messages(4)).at(-1)).toMatchObject({ data: { email_guid: guid } })
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
