import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { listen, type Listening } from '@pas/runtime/http/listen'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { createTestCertificate } from './test-certificate'

describe('a service with TLS', () => {
  let folder: TestFolder
  let listening: Listening
  beforeAll(async () => {
    folder = await createTestFolder()
    const certificate = await createTestCertificate(folder.path)
    listening = await listen((_req, res) => res.end(), { ...httpBehindProxy, tls: certificate })
  })
  afterAll(() => folder.close())

  const connect = async (): Promise<net.Socket> => {
    const caller = net.connect(listening.port, '127.0.0.1').on('error', () => undefined)
    await once(caller, 'connect')
    return caller
  }

  it('stops while callers are connected that begin TLS never, and after the stop', async () => {
    const [silent, late] = [await connect(), await connect()]
    const startedAt = performance.now()
    const stopping = listening.close()
    const secure = tls.connect({ socket: late, rejectUnauthorized: false }).on('error', () => undefined)
    await once(secure, 'secureConnect')
    await stopping
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    silent.destroy()
    secure.destroy()
  })
})
