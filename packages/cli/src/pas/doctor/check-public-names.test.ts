import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { ensureLocalCertificate } from '../../../../../tools/stack/src/local-ca'
import { checkPublicNames } from './check-public-names'

const dayMs = 86_400_000

describe('whether services answer at their public names', () => {
  let folder: TestFolder
  let server: https.Server
  let url: string
  let caFile: string
  let answer: RequestListener
  beforeAll(async () => {
    folder = await createTestFolder()
    const { username: name, uid, gid } = userInfo()
    const certificate = await ensureLocalCertificate(folder.path, { name, uid, gid, isDropped: false })
    caFile = certificate.caFile
    const files = { cert: readFileSync(certificate.certFile), key: readFileSync(certificate.keyFile) }
    server = https.createServer(files, (req, res) => answer(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://localhost:${(server.address() as AddressInfo).port}`
    answer = (_req, res) => void res.end(JSON.stringify({ issuer: url }))
  })
  afterAll(async () => {
    server.close()
    await folder.close()
  })

  const found = async (env: Record<string, string>, now = new Date()): Promise<string | undefined> => {
    const checks = await checkPublicNames(env, now)
    const check = checks.find(({ name }) => name === 'auth-url')
    return check && `${check.status}: ${check.detail}`
  }
  const trusting = () => ({ AUTH_URL: url, NODE_EXTRA_CA_CERTS: caFile })

  it('is ok for the service itself, and warns when its certificate ends within 21 days', async () => {
    expect(await found(trusting())).toMatch(
      /^ok: https:\/\/localhost:\d+ answers; its certificate ends 2\d{3}-/,
    )
    expect(await found(trusting(), new Date(Date.now() + 380 * dayMs))).toMatch(
      /^warned: .* ends 2\d{3}-\d\d-\d\d, in 1[67] days: see that it is renewed$/,
    )
  })

  it('fails when another service answers, none does, or browsers refuse the certificate, and says what to check', async () => {
    expect(await found({ ...trusting(), AUTH_URL: `${url}/elsewhere` })).toMatch(
      /^failed: what answers .* with 200 is not this installation's service: check AUTH_URL/,
    )
    expect(await found({ ...trusting(), AUTH_URL: 'https://localhost:1' })).toMatch(
      /^failed: .*ECONNREFUSED.*: check AUTH_URL/,
    )
  })

  it('warns of a CA that is not known here, and of a name that is not, which only shows from outside', async () => {
    expect(await found({ AUTH_URL: url })).toMatch(/^warned: .*CA is not known here .*NODE_EXTRA_CA_CERTS/)
    expect(await found({ AUTH_URL: 'https://nowhere.invalid' })).toMatch(
      /^warned: https:\/\/nowhere\.invalid cannot be seen from here/,
    )
    expect(await found({})).toBe('skipped: AUTH_URL is not set')
  })
})
