import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { createTestCertificate } from '../../../../../tests/e2e/test-certificate'
import { checkSmtp } from './check-smtp'

const dayMs = 86_400_000

describe('whether mail is taken by SMTP', () => {
  let folder: TestFolder
  let server: Server
  let SMTP_ADDRESS: string
  let caFile: string
  let files: { cert: Buffer; key: Buffer }
  /** Replies by the command's first word. */
  let replies: Readonly<Record<string, string>>
  beforeAll(async () => {
    folder = await createTestFolder()
    const certificate = await createTestCertificate(folder.path)
    caFile = certificate.caFile
    files = { cert: readFileSync(certificate.certFile), key: readFileSync(certificate.keyFile) }
    server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    SMTP_ADDRESS = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    replies = ours
  })
  afterAll(async () => {
    server.close()
    await folder.close()
  })

  const ours = {
    greeting: '220 api.test ESMTP',
    EHLO: '250-api.test\r\n250-PIPELINING\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN',
    VRFY: '502 5.5.1 Not implemented: any recipient is taken.',
    STARTTLS: '220 2.0.0 Ready to start TLS',
  }
  const answer = (socket: Socket): void => {
    socket.on('error', () => undefined)
    socket.write(`${replies.greeting}\r\n`)
    socket.on('data', (line: Buffer) => {
      const [word = ''] = line.toString('latin1').trim().split(' ')
      socket.write(`${replies[word] ?? '500 Unknown'}\r\n`)
      if (word !== 'STARTTLS' || !replies.STARTTLS?.startsWith('220')) return
      socket.removeAllListeners('data')
      new TLSSocket(socket, { isServer: true, ...files }).on('error', () => undefined)
    })
  }
  const found = async (env: Readonly<Record<string, string>>, now = new Date()): Promise<string> => {
    const { status, detail } = await checkSmtp(env, now)
    return `${status}: ${detail}`
  }
  const trusting = () => ({ SMTP_ADDRESS, NODE_EXTRA_CA_CERTS: caFile })

  it('is ok when it is, over STARTTLS and without, and warns before the certificate ends', async () => {
    expect(await found(trusting())).toMatch(/^ok: 127\.0\.0\.1:\d+ answers; its certificate ends 2\d{3}-/)
    expect(await found(trusting(), new Date(Date.now() + 380 * dayMs))).toMatch(/^warned: .* in 1[67] days/)
    expect(await found({ SMTP_ADDRESS })).toMatch(/^warned: .*CA is not known here .*NODE_EXTRA_CA_CERTS/)
    replies = { ...ours, EHLO: '250-api.test\r\n250 AUTH PLAIN LOGIN' }
    const SMTP_PORT = SMTP_ADDRESS.split(':')[1] ?? ''
    expect(await found({ SMTP_PORT })).toMatch(/^ok: 127\.0\.0\.1:.*without TLS$/)
  })

  it('is asked where api listens', async () => {
    const SMTP_PORT = SMTP_ADDRESS.split(':')[1] ?? ''
    expect(await found({ SMTP_PORT, HOST: 'localhost' })).toMatch(/: localhost:\d+ answers/)
    for (const HOST of ['', '0.0.0.0', '::'])
      expect(await found({ SMTP_PORT, HOST })).toMatch(/: 127\.0\.0\.1:\d+ answers/)
  })

  it('warns when no sender can tell its key', async () => {
    replies = { ...ours, EHLO: '250-api.test\r\n250 PIPELINING' }
    expect(await found(trusting())).toMatch(/^warned: .*neither STARTTLS nor AUTH.*set TLS_CERT_FILE/)
  })

  it('is skipped where no mail is taken, or a proxy names the senders', async () => {
    expect(await found({})).toMatch(/^skipped: neither SMTP_PORT nor SMTP_ADDRESS is set/)
    expect(await found({ ...trusting(), SMTP_PROXY_PROTOCOL: '1' })).toMatch(/^skipped: .*through the proxy/)
  })

  it('fails, and says what to check, when another program answers, none does, or TLS is not begun', async () => {
    for (const [other, reason] of [
      [{ VRFY: '252 Cannot VRFY user' }, "is not this installation's api"],
      [{ greeting: '554 5.3.2 No mail here' }, "is not this installation's api"],
      [{ STARTTLS: '454 TLS not available' }, 'offers STARTTLS and does not begin it'],
    ] as const) {
      replies = { ...ours, ...other }
      expect(await found(trusting())).toMatch(new RegExp(`^failed: .*${reason}.*: check that api runs`))
    }
    expect(await found({ SMTP_ADDRESS: '127.0.0.1:1' })).toMatch(/^failed: .*ECONNREFUSED.*SMTP_ADDRESS$/)
  })
})
