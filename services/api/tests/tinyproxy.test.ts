import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import path from 'node:path'
import { startForwardProxy, type ForwardProxy } from '@pas/testing/forward-proxy'
import { freePort } from '@pas/testing/free-port'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { ensureLocalCertificate } from '../../../tools/stack/src/local-ca'
import { createFetchAsset, type FetchAsset } from '../src/assets/fetch-asset'
import { parseAllowList } from '../src/outbound/allow-list'
import { loadConfig } from '../src/config'
import { pngOf } from './asset-pictures'

const folderOfTinyproxy = process.env.TEST_TINYPROXY
const why = folderOfTinyproxy ? '' : ' (skipped: tinyproxy could not be downloaded from Debian)'
const describeTinyproxy = folderOfTinyproxy ? describe : describe.skip

describeTinyproxy(`Debian's tinyproxy as OUTBOUND_PROXY${why}`, () => {
  let folder: TestFolder
  let web: SmallWeb
  let secureWeb: https.Server
  let securePort: number
  /** The proxy behind it, which alone knows the names. */
  let outer: ForwardProxy
  let tinyproxy: ChildProcess
  let port: number
  let ca: string

  beforeAll(async () => {
    folder = await createTestFolder()
    const { username: name, uid, gid } = userInfo()
    const identity = { name, uid, gid, isDropped: false }
    const files = await ensureLocalCertificate(folder.path, identity, new Date(), ['shop.test'])
    ca = readFileSync(files.caFile, 'utf8')
    const send = (res: { end: (body: Buffer) => unknown }): unknown => res.end(pngOf(10, 10))
    web = await startSmallWeb((_req, res) => void send(res))
    secureWeb = https.createServer(
      { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) },
      (_req, res) => void send(res),
    )
    await new Promise<void>((resolve) => secureWeb.listen(0, '127.0.0.1', resolve))
    securePort = (secureWeb.address() as AddressInfo).port
    outer = await startForwardProxy({ 'shop.test': '127.0.0.1' })
    port = await freePort()
    const configFile = path.join(folder.path, 'tinyproxy.conf')
    writeFileSync(
      configFile,
      [
        ...[`Port ${port}`, 'Listen 127.0.0.1', 'Timeout 60', 'MaxClients 20', 'Allow 127.0.0.1'],
        ...['BasicAuth pas tinysecret', `Upstream http ${outer.url.replace(/^http:\/\//, '')}`],
        // The ports of Debian's own file, and that of this test's server.
        ...['ConnectPort 443', 'ConnectPort 563', `ConnectPort ${securePort}`],
      ].join('\n'),
    )
    tinyproxy = spawn(path.join(folderOfTinyproxy ?? '', 'tinyproxy'), ['-d', '-c', configFile], {
      stdio: 'ignore',
    })
    await until('tinyproxy listens', async () => {
      const socket = connect(port, '127.0.0.1')
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      return isOpen
    })
  })
  afterAll(async () => {
    tinyproxy?.kill()
    if (tinyproxy?.exitCode === null && tinyproxy.signalCode === null) await once(tinyproxy, 'exit')
    await outer?.close()
    secureWeb?.close()
    await web?.close()
    await folder?.close()
  })

  const behind = (proxyUrl: string): { fetchAsset: FetchAsset; told: string[] } => {
    const told: string[] = []
    const fetchAsset = createFetchAsset({
      assetAllow: parseAllowList(''),
      lookup: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
      ca,
      proxy: proxyOf(proxyUrl),
      notForwarded: (reason) => told.push(reason),
    })
    return { fetchAsset, told }
  }
  const proxyOf = (proxyUrl: string) =>
    loadConfig({
      ...{ PORT: '1', DATABASE_URL: 'postgresql://pas@localhost/pas', REDIS_URL: 'redis://localhost' },
      ...{ STORAGE_URL: folder.url, API_URL: 'https://api.test', INSTANT_URL: 'https://api.test/v1' },
      ...{ AUTH_URL: 'https://auth.test', IMAGES_URL: 'https://images.test', TRUST_PROXY: '127.0.0.1' },
      OUTBOUND_PROXY: proxyUrl,
    }).outbound.proxy

  it('forwards http, and connects to the ports that it allows', async () => {
    const { fetchAsset, told } = behind(`http://pas:tinysecret@127.0.0.1:${port}`)
    expect(await fetchAsset(`http://shop.test:${web.port}/a.png`)).toHaveProperty('body')
    expect(await fetchAsset(`https://shop.test:${securePort}/a.png`)).toHaveProperty('body')
    expect(outer.asked).toEqual([`GET http://shop.test:${web.port}/a.png`, `CONNECT shop.test:${securePort}`])
    expect(told).toEqual([])
  })

  it('refuses other ports, and other credentials, which is said', async () => {
    const right = behind(`http://pas:tinysecret@127.0.0.1:${port}`)
    expect(await right.fetchAsset('https://shop.test:8443/a.png')).toEqual({ refused: 'connection' })
    expect(right.told).toEqual(['answered CONNECT with 403'])
    for (const credentials of ['pas:wrong@', '']) {
      const wrong = behind(`http://${credentials}127.0.0.1:${port}`)
      for (const url of [`https://shop.test:${securePort}/a.png`, `http://shop.test:${web.port}/a.png`])
        expect(await wrong.fetchAsset(url)).toEqual({ refused: 'connection' })
      for (const reason of wrong.told)
        expect(reason).toMatch(/^(answered CONNECT with|or the host answered) 40[17]$/)
      expect(wrong.told).toHaveLength(2)
    }
  })
})
