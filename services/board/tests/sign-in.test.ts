import { createHash } from 'node:crypto'
import { markUserDisabled } from '@pas/accounts/set-user-disabled'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { createSignInLink } from '@pas/accounts/one-time-links'
import { createVisitor } from '../../auth/tests/visitor'
import { followSignIn, locationOf, startBoard, type SignedInVisitor, type TestBoard } from './start-board'

describe('signing in to the board', () => {
  let board: TestBoard
  let visitor: SignedInVisitor

  beforeAll(async () => {
    board = await startBoard()
    visitor = await board.signIn()
  })
  afterAll(async () => {
    await visitor.close()
    await board.close()
  })
  const atBoth = () => {
    const own = { board: board.createVisitor(), auth: visitor.auth }
    return own
  }

  it('leads to the authorization endpoint with a state and a code challenge, and back to the page that was asked for', async () => {
    const own = atBoth()
    const asked = await own.board.get('/shares?x=1')
    expect(asked.status).toBe(302)
    expect(locationOf(asked)).toBe('/signin?return_to=%2Fshares%3Fx%3D1')
    const begun = await own.board.get(locationOf(asked))
    const request = new URL(locationOf(begun))
    expect(request.origin + request.pathname).toBe(`${board.auth.url}/oauth/authorize`)
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: board.application.clientId,
      redirect_uri: `${board.url}/callback`,
      code_challenge_method: 'S256',
    })
    expect(request.searchParams.get('state')).toMatch(/^[\w-]{100,}$/)
    expect(request.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    // The board is a first-party application, so no consent page is shown.
    const answered = await own.auth.get(request.href)
    expect(answered.status).toBe(302)
    const done = await own.board.get(locationOf(answered))
    expect(done.status).toBe(302)
    expect(locationOf(done)).toBe('/shares?x=1')
    const page = await own.board.get('/shares')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<bdi>Ada Person</bdi>')
    const settings = await own.auth.get('/settings/applications')
    expect(await settings.text()).not.toContain(board.application.clientId)
    await own.board.close()
  })

  it('sets a session cookie that no script and no other site can use, and stores tokens only encrypted', async () => {
    const own = atBoth()
    const done = await followSignIn(own)
    const [cookie = ''] = done.headers
      .getSetCookie()
      .filter((line) => line.startsWith('__Host-board-session='))
    expect(cookie).toMatch(
      /^__Host-board-session=pas_brd_[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
    const id = own.board.cookies.get('__Host-board-session') ?? ''
    const row = await board.auth.db.boardSession.findUniqueOrThrow({
      where: { idHash: new Uint8Array(createHash('sha256').update(id).digest()) },
    })
    expect(row.userId).toBe(board.auth.user.id)
    expect(Buffer.from(row.tokens).toString('latin1')).not.toContain('pas_')
    await own.board.close()
  })

  it('is refused in a browser other than the one that began it', async () => {
    const [one, other] = [atBoth(), atBoth()]
    const begun = await one.board.get('/signin')
    const answered = await one.auth.get(locationOf(begun))
    await other.board.get('/signin')
    const refused = await other.board.get(locationOf(answered))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('begun in another browser')
    expect(other.board.cookies.has('__Host-board-session')).toBe(false)
    await one.board.close()
    await other.board.close()
  })

  it('is refused with a state that was changed, that is missing, or that is an hour old', async () => {
    const own = atBoth()
    const begin = async () =>
      new URL(locationOf(await own.auth.get(locationOf(await own.board.get('/signin')))))
    const changed = await begin()
    const state = changed.searchParams.get('state') ?? ''
    changed.searchParams.set('state', `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`)
    expect((await own.board.get(changed.href)).status).toBe(400)
    const missing = await begin()
    missing.searchParams.delete('state')
    expect((await own.board.get(missing.href)).status).toBe(400)
    const twice = await begin()
    twice.searchParams.append('state', 'another')
    expect((await own.board.get(twice.href)).status).toBe(400)
    const old = await begin()
    board.auth.clock.advance(61 * 60_000)
    expect((await own.board.get(old.href)).status).toBe(400)
    expect(own.board.cookies.has('__Host-board-session')).toBe(false)
    await own.board.close()
  })

  it('works in two tabs at once', async () => {
    const own = atBoth()
    const first = await own.board.get('/signin?return_to=/shares')
    const second = await own.board.get('/signin?return_to=/emails/x')
    const answers = [await own.auth.get(locationOf(second)), await own.auth.get(locationOf(first))]
    const ends = []
    for (const answer of answers) ends.push(locationOf(await own.board.get(locationOf(answer))))
    expect(ends).toEqual(['/emails/x', '/shares'])
    await own.board.close()
  })

  it('takes a code once: loading the answer again signs nobody in', async () => {
    const own = atBoth()
    const begun = await own.board.get('/signin')
    const answer = locationOf(await own.auth.get(locationOf(begun)))
    const cookies = new Map(own.board.cookies)
    expect((await own.board.get(answer)).status).toBe(302)
    // A browser with the cookies from before the session.
    const replay = board.createVisitor()
    for (const [name, value] of cookies) replay.cookies.set(name, value)
    const refused = await replay.get(answer)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('used already')
    expect(replay.cookies.has('__Host-board-session')).toBe(false)
    await replay.close()
    await own.board.close()
  })

  it('is refused with a made-up code', async () => {
    const own = atBoth()
    const begun = new URL(locationOf(await own.board.get('/signin')))
    const answer = new URL(`${board.url}/callback`)
    answer.searchParams.set('state', begun.searchParams.get('state') ?? '')
    answer.searchParams.set('code', 'pas_cod_stolen')
    expect((await own.board.get(answer.href)).status).toBe(400)
    await own.board.close()
  })

  it('offers another sign-in to a user who declined', async () => {
    const own = atBoth()
    const begun = new URL(locationOf(await own.board.get('/signin')))
    const answer = new URL(`${board.url}/callback?error=access_denied`)
    answer.searchParams.set('state', begun.searchParams.get('state') ?? '')
    const denied = await own.board.get(answer.href)
    expect(denied.status).toBe(403)
    expect(await denied.text()).toContain('href="/signin"')
    await own.board.close()
  })

  it('says so when auth is away', async () => {
    const another = await board.startAnother({
      calls: { ...board.config.calls, authUrl: 'http://127.0.0.1:1' },
    })
    const own = atBoth()
    const answer = new URL(locationOf(await own.auth.get(locationOf(await own.board.get('/signin')))))
    const away = await own.board.get(`${another.url}/callback${answer.search}`)
    expect(away.status).toBe(503)
    expect(away.headers.get('retry-after')).toBe('5')
    expect(await away.text()).toContain('the service that signs people in')
    await own.board.close()
  })

  it('revokes its tokens when it cannot be finished because the API is away', async () => {
    const user = await board.auth.createUser()
    const own = { board: board.createVisitor(), auth: createVisitor(board.auth) }
    await own.auth.signIn(user)
    const calls = { ...board.config.calls, userApiUrl: 'http://127.0.0.1:1/v2' }
    const another = await board.startAnother({ calls })
    const answer = new URL(locationOf(await own.auth.get(locationOf(await own.board.get('/signin')))))
    expect((await own.board.get(`${another.url}/callback${answer.search}`)).status).toBe(503)
    const families = await board.auth.db.tokenFamily.findMany({ where: { userId: user.id } })
    expect(families.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
    await Promise.all([own.board.close(), own.auth.close()])
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example'.replace('%09', '\t'),
    `/${'x'.repeat(1_001)}`,
  ])('leads to no other site: %j', async (returnTo) => {
    const own = atBoth()
    const path = `/signin?return_to=${encodeURIComponent(returnTo)}`
    expect(locationOf(await followSignIn(own, path))).toBe('/')
    // Also for a browser that is signed in.
    expect(locationOf(await own.board.get(path))).toBe('/')
    await own.board.close()
  })

  describe('with the one-time link that a stack on loopback prints', () => {
    const stranger = () => ({ board: board.createVisitor(), auth: createVisitor(board.auth) })

    it('signs its user in to auth and to the board, once, and the audit trail says whose link it was', async () => {
      const user = await board.auth.createUser()
      const made = { action: 'user.sign_in_link', target: `user:${user.id}` }
      const { db, clock } = board.auth
      await recordAuditEvent(db, { ...made, at: new Date(clock.now().getTime() - 1), actor: 'operator:eve' })
      const link = await createSignInLink(board.auth, user.id)
      await recordAuditEvent(db, { ...made, at: clock.now(), actor: 'operator:ada' })
      const [own, later] = [stranger(), stranger()]
      // A program that only looks where the link leads does not use it up.
      expect((await later.auth.get(`/login/link?link=${link}`, { method: 'HEAD' })).status).toBe(405)
      const done = await followSignIn(own, `/signin?link=${link}`)
      expect(done.headers.getSetCookie().join()).toContain('__Host-board-session=pas_brd_')
      expect((await own.auth.get('/settings/clients')).status).toBe(200)
      const started = { action: 'session.start_by_link', target: `user:${user.id}` }
      expect(await db.auditEvent.findMany({ where: started })).toMatchObject([
        { actor: `user:${user.id}`, details: { link_made_by: 'operator:ada' } },
      ])
      // A used link and a made-up one lead to the page that asks for the password.
      for (const used of [link, 'pas_lnk_made_up']) {
        const linked = await later.auth.get(locationOf(await later.board.get(`/signin?link=${used}`)))
        expect(locationOf(linked)).toMatch(/^\/oauth\/authorize\?/)
        expect(locationOf(await later.auth.get(locationOf(linked)))).toMatch(/^\/login\?/)
      }
      await Promise.all([own, later].flatMap((one) => [one.board.close(), one.auth.close()]))
    })

    it('cannot set a password, and signs in no disabled user', async () => {
      const user = await board.auth.createUser()
      const link = await createSignInLink(board.auth, user.id)
      const own = stranger()
      expect(await (await own.auth.get(`/password/choose?link=${link}`)).text()).toContain(
        'This link no longer works',
      )
      await markUserDisabled(board.auth, user.email)
      await own.auth.get(`/login/link?link=${link}`)
      expect(own.auth.cookies.has('__Host-session')).toBe(false)
      await Promise.all([own.board.close(), own.auth.close()])
    })
  })
})
