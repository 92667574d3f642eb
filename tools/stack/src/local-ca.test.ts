import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureLocalCertificate, type LocalCertificate } from './local-ca'

const identity = {
  name: 'self',
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  isDropped: false,
}
const dayMs = 24 * 60 * 60 * 1000

describe('the certificate of the local CA', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pas-ca-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  const ask = async (certificate: LocalCertificate, host: string): Promise<number | undefined> => {
    const server = https.createServer(
      { cert: readFileSync(certificate.certFile), key: readFileSync(certificate.keyFile) },
      (_request, response) => response.end(),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const request = https.get({
        ...{ host: '127.0.0.1', port, agent: false, ca: readFileSync(certificate.caFile) },
        ...(host === '127.0.0.1' ? {} : { servername: host }),
      })
      const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }]
      response.resume()
      return response.statusCode
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }

  it('is trusted for localhost and 127.0.0.1 by clients that trust the CA, and for no other name', async () => {
    const certificate = await ensureLocalCertificate(folder, identity)
    expect(await ask(certificate, 'localhost')).toBe(200)
    expect(await ask(certificate, '127.0.0.1')).toBe(200)
    await expect(ask(certificate, 'example.com')).rejects.toThrow(/altnames/)
  })

  it('is made again, by the same CA, for a name that it lacks', async () => {
    const first = await ensureLocalCertificate(folder, identity, new Date(), ['pas.test'])
    const ca = readFileSync(first.caFile, 'utf8')
    expect(await ask(first, 'pas.test')).toBe(200)
    const second = await ensureLocalCertificate(folder, identity, new Date(), ['mail.test', '192.0.2.7'])
    expect([await ask(second, 'mail.test'), await ask(second, 'localhost')]).toEqual([200, 200])
    const kept = readFileSync(second.certFile, 'utf8')
    await ensureLocalCertificate(folder, identity, new Date(), ['192.0.2.7', 'mail.test'])
    expect([readFileSync(second.certFile, 'utf8'), readFileSync(second.caFile, 'utf8')]).toEqual([kept, ca])
  })

  it('has both keys readable by their owner only', async () => {
    const { keyFile } = await ensureLocalCertificate(folder, identity)
    for (const file of [keyFile, path.join(folder, 'ca.key')]) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('stays as it is until 30 days before its end, and is then renewed under the same CA', async () => {
    const start = new Date('2026-01-01T00:00:00Z')
    const read = ({ caFile, certFile }: LocalCertificate): string[] =>
      [caFile, certFile].map((file) => readFileSync(file, 'utf8'))
    const first = read(await ensureLocalCertificate(folder, identity, start))
    const kept = read(await ensureLocalCertificate(folder, identity, new Date(start.getTime() + 366 * dayMs)))
    expect(kept).toEqual(first)
    const renewed = read(
      await ensureLocalCertificate(folder, identity, new Date(start.getTime() + 368 * dayMs)),
    )
    expect(renewed[0]).toBe(first[0])
    expect(renewed[1]).not.toBe(first[1])
  })
})
