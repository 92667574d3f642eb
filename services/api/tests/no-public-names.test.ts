import type { checksBody } from '@pas/api-contract/checks'
import type { z } from 'zod'
import { postEmail, startApi, type TestApi } from './start-api'

type Checks = z.output<typeof checksBody>

/** A network whose name server knows an internal host alone, until it also knows public ones. */
let knowsPublicNames = false
const lookedUp: string[] = []
const lookup = (host: string): Promise<string[]> => {
  lookedUp.push(host)
  if (host === 'wiki.example.test') return Promise.resolve(['10.0.0.1'])
  if (knowsPublicNames && host === 'example.com') return Promise.resolve(['93.184.215.14'])
  return Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' }))
}

let api: TestApi
beforeAll(async () => {
  api = await startApi({ linkAllow: '', outside: { lookup } })
})
beforeEach(() => {
  lookedUp.length = 0
})
afterAll(() => api.close())

const links = Array.from({ length: 30 }, (_, at) => `https://shop${at}.example.test/sale`)
const html = (urls: readonly string[]): string =>
  `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Coffee from Huila</title>
<meta name="color-scheme" content="light dark"></head><body><h1>Coffee from Huila</h1>
<img src="https://cdn.example.test/a.png" alt="A cup of coffee" width="200" height="100">
${urls.map((url, at) => `<p><a href="${url}">Read about coffee number ${at}</a></p>`).join('\n')}
<p><a href="https://shop.example.test/unsubscribe?u=1">Unsubscribe</a></p></body></html>`

async function checksOf(guid: string): Promise<Checks> {
  const headers = { ...api.headers, Prefer: 'wait=20' }
  return (await (await fetch(`${api.url}/emails/${guid}/checks`, { headers })).json()) as Checks
}

it('an email without a fault has no error, its links are not checked, and its images say why', async () => {
  const guid = await postEmail(api, { html_text: html(links), subject: 'Coffee from Huila' })
  const { counts, checks } = await checksOf(guid)
  expect(checks.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))).toEqual(
    [],
  )
  expect(counts.error).toBe(0)
  expect(checks.find(({ name }) => name === 'links')).toMatchObject({
    status: 'unavailable',
    description: 'The network of this installation knows no public host names, so links cannot be asked.',
  })
  const images = checks.find(({ name }) => name === 'images')
  expect(images?.findings.filter(({ rule }) => rule === 'images/not-fetched')).toMatchObject([
    {
      severity: 'warning',
      description: expect.stringContaining('this network does not know the host') as string,
    },
  ])
  // Once for all links, and not again by what comes in the next half minute.
  expect(lookedUp.filter((host) => host === 'example.com')).toHaveLength(1)
})

it('says the same of an internal name as of one that does not exist, and of an internal address what it is', async () => {
  const urls = [
    'https://wiki.example.test/',
    'https://nowhere.example.test/',
    'https://10.0.0.1/',
    'https://wiki/',
  ]
  const guid = await postEmail(api, { html_text: urls.map((url) => `<img src="${url}">`).join('') })
  const assets = await fetch(`${api.url}/emails/${guid}/assets`, { headers: api.headers })
  const reasons = ((await assets.json()) as { reason: string }[]).map(({ reason }) => reason)
  expect(reasons).toEqual(['no_public_names', 'no_public_names', 'no_public_address', 'no_public_address'])
})

it('asks the links again a minute later, when the network may know public names', async () => {
  const guid = await postEmail(api, { html_text: html(links.slice(0, 1)), subject: 'Coffee' })
  const statusOf = async (): Promise<string | undefined> =>
    (await checksOf(guid)).checks.find(({ name }) => name === 'links')?.status
  expect(await statusOf()).toBe('unavailable')
  const now = performance.now()
  const later = jest.spyOn(performance, 'now').mockImplementation(() => now + 30_001)
  knowsPublicNames = true
  api.clock.advance(59_000)
  expect(await statusOf()).toBe('unavailable')
  api.clock.advance(2_000)
  expect(await statusOf()).toBe('done')
  later.mockRestore()
})
