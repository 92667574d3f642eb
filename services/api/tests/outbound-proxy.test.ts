import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { userInfo } from 'node:os'
import type { checksBody } from '@pas/api-contract/checks'
import { startConnectionCounter, type ConnectionCounter } from '@pas/testing/connection-counter'
import { proxyPassword, startForwardProxy, type ForwardProxy } from '@pas/testing/forward-proxy'
import { freePort } from '@pas/testing/free-port'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import type { z } from 'zod'
import { ensureLocalCertificate } from '../../../tools/stack/src/local-ca'
import { internalOrigins } from '../../../tests/hostile/internal-addresses'
import { pngOf } from './asset-pictures'
import { postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type Check = z.output<typeof checksBody>['checks'][number]

/** What the firm's own name server knows; it knows no public name but one. */
const ownNames: Readonly<Record<string, string[]>> = {
  'cdn.example.test': ['93.184.215.14'],
  'wiki.example.test': ['10.0.0.1'],
  'half.example.test': ['93.184.215.14', '10.0.0.1'],
  intranet: ['93.184.215.14'],
  'allowed.example.test': ['127.0.0.1'],
}
const publicNames = ['shop.test', 'cdn.example.test', 'hooks.test']

let folder: TestFolder
/** The internal network: a server on every local address, whose port is not allowed. */
let inside: ConnectionCounter
let web: { http: http.Server; https: https.Server; httpPort: number; httpsPort: number }
let proxy: ForwardProxy
let ca: string
let tls: { cert: Buffer; key: Buffer }
const requests: string[] = []
const apis: TestApi[] = []
let answer: http.RequestListener

beforeAll(async () => {
  folder = await createTestFolder()
  inside = await startConnectionCounter()
  const { username: name, uid, gid } = userInfo()
  const identity = { name, uid, gid, isDropped: false }
  const files = await ensureLocalCertificate(folder.path, identity, new Date(), publicNames)
  ca = readFileSync(files.caFile, 'utf8')
  tls = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
  const listener: http.RequestListener = (req, res) => {
    requests.push(`${req.method} ${req.headers.host?.split(':')[0]}${req.url}`)
    answer(req, res)
  }
  const servers = {
    http: http.createServer(listener),
    https: https.createServer(tls, listener),
  }
  for (const server of Object.values(servers))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const portOf = (server: Server): number => (server.address() as AddressInfo).port
  web = { ...servers, httpPort: portOf(servers.http), httpsPort: portOf(servers.https) }
  proxy = await startForwardProxy(Object.fromEntries(publicNames.map((name) => [name, '127.0.0.1'])))
})
beforeEach(() => {
  inside.connections = 0
  requests.length = 0
  proxy.asked.length = 0
  proxy.refuses = () => null
  answer = (req, res) => void res.writeHead(200, { 'content-type': 'image/png' }).end(pngOf(10, 10))
})
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})
afterAll(async () => {
  for (const server of [web.http, web.https]) {
    server.close()
    server.closeAllConnections()
  }
  await proxy.close()
  await inside.close()
  await folder.close()
})

async function behindProxy({ url = proxy.url, allow = '', trusted = true } = {}): Promise<TestApi> {
  const lookup = (host: string): Promise<string[]> => {
    const addresses = ownNames[host]
    return addresses
      ? Promise.resolve(addresses)
      : Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' }))
  }
  const lists = { assetAllow: allow, linkAllow: allow, webhookAllow: allow }
  const api = await startApi({
    ...lists,
    webhookTimeoutMs: 3_000,
    outside: { lookup, proxy: url, ...(trusted && { ca }) },
  })
  apis.push(api)
  return api
}

const read = async <Body>(api: TestApi, path: string): Promise<Body> =>
  (await (
    await fetch(`${api.url}${path}`, { headers: { ...api.headers, Prefer: 'wait=20' } })
  ).json()) as Body

const assetsOf = async (api: TestApi, guid: string): Promise<(string | null)[]> =>
  (await read<{ reason: string | null }[]>(api, `/emails/${guid}/assets`)).map(({ reason }) => reason)

async function checkOf(api: TestApi, guid: string, name: 'links' | 'images'): Promise<Check> {
  const { checks } = await read<{ checks: Check[] }>(api, `/emails/${guid}/checks?only=${name}`)
  const [check] = checks
  if (!check) throw new Error('there is no check')
  return check
}

/** What was found about links that were asked, and pictures that were fetched. */
const found = ({ findings }: Check): string[] =>
  findings
    .filter(({ rule }) => ['links/broken', 'images/not-fetched'].includes(rule))
    // Pictures that could not be fetched for one reason are one finding.
    .flatMap(({ severity, description, count }) => Array<string>(count).fill(`${severity}: ${description}`))

const linksTo = (...urls: string[]): string => urls.map((url) => `<a href="${url}">Our shop</a>`).join('\n')
const imagesOf = (...urls: string[]): string => urls.map((url) => `<img src="${url}" alt="A">`).join('\n')

/** Makes a webhook, sends it a test message, and resolves to how the first attempt ended. */
async function testWebhook(api: TestApi, url: string): Promise<unknown> {
  const made = await postJson(api, '/webhooks', { url, event_types: ['preview.captured'] }, api.headers)
  expect(made).toMatchObject({ status: 201 })
  const path = `/webhooks/${String(made.body.webhook_id)}`
  expect(await postJson(api, `${path}/test`, {}, api.headers)).toMatchObject({ status: 202 })
  let attempts: { status_code: number | null; error: string | null }[] = []
  await until('the message was tried', async () => {
    const { deliveries } = await read<{ deliveries: { attempts: typeof attempts }[] }>(
      api,
      `${path}/deliveries`,
    )
    attempts = deliveries[0]?.attempts ?? []
    return attempts.length > 0
  })
  return attempts[0]?.error ?? attempts[0]?.status_code
}

describe('behind OUTBOUND_PROXY', () => {
  it('images, links and webhooks are asked through it: http as an absolute URL, https through a tunnel', async () => {
    const api = await behindProxy()
    const http = `http://shop.test:${web.httpPort}`
    const https = `https://cdn.example.test:${web.httpsPort}`
    const html = imagesOf(`${http}/a.png`, `${https}/b.png`) + linksTo(`${http}/c?d=1`, `${https}/e`)
    const guid = await postEmail(api, { html_text: html })
    expect(await assetsOf(api, guid)).toEqual([null, null])
    const links = await checkOf(api, guid, 'links')
    expect([links.status, found(links)]).toEqual(['done', []])
    expect(await testWebhook(api, `https://hooks.test:${web.httpsPort}/f`)).toBe(200)
    expect([...requests].sort()).toEqual([
      'GET cdn.example.test/b.png',
      'GET shop.test/a.png',
      'HEAD cdn.example.test/e',
      'HEAD shop.test/c?d=1',
      'POST hooks.test/f',
    ])
    expect([...proxy.asked].sort()).toEqual([
      `CONNECT cdn.example.test:${web.httpsPort}`,
      `CONNECT cdn.example.test:${web.httpsPort}`,
      `CONNECT hooks.test:${web.httpsPort}`,
      `GET ${http}/a.png`,
      `HEAD ${http}/c?d=1`,
    ])
  })

  it('an https proxy is asked in the same way, and its certificate is verified', async () => {
    // The certificate names the one, but not the other, whose name must not be asked of the proxy.
    const secure = await startForwardProxy({ 'shop.test': '127.0.0.1', 'plain.test': '127.0.0.1' }, { tls })
    const http = `http://plain.test:${web.httpPort}`
    const https = `https://shop.test:${web.httpsPort}`
    const html = imagesOf(`${http}/a.png`, `${https}/b.png`)
    const api = await behindProxy({ url: secure.url })
    expect(await assetsOf(api, await postEmail(api, { html_text: html }))).toEqual([null, null])
    expect([...secure.asked].sort()).toEqual([`CONNECT shop.test:${web.httpsPort}`, `GET ${http}/a.png`])
    const distrusting = await behindProxy({ url: secure.url, trusted: false })
    const guid = await postEmail(distrusting, { html_text: html })
    expect(await assetsOf(distrusting, guid)).toEqual(['connection', 'connection'])
    await secure.close()
  })

  it('no private address and no internal name is asked, nor given to it, also by a redirect', async () => {
    const api = await behindProxy()
    const internal = [
      ...internalOrigins(inside.port).filter((origin) => URL.canParse(origin) && origin.startsWith('http')),
      ...['wiki.example.test', 'half.example.test', 'intranet', 'intranet.', 'a.localhost', 'printer.local']
        .concat('db.internal', 'nas.home.arpa', 'WIKI.example.test')
        .flatMap((host) => [`http://${host}:${inside.port}`, `https://${host}:${inside.port}`]),
    ].map((origin) => new URL(origin).href)
    const distinct = [...new Set(internal.filter((url) => new URL(url).username === ''))]
    expect(distinct.length).toBeGreaterThanOrEqual(40)
    answer = (req, res) =>
      void res.writeHead(302, { location: distinct[Number(req.url?.slice(1))] ?? '' }).end()
    const redirecting = distinct.map((_url, at) => `http://shop.test:${web.httpPort}/${at}`)
    for (const urls of [distinct, redirecting]) {
      const html = imagesOf(...urls) + linksTo(...urls.slice(0, 90))
      const guid = await postEmail(api, { html_text: html })
      expect(await assetsOf(api, guid)).toEqual(urls.map(() => 'no_public_address'))
      const links = await checkOf(api, guid, 'links')
      expect(new Set(found(links))).toEqual(new Set(['error: The host has no public address.']))
    }
    expect(proxy.asked.filter((asked) => !asked.includes('//shop.test:'))).toEqual([])
    expect(inside.connections).toBe(0)
  })

  it('hosts and addresses of the allowlists are asked directly', async () => {
    const allow = `allowed.example.test:${web.httpPort},127.0.0.1:${web.httpPort}`
    const api = await behindProxy({ allow })
    const urls = ['allowed.example.test', '127.0.0.1'].map((host) => `http://${host}:${web.httpPort}/x`)
    const guid = await postEmail(api, { html_text: imagesOf(...urls) + linksTo(...urls) })
    expect(await assetsOf(api, guid)).toEqual([null, null])
    expect(found(await checkOf(api, guid, 'links'))).toEqual([])
    expect(await testWebhook(api, urls[0] ?? '')).toBe(200)
    expect(requests).toHaveLength(5)
    expect(proxy.asked).toEqual([])
  })

  it('certificates of hosts are verified within the tunnel', async () => {
    const other = await startForwardProxy({ 'other.test': '127.0.0.1' })
    const api = await behindProxy({ url: other.url })
    const guid = await postEmail(api, { html_text: imagesOf(`https://other.test:${web.httpsPort}/a.png`) })
    expect(await assetsOf(api, guid)).toEqual(['certificate'])
    await other.close()
  })

  const refusing = (status: number) => () => {
    proxy.refuses = () => status
    return Promise.resolve(proxy.url)
  }
  const silent = async (): Promise<string> => {
    const server = createServer(() => undefined).unref()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://pas:${proxyPassword}@127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const away = async (): Promise<string> => `http://pas:${proxyPassword}@127.0.0.1:${await freePort()}`
  const wrongPassword = () => Promise.resolve(proxy.url.replace(proxyPassword, 'wrong%3Apass%C3%A9'))

  it.each([
    ['wants other credentials', wrongPassword, 'answered CONNECT with 407'],
    ['filters', refusing(403), 'answered CONNECT with 403'],
    ['does not reach the host', refusing(502), 'answered CONNECT with 502'],
    ['is away', away, 'cannot be reached: ECONNREFUSED'],
    ['takes connections and says nothing', silent, 'did not answer: UND_ERR_HEADERS_TIMEOUT'],
  ])(
    'a proxy that %s is told to the operator, and makes no error of the email',
    async (_name, start, why) => {
      const api = await behindProxy({ url: await start() })
      const warn = jest.spyOn(api.parts.logger, 'warn')
      const urls = [`http://shop.test:${web.httpPort}/x`, `https://cdn.example.test:${web.httpsPort}/x`]
      const guid = await postEmail(api, { html_text: imagesOf(...urls) + linksTo(...urls) })
      for (const reason of await assetsOf(api, guid)) expect(['connection', 'too_slow']).toContain(reason)
      for (const name of ['links', 'images'] as const) {
        const told = found(await checkOf(api, guid, name))
        expect(told).toHaveLength(2)
        for (const one of told) expect(one).toMatch(/^warning: /)
      }
      const hook = await testWebhook(api, `https://hooks.test:${web.httpsPort}/f`)
      expect(['connection', 'too_slow']).toContain(hook)
      const lines = (): string => JSON.stringify(warn.mock.calls)
      await until('the operator is told', () => lines().includes(why))
      expect(lines()).toContain('a request through OUTBOUND_PROXY was not forwarded')
      for (const secret of [proxyPassword, 'wrong', 'shop.test', 'hooks.test'])
        expect(lines()).not.toContain(secret)
      expect(lines()).not.toContain(Buffer.from('pas:').toString('base64').slice(0, 5))
      expect(requests).toEqual([])
    },
  )
})
