import { createServer, type AddressInfo, type Server } from 'node:net'
import { checkSpamd } from './check-spamd'

describe('whether spamd answers', () => {
  let server: Server
  let answer: string
  let SPAMD: string
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('data', () => socket.end(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    SPAMD = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
  })

  it('is ok when it answers PING', async () => {
    answer = 'SPAMD/1.5 0 PONG\r\n'
    expect(await checkSpamd({ SPAMD })).toEqual({ name: 'spamd', status: 'ok', detail: 'answers PING' })
  })

  it('is skipped where none is configured', async () => {
    expect(await checkSpamd({})).toMatchObject({ status: 'skipped' })
  })

  it('fails, and says what to check, when another program answers, none does, or SPAMD is no address', async () => {
    answer = '220 mail.example.com ESMTP\r\n'
    for (const address of [SPAMD, '127.0.0.1:1', 'spamd', 'spamd:99999'])
      expect(await checkSpamd({ SPAMD: address })).toMatchObject({
        status: 'failed',
        detail: expect.stringContaining('check SPAMD') as string,
      })
  })
})
