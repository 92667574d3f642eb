import { connect } from 'node:tls'
import { createApiKey } from '@pas/accounts/create-api-key'
import { until } from '@pas/testing/until'
import { FormData } from 'undici'
import { postEmail, type TestApi } from '../../api/tests/start-api'
import type { Visitor } from '../../auth/tests/visitor'
import { startBoard, type SignedInVisitor, type TestBoard } from './start-board'

describe('an email on the board', () => {
  let board: TestBoard
  let visitor: SignedInVisitor
  /** The API, with a key of the users' account. */
  let api: TestApi
  let guid: string

  beforeAll(async () => {
    board = await startBoard()
    visitor = await board.signIn()
    const { db, clock, accountId } = board.auth
    const apiKey = await createApiKey({ db, clock }, { accountId })
    const Authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
    api = { ...board.api, headers: { ...board.api.headers, Authorization } }
    guid = await postEmail(api, { html_text: '<p>Half price</p>', subject: 'Sale' })
  })
  afterAll(async () => {
    await visitor.close()
    await board.close()
  })

  const textAt = async (visited: Visitor, path: string): Promise<string> => (await visited.get(path)).text()

  describe('an upload', () => {
    it('with more fields than any form of ours is refused', async () => {
      await visitor.board.get('/')
      const form = new FormData()
      form.append('form_token', visitor.board.field('form_token'))
      for (let number = 0; number < 1_000; number++) form.append('client', 'PLAINTEXT')
      const answer = await visitor.board.get('/emails', {
        method: 'POST',
        body: form,
        headers: { Origin: board.url },
      })
      expect(answer.status).toBe(413)
    })

    it('whose sender is gone before it is read leaves room for others', async () => {
      const { port } = new URL(board.url)
      const cookie = [...visitor.board.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const head = [
        'POST /emails HTTP/1.1',
        'Host: localhost',
        `Cookie: ${cookie}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${16 * 1024 * 1024}`,
        '\r\n',
      ].join('\r\n')
      // 16 MiB each, of the 32 MiB that all uploads may take.
      for (let number = 0; number < 12; number++) {
        const socket = connect({ host: 'localhost', port: Number(port), ca: board.auth.ca })
        socket.on('error', () => undefined)
        await new Promise((resolve) => socket.once('secureConnect', resolve))
        await new Promise((resolve) => socket.write(head, resolve))
        socket.destroy()
      }
      const body = `--x\r\nContent-Disposition: form-data; name="source"\r\n\r\n${'y'.repeat(15 * 1024 * 1024)}\r\n--x--`
      await until('an upload finds room', async () => {
        const { status } = await visitor.board.get('/emails', {
          method: 'POST',
          body,
          headers: { Origin: board.url, 'Content-Type': 'multipart/form-data; boundary=x' },
        })
        return [status !== 503, status]
      })
    })
  })

  it('shows the beginning of a source that has a million lines', async () => {
    const long = await postEmail(api, { html_text: `<p>${'\n'.repeat(1_000_000)}` })
    const page = await textAt(visitor.board, `/emails/${long}/source`)
    expect(page).toContain('of at most 20,000 lines')
    expect(page).toContain('id="L20000"')
    expect(page).not.toContain('id="L20001"')
  })
})
