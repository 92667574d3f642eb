import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { emailClients } from '@pas/email-clients/catalogue'
import { capturedColumns } from '@pas/testing/preview-columns'
import { Agent, request } from 'undici'
import { locationOf, startBoard, type SignedInVisitor, type TestBoard } from './start-board'

describe('every page of the board', () => {
  let board: TestBoard
  let visitor: SignedInVisitor

  beforeAll(async () => {
    board = await startBoard()
    // Otherwise a grid also lists the email clients that cannot be drawn.
    for (const engine of new Set(emailClients.map((one) => one.engine))) await board.api.pretendServed(engine)
    visitor = await board.signIn()
  })
  afterAll(async () => {
    await visitor.close()
    await board.close()
  })

  it.each([
    ['/', {}, 200],
    ['/shares', {}, 200],
    ['/signin', {}, 302],
    ['/signed-out', {}, 200],
    ['/callback', {}, 302],
    ['/nothing', {}, 404],
    ['/%ff', {}, 404],
    ['/signout', {}, 405],
    ['/signout', { method: 'POST' }, 403],
    ['/assets/nothing.css', {}, 404],
  ] as const)('has the headers that confine it: %s %j', async (path, init, status) => {
    const answer = await visitor.board.get(path, init)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none';style-src 'self';script-src 'self';" +
        "img-src 'self' 'self';connect-src 'self';" +
        `form-action 'self' ${board.auth.url};base-uri 'none';frame-ancestors 'none'`,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
  })

  it('sets no cookie, is in no search engine and sends no referrer, when it is that of a share link', async () => {
    const stranger = board.createVisitor()
    const page = await stranger.get('/s/a-token')
    expect(page.headers.getSetCookie()).toEqual([])
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    await stranger.close()
  })

  it('needs no session when it is a probe or an asset', async () => {
    const stranger = board.createVisitor()
    for (const path of ['/healthz', '/readyz', '/assets/style.css', '/assets/board.css'])
      expect((await stranger.get(path)).status).toBe(200)
    await stranger.close()
  })

  it.each([
    ['without a token', {}, {}],
    ['with a made-up token', { form_token: 'made-up' }, {}],
    ['from another site', { form_token: 'its own' }, { Origin: 'https://evil.example' }],
    [
      'from another site, by a browser that says so',
      { form_token: 'its own' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ],
  ])('refuses a form %s', async (_what, fields: Record<string, string>, headers: Record<string, string>) => {
    await visitor.board.get('/')
    const token = visitor.board.field('form_token')
    const sent = fields.form_token === 'its own' ? { form_token: token } : fields
    expect((await visitor.board.post('/signout', sent, headers)).status).toBe(403)
    expect((await visitor.board.get('/')).status).toBe(200)
  })

  it.each([
    ['a page of the board', 'same-origin', 'br'],
    ['the user', 'none', 'br'],
    ['another site', 'cross-site', null],
    ['another service', 'same-site', null],
    ['a browser that does not say', undefined, null],
  ])(
    'is compressed only when no other site can have started the request: started by %s (Sec-Fetch-Site: %s)',
    async (_who, site, encoding) => {
      const headers = { 'Accept-Encoding': 'gzip, br', ...(site !== undefined && { 'Sec-Fetch-Site': site }) }
      const page = await visitor.board.get('/', { headers })
      expect(page.status).toBe(200)
      expect(page.headers.get('content-encoding')).toBe(encoding)
      expect(await page.text()).toContain('</html>')
    },
  )

  it('links to style sheets and scripts that are compressed for everyone', async () => {
    const stranger = board.createVisitor()
    for (const path of ['/assets/board.css', '/assets/style.css', '/assets/grid.js']) {
      const answer = await stranger.get(path, { headers: { 'Accept-Encoding': 'gzip' } })
      expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'gzip'])
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    }
    await stranger.close()
  })

  it('is small as it is sent: a grid of 137 previews 12 KiB, all scripts together 25 KiB, and the editor 150 kB, at most', async () => {
    const { db, accountId, clock } = board.auth
    const at = clock.now()
    const { id: emailId } = await db.email.create({
      data: {
        id: randomUUID(),
        ...{ accountId, subject: 'Spring sale', createdAt: at },
        expiresAt: new Date(at.getTime() + 3_600_000),
      },
    })
    await db.preview.createMany({
      data: emailClients.slice(0, 137).map(({ code, engine }) => ({
        ...{ id: randomUUID(), emailId, accountId, emailClient: code, engine, requestedAt: at },
        ...{ orientation: 'vertical', images: 'allowed', imageToken: randomBytes(24).toString('base64url') },
        ...capturedColumns(at),
        pictureSha256: new Uint8Array(randomBytes(32)),
      })),
    })
    const dispatcher = new Agent({ connect: { ca: board.auth.ca } })
    const cookie = [...visitor.board.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    /** The bytes of an answer's body as a browser gets it, compressed. */
    const sent = async (asked: string): Promise<number> => {
      const { statusCode, headers, body } = await request(board.url + asked, {
        dispatcher,
        headers: { cookie, 'accept-encoding': 'gzip, br', 'sec-fetch-site': 'none' },
      })
      expect([asked, statusCode]).toEqual([asked, 200])
      if (asked.startsWith('/emails/')) expect(headers['content-encoding']).toBe('br')
      return (await body.arrayBuffer()).byteLength
    }
    expect(await sent(`/emails/${emailId}`)).toBeLessThanOrEqual(12 * 1024)
    const editor = 'source-editor.js'
    const built = readdirSync(path.join(__dirname, '..', 'dist', 'browser'))
    const scripts = built.filter((name) => name !== editor)
    let bytes = 0
    for (const name of [...scripts, 'menu.js', 'choose-clients.js']) bytes += await sent(`/assets/${name}`)
    expect(bytes).toBeLessThanOrEqual(25 * 1024)
    expect(built).toContain(editor)
    // Only the page on which an email is changed loads it.
    expect(await sent(`/assets/${editor}`)).toBeLessThanOrEqual(150_000)
    await dispatcher.close()
  })

  it('has a form token that looks different each time, and each of them is valid', async () => {
    const own = await board.signIn(await board.auth.createUser())
    await own.board.get('/')
    const first = own.board.field('form_token')
    await own.board.get('/')
    const second = own.board.field('form_token')
    expect(second).not.toBe(first)
    const cookie = own.board.cookies.get('__Host-board-form') ?? ''
    expect(cookie).not.toBe('')
    for (const token of [first, second]) expect(token).not.toContain(cookie)
    expect((await own.board.post('/signout', { form_token: first })).status).toBe(303)
    await own.close()
  })

  it('refuses a form of another session', async () => {
    const other = await board.signIn(await board.auth.createUser())
    await other.board.get('/')
    await visitor.board.get('/')
    const answer = await visitor.board.post('/signout', { form_token: other.board.field('form_token') })
    expect(answer.status).toBe(403)
    await other.close()
  })

  it('leads back to the page of a form that was sent after the session had ended', async () => {
    const user = await board.auth.createUser()
    const own = await board.signIn(user)
    await own.board.get('/')
    const formToken = own.board.field('form_token')
    await board.auth.db.boardSession.deleteMany({ where: { userId: user.id } })
    const headers = { Referer: `${board.url}/shares?a=b` }
    const answer = await own.board.post('/signout', { form_token: formToken }, headers)
    expect(answer.status).toBe(303)
    expect(locationOf(answer)).toBe('/signin?return_to=%2Fshares%3Fa%3Db')
    await own.close()
  })

  it('says so when the API is away', async () => {
    const calls = {
      ...board.config.calls,
      instantUrl: 'http://127.0.0.1:1/v1',
      userApiUrl: 'http://127.0.0.1:1/v2',
    }
    const another = await board.startAnother({ calls })
    const answer = await visitor.board.get(`${another.url}/`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.text()).toContain('the service that holds your emails')
  })

  it('over plain HTTP is redirected to the public address', async () => {
    const plain = await board.startAnother({
      http: { ...board.config.http, port: 0, tls: null },
    })
    const answer = await visitor.board.get(`${plain.url.replace('https:', 'http:')}/shares?a=b`)
    expect(answer.status).toBe(308)
    expect(locationOf(answer)).toBe(`${board.url}/shares?a=b`)
  })

  it.each(['GET', 'POST'])(
    'says so when it is asked over plain HTTP on its port for HTTPS: %s',
    async (method) => {
      const answer = await fetch(board.url.replace('https:', 'http:'), { method })
      expect([answer.status, answer.headers.get('connection')]).toEqual([400, 'close'])
      expect(await answer.text()).toContain('write https:// in place of http://')
      // Others are served as before.
      expect((await visitor.board.get('/')).status).toBe(200)
    },
  )
})
