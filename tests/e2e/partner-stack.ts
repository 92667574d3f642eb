import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import type { LocalCertificate } from '../../tools/stack/src/local-ca'
import { createServices, type ServiceProcess, type Services } from './start-services'
import { createTestCertificate } from './test-certificate'

const demoImages = path.resolve(__dirname, '../../tools/demo-web/demo/images')

/** The services that a partner needs, as separate processes over TLS: started once for a test file. */
export let services: Services
export let auth: ServiceProcess
export let api: ServiceProcess
export let certificate: LocalCertificate
/** Has the certificate. */
export let folder: TestFolder
/** The demo's images, which the API may fetch. */
export let web: SmallWeb

beforeAll(async () => {
  folder = await createTestFolder()
  web = await startSmallWeb((req, res) => {
    res.setHeader('Content-Type', 'image/png').end(readFileSync(path.join(demoImages, req.url ?? '')))
  })
  certificate = await createTestCertificate(folder.path)
  const allowed = { ASSET_ALLOW: `127.0.0.1:${web.port}`, WEBHOOK_ALLOW: '127.0.0.1/32' }
  services = await createServices({ ...allowed, FALLBACK_HOSTS: 'localhost' }, certificate)
  ;[auth, api] = await Promise.all([
    services.startAuth(),
    services.startApi(),
    services.startImages(),
    services.startWorker(),
  ])
}, 300_000)
afterAll(async () => {
  await services?.close()
  await web?.close()
  await folder?.close()
})
