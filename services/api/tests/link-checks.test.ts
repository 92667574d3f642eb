import type { checksBody } from '@pas/api-contract/checks'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { checkResultKey } from '@pas/checks/storage-keys'
import type { z } from 'zod'
import { postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type Checks = z.output<typeof checksBody>
type Check = Checks['checks'][number]

let web: SmallWeb
let api: TestApi
const asked: string[] = []
let mayAnswer: Promise<void> = Promise.resolve()
beforeAll(async () => {
  web = await startSmallWeb((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    void mayAnswer.then(() => res.writeHead(req.url === '/gone' ? 404 : 200).end())
  })
  api = await startApi({ linkAllow: `127.0.0.1:${web.port}` })
})
beforeEach(() => {
  asked.length = 0
  mayAnswer = Promise.resolve()
})
afterAll(async () => {
  await api.close()
  await web.close()
})

const html = (name: string): string =>
  `<!doctype html>\n<p><a href="${web.url}/gone">Sale</a>\n<a href="${web.url}/${name}">Shop</a>\n` +
  `<a href="${web.url}/unsubscribe?u=1">Unsubscribe</a> <a href="http://10.0.0.1/a">Inside</a>`

async function linksOf(guid: string, prefer = 'wait=20'): Promise<Check> {
  const answer = await fetch(`${api.url}/emails/${guid}/checks?only=links`, {
    headers: { ...api.headers, Prefer: prefer },
  })
  expect(answer.status).toBe(200)
  const { checks } = (await answer.json()) as Checks
  const [check] = checks
  if (!check) throw new Error('there is no check')
  return check
}
const rulesOf = ({ findings }: Check): string[] => findings.map(({ rule, where }) => `${rule} ${where?.line}`)

it('asks each link of a stored email once, says which are broken and where, and leaves alone what may act', async () => {
  const guid = await postEmail(api, { html_text: html('shop') })
  const check = await linksOf(guid)
  expect(check).toMatchObject({
    status: 'done',
    facts: { links: 4, left_alone_links: [{ address: `${web.url}/unsubscribe?u=1` }] },
  })
  expect(rulesOf(check)).toEqual(expect.arrayContaining(['links/broken 2', 'links/broken 4']))
  expect(await linksOf(guid)).toEqual(check)
  expect([...asked].sort()).toEqual(['GET /gone', 'HEAD /gone', 'HEAD /shop'])
})

it('is joined by later callers, and begun again when the process that asked has died', async () => {
  let answer = (): void => undefined
  mayAnswer = new Promise((resolve) => (answer = resolve))
  const guid = await postEmail(api, { html_text: html('joined') })
  expect(await linksOf(guid, 'wait=0')).toMatchObject({ status: 'running' })
  await until(() => asked.length >= 1)
  const joined = linksOf(guid)
  answer()
  expect(await joined).toMatchObject({ status: 'done' })
  expect(asked.filter((request) => request.includes('joined'))).toHaveLength(1)

  const where = { emailId: guid, name: 'links' }
  await api.db.emailCheck.updateMany({
    where,
    data: { status: 'running', endedAt: null, deadlineAt: api.clock.now() },
  })
  expect(await linksOf(guid)).toMatchObject({ status: 'done' })
  expect(await api.db.emailCheck.findFirst({ where })).toMatchObject({ attempt: 2 })
})

it('leaves nothing behind of an email that is deleted while its links are asked', async () => {
  let answer = (): void => undefined
  mayAnswer = new Promise((resolve) => (answer = resolve))
  const guid = await postEmail(api, { html_text: html('deleted') })
  await linksOf(guid, 'wait=0')
  await until(() => asked.length >= 1)
  const deleted = await fetch(`${api.url}/emails/${guid}`, { method: 'DELETE', headers: api.headers })
  expect(deleted.status).toBe(204)
  const removals = jest.spyOn(api.storage, 'deletePrefix')
  answer()
  await until(() => removals.mock.calls.length > 0)
  await Promise.all(removals.mock.results.map(({ value }) => value as Promise<unknown>))
  expect(await api.storage.get(checkResultKey(guid, 'links', ''))).toBeNull()
  removals.mockRestore()
})

it('leaves the links that it was asking to the next process when it stops', async () => {
  let answer = (): void => undefined
  mayAnswer = new Promise((resolve) => (answer = resolve))
  const stopping = await startApi({ linkAllow: `127.0.0.1:${web.port}` })
  try {
    const guid = await postEmail(stopping, { html_text: html('stopped') })
    const checks = `${stopping.url}/emails/${guid}/checks?only=links`
    expect((await fetch(checks, { headers: stopping.headers })).status).toBe(200)
    await until(() => asked.some((request) => request.includes('stopped')))
    await stopping.parts.checkWork.close()
    answer()
    expect(await stopping.storage.get(checkResultKey(guid, 'links', ''))).toBeNull()
    expect(await stopping.db.emailCheck.findFirst({ where: { emailId: guid } })).toMatchObject({
      status: 'running',
      endedAt: null,
    })
  } finally {
    await stopping.close()
  }
})

it('leaves alone what List-Unsubscribe of a message names in every new version of its source, too', async () => {
  const bye = `${web.url}/o/4711`
  const message = [
    'From: Shop <shop@example.com>',
    'Subject: Sale',
    `List-Unsubscribe: <${bye}>`,
    'Content-Type: text/html',
    '',
    `<p><a href="${bye}">Goodbye</a> <a href="${web.url}/versions">Shop</a></p>`,
  ]
  let guid = await postEmail(api, { raw_source: message.join('\r\n') })
  for (const version of ['first', 'second', 'third']) {
    const { facts } = await linksOf(guid)
    expect([version, facts]).toMatchObject([version, { left_alone_links: [{ address: bye }] }])
    const answer = await fetch(`${api.url}/emails/${guid}/source`, { headers: api.headers })
    const source = Object.entries((await answer.json()) as Record<string, string | null>)
    const sent = Object.fromEntries(source.filter(([, value]) => value !== null))
    guid = await postEmail(api, { ...sent, revision_of: guid })
  }
  expect(asked).toEqual(['HEAD /versions'])
})

it('asks nothing unless the check is asked for, and nothing of an email that is not stored', async () => {
  const guid = await postEmail(api, { html_text: html('unasked') })
  await fetch(`${api.url}/emails/${guid}/checks?only=size&only=subject`, { headers: api.headers })
  const sent = await postJson(api, '/checks', { html_text: html('unasked'), only: ['links'] }, api.headers)
  expect(sent).toMatchObject({ status: 200, body: { complete: true, checks: [{ status: 'done' }] } })
  expect(asked).toEqual([])
  expect(await api.db.emailCheck.count({ where: { emailId: guid } })).toBe(0)
})
