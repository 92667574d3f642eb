import type { checksBody } from '@pas/api-contract/checks'
import { checksPrefix } from '@pas/checks/storage-keys'
import { emailPrefix } from '@pas/emails/storage-keys'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import type { z } from 'zod'
import { startFakeMeasuring } from './fake-measuring'
import { reportOf, startFakeSpamd, type FakeSpamd } from './fake-spamd'
import { postEmail, startApi, type TestApi } from './start-api'

type Checks = z.output<typeof checksBody>

let web: SmallWeb
let spamd: FakeSpamd
let api: TestApi
beforeAll(async () => {
  web = await startSmallWeb((_req, res) => res.writeHead(404).end())
  spamd = await startFakeSpamd((socket) => socket.end(reportOf('1.0', [])))
  const here = `127.0.0.1:${web.port}`
  api = await startApi({ assetAllow: here, linkAllow: here, spamd: { host: spamd.host, port: spamd.port } })
})
afterAll(async () => {
  await api.close()
  await spamd.close()
  await web.close()
})

it('reads each stored object of an email twice at most, for all checks in fourteen email clients', async () => {
  const html_text = `<p style="color:#777"><a href="${web.url}/a">Shop</a> <img src="${web.url}/lost.png" alt="A">`
  const guid = await postEmail(api, { html_text })
  // However busy the machine is.
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  const reads = [jest.spyOn(api.storage, 'get'), jest.spyOn(api.storage, 'open')]
  await api.pretendServed('chromium')
  const worker = startFakeMeasuring(api)
  try {
    const clients = popularEmailClients.slice(0, 14).map((code) => `client=${code}`)
    const answer = await fetch(`${api.url}/emails/${guid}/checks?${clients.join('&')}`, {
      headers: { ...api.headers, Prefer: 'wait=20' },
    })
    const { checks } = (await answer.json()) as Checks
    expect(checks.filter(({ status }) => status !== 'done').map(({ name }) => name)).toEqual(['headers'])
  } finally {
    await worker.close()
  }
  const counts = new Map<string, number>()
  for (const [key] of reads.flatMap(({ mock }) => mock.calls as [string][])) {
    const name = key.replace(emailPrefix(guid), '')
    if (!key.startsWith(checksPrefix(guid))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  jest.restoreAllMocks()
  expect(Object.fromEntries(counts)).toEqual({ 'email.json': 2, 'failed.json': 2, 'assets.json': 1 })
})
