import type { checksBody } from '@pas/api-contract/checks'
import type { z } from 'zod'
import { reportOf, startFakeSpamd, type FakeSpamd } from './fake-spamd'
import { postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type Checks = z.output<typeof checksBody>

const rows = ['1000 GTUBE                  BODY: Generic Test for Unsolicited Bulk Email']

let spamd: FakeSpamd
let api: TestApi
let isDown = false
beforeAll(async () => {
  spamd = await startFakeSpamd((socket) => {
    if (isDown) socket.destroy()
    else socket.end(reportOf('1000.0', rows))
  })
  api = await startApi({ spamd: { host: spamd.host, port: spamd.port } })
})
beforeEach(() => {
  isDown = false
})
afterAll(async () => {
  await api.close()
  await spamd.close()
})

const spamOf = async (guid: string): Promise<Checks['checks'][number] | undefined> => {
  const answer = await fetch(`${api.url}/emails/${guid}/checks?only=spam`, {
    headers: { ...api.headers, Prefer: 'wait=20' },
  })
  return ((await answer.json()) as Checks).checks[0]
}
const spam = {
  name: 'spam',
  status: 'done',
  facts: { score: 1000, threshold: 5 },
  findings: [
    { rule: 'spam/score', severity: 'error' },
    { rule: 'spam/rule', what: 'GTUBE' },
  ],
}

it('asks spamd once about a stored email, and at once about one that is sent for this alone', async () => {
  const guid = await postEmail(api, { plain_text: 'Buy now', subject: 'Once' })
  expect(await spamOf(guid)).toMatchObject(spam)
  expect(await spamOf(guid)).toMatchObject(spam)
  expect(spamd.requests.filter((request) => request.includes('Subject: Once'))).toHaveLength(1)
  expect(
    await postJson(api, '/checks', { plain_text: 'Buy now', only: ['spam'] }, api.headers),
  ).toMatchObject({ status: 200, body: { complete: true, checks: [spam] } })
})

it('is failed while spamd does not answer, and asked again a minute later', async () => {
  isDown = true
  const guid = await postEmail(api, { plain_text: 'Buy now' })
  expect(await spamOf(guid)).toMatchObject({
    status: 'failed',
    description: 'It could not be done; ask again in a minute.',
  })
  isDown = false
  expect(await spamOf(guid)).toMatchObject({ status: 'failed' })
  api.clock.advance(60_000)
  expect(await spamOf(guid)).toMatchObject(spam)
})
