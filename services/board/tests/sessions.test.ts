import { randomBytes } from 'node:crypto'
import https from 'node:https'
import { createAccount } from '@pas/accounts/create-account'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import { setPassword } from '@pas/accounts/set-password'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { markUserDisabled, setUserDisabled } from '@pas/accounts/set-user-disabled'
import { startSmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import { createVisitor, type Visitor } from '../../auth/tests/visitor'
import { followSignIn, locationOf, startBoard, type TestBoard } from './start-board'

const hourMs = 60 * 60 * 1000

describe('a session of the board', () => {
  let board: TestBoard
  const open: Visitor[] = []

  beforeAll(async () => {
    board = await startBoard()
  })
  afterAll(async () => {
    for (const visitor of open) await visitor.close()
    await board.close()
  })

  /** Makes a user, and a browser in which that user is signed in at auth and at the board. */
  const signIn = async () => {
    const user = await board.auth.createUser()
    const visitor = await board.signIn(user)
    open.push(visitor.board, visitor.auth)
    return { user, ...visitor }
  }
  /** The same browser, with the same cookies, at another instance of the board. */
  const at = (url: string, visitor: Visitor): Visitor => {
    const other = createVisitor({ url, ca: board.auth.ca })
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
    open.push(other)
    return other
  }
  const sessionsOf = (userId: number) => board.auth.db.boardSession.findMany({ where: { userId } })
  const refreshesOf = async (userId: number) =>
    await board.auth.db.auditEvent.count({
      where: { action: 'token.refresh', target: `user:${userId}` },
    })

  describe('whose access token has expired', () => {
    it('spends one refresh token for requests that come at once, in two processes', async () => {
      const { user, board: visitor } = await signIn()
      const elsewhere = at((await board.startAnother()).url, visitor)
      board.auth.clock.advance(3 * hourMs)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => (index % 2 ? visitor : elsewhere).get('/')),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(await refreshesOf(user.id)).toBe(1)
      expect(await sessionsOf(user.id)).toMatchObject([{ refreshes: 1, refreshingUntil: null }])
    })

    it('replaces it also when the API refuses it earlier than the board expects', async () => {
      const { user, board: visitor } = await signIn()
      await board.auth.db.$executeRaw`
        UPDATE access_tokens SET expires_at = ${board.auth.clock.now()}
         WHERE token_family_id IN (SELECT id FROM token_families WHERE user_id = ${user.id})`
      const answers = await Promise.all([visitor.get('/'), visitor.get('/')])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await refreshesOf(user.id)).toBe(1)
    })

    it('goes on after a process that died while it replaced the token', async () => {
      const { user, board: visitor } = await signIn()
      board.auth.clock.advance(3 * hourMs)
      await board.auth.db.boardSession.updateMany({
        where: { userId: user.id },
        data: { refreshingUntil: new Date(board.auth.clock.now().getTime() - 1) },
      })
      expect((await visitor.get('/')).status).toBe(200)
      expect(await refreshesOf(user.id)).toBe(1)
    })

    it('leads to the sign-in and back after a process that died with the new token before it was stored', async () => {
      const { user, board: visitor, auth } = await signIn()
      let isSpent = false
      // Auth issues the tokens, but its answer never reaches the board.
      const between = await startSmallWeb(({ url = '', method, headers }, res) => {
        const passed = https.request(
          new URL(url, board.auth.url),
          { method, headers: { ...headers, host: new URL(board.auth.url).host }, ca: board.auth.ca },
          (answer) => {
            isSpent = answer.statusCode === 200
            answer.resume()
          },
        )
        res.req.pipe(passed)
      })
      const calls = { ...board.config.calls, authUrl: between.url }
      const dying = at((await board.startAnother({ calls })).url, visitor)
      board.auth.clock.advance(3 * hourMs)
      const unanswered = dying.get('/')
      await until('the refresh token is spent', () => isSpent)
      expect(await sessionsOf(user.id)).toMatchObject([{ refreshes: 0 }])

      // Longer than the claim of the process that died.
      board.auth.clock.advance(30_000)
      const page = await visitor.get('/?reference=x')
      expect([page.status, locationOf(page)]).toEqual([302, '/signin?return_to=%2F%3Freference%3Dx'])
      expect(await sessionsOf(user.id)).toEqual([])
      const families = await board.auth.db.tokenFamily.findMany({ where: { userId: user.id } })
      expect(families.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
      expect(locationOf(await followSignIn({ board: visitor, auth }, locationOf(page)))).toBe('/?reference=x')
      expect((await visitor.get('/')).status).toBe(200)
      await between.close()
      await unanswered
    })

    it('keeps the session, and says so, while auth is away', async () => {
      const { user, board: visitor } = await signIn()
      const calls = { ...board.config.calls, authUrl: 'http://127.0.0.1:1' }
      const elsewhere = at((await board.startAnother({ calls })).url, visitor)
      board.auth.clock.advance(3 * hourMs)
      const away = await elsewhere.get('/')
      expect(away.status).toBe(503)
      expect(away.headers.get('retry-after')).toBe('5')
      // Another request of the same page may still be trying.
      await until('no request is replacing the tokens', async () => {
        const [session] = await sessionsOf(user.id)
        return [session?.refreshingUntil === null, session]
      })
      expect(await sessionsOf(user.id)).toMatchObject([{ refreshes: 0 }])
      expect((await visitor.get('/')).status).toBe(200)
    })

    it('says what only the operator can mend, on the page and in the log, while its application is disabled', async () => {
      const { board: visitor } = await signIn()
      const { clientId } = board.application
      const logged = jest.spyOn(board.logger, 'error')
      await setApplicationDisabled(board.auth, clientId, true)
      try {
        for (const [language, text] of [
          ['en', 'Its operator has to mend this'],
          ['de', 'Wer es betreibt, muss das beheben'],
          ['fr', 'C’est à son exploitant d’y remédier'],
        ] as const) {
          const page = await visitor.get('/', { headers: { 'Accept-Language': language } })
          expect([page.status, page.headers.get('retry-after')]).toEqual([503, null])
          expect(await page.text()).toContain(text)
        }
        const messages = logged.mock.calls.map(([entry]) => (entry as { err: Error }).err.message)
        expect(messages[0]).toContain(clientId)
        expect(messages[0]).toContain('pas doctor')
      } finally {
        logged.mockRestore()
        await setApplicationDisabled(board.auth, clientId, false)
      }
      expect(locationOf(await visitor.get('/'))).toBe('/signin')
    })
  })

  it.each([
    [
      'whose tokens were revoked elsewhere',
      (user: { id: number; email: string }) => revokeTokenFamilies(board.auth, { userId: user.id }),
    ],
    ['whose user is being disabled', (user: { email: string }) => markUserDisabled(board.auth, user.email)],
    ['whose user was disabled', (user: { email: string }) => setUserDisabled(board.auth, user.email, true)],
    [
      'whose user has a new password',
      (user: { email: string }) => setPassword(board.auth, user.email, undefined),
    ],
  ])('%s ends at the next call, and leads to the sign-in', async (_what, end) => {
    const { user, board: visitor } = await signIn()
    await end(user)
    const page = await visitor.get('/')
    expect(page.status).toBe(302)
    expect(locationOf(page)).toBe('/signin')
    expect(await sessionsOf(user.id)).toEqual([])
    // A script gets a 401, not a redirect to another origin.
    const forScript = await visitor.get('/', { headers: { 'Sec-Fetch-Dest': 'empty' } })
    expect(forScript.status).toBe(401)
  })

  describe('in a browser in which the user signs out of auth', () => {
    const signOut = (auth: Visitor) => auth.submit('/logout', {}, '/settings/clients')
    const isOver = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/')).status === 302

    it('ends, as do other sessions of that browser, and none of another browser or of a partner', async () => {
      const { user, board: first, auth } = await signIn()
      const second = board.createVisitor()
      const elsewhere = await board.signIn(user)
      open.push(second, elsewhere.board, elsewhere.auth)
      await followSignIn({ board: second, auth })
      const families = await board.auth.db.tokenFamily.findMany({ where: { userId: user.id } })
      const partner = await board.auth.db.oauthApplication.findFirstOrThrow({ where: { firstParty: false } })
      const { id } = await board.auth.db.tokenFamily.create({
        data: {
          ...{ oauthApplicationId: partner.id, userId: user.id, scope: 'full' },
          ...{
            createdAt: board.auth.clock.now(),
            expiresAt: new Date(board.auth.clock.now().getTime() + hourMs),
          },
          signInId: families[0]?.signInId ?? null,
        },
      })

      await signOut(auth)
      expect(await Promise.all([first, second, elsewhere.board].map(isOver))).toEqual([true, true, false])
      expect(await board.auth.db.tokenFamily.findUnique({ where: { id } })).toMatchObject({ revokedAt: null })
    })

    it('ends also after a switch to another user and a sign-in of yet another', async () => {
      const { id: childId } = await createAccount(board.auth, {
        name: 'Child',
        parentId: board.auth.accountId,
      })
      const target = await board.auth.createUser(childId)
      const switched = await signIn()
      await switched.auth.submit('/switch', { user_id: String(target.id) })
      expect(await isOver(switched.board)).toBe(false)
      await signOut(switched.auth)
      expect(await isOver(switched.board)).toBe(true)

      const replaced = await signIn()
      const form_token = await replaced.auth
        .get('/settings/clients')
        .then(() => replaced.auth.field('form_token'))
      const { email, password } = await board.auth.createUser()
      expect((await replaced.auth.post('/login', { email, password, form_token })).status).toBe(303)
      expect(await isOver(replaced.board)).toBe(true)
    })

    it('does not begin with a code that was issued before', async () => {
      const { auth, board: visitor } = await signIn()
      const fresh = board.createVisitor()
      open.push(fresh)
      const asked = await auth.get(locationOf(await fresh.get('/signin')))
      await signOut(auth)
      await fresh.get(locationOf(asked))
      expect(await Promise.all([fresh, visitor].map(isOver))).toEqual([true, true])
    })
  })

  it('is replaced without showing a page after its tokens were revoked, while the user is signed in at auth', async () => {
    const visitor = await signIn()
    await revokeTokenFamilies(board.auth, { userId: visitor.user.id })
    const page = await visitor.board.get('/?reference=x')
    expect(locationOf(await followSignIn(visitor, locationOf(page)))).toBe('/?reference=x')
    expect((await visitor.board.get('/')).status).toBe(200)
  })

  it('ends when it is not used for a day, and after a week of use', async () => {
    const idle = await signIn()
    board.auth.clock.advance(23 * hourMs)
    expect((await idle.board.get('/')).status).toBe(200)
    board.auth.clock.advance(23 * hourMs)
    expect((await idle.board.get('/')).status).toBe(200)
    board.auth.clock.advance(24 * hourMs)
    expect((await idle.board.get('/')).status).toBe(302)

    const used = await signIn()
    for (let hours = 0; hours < 7 * 24 - 12; hours += 12) {
      board.auth.clock.advance(12 * hourMs)
      expect((await used.board.get('/')).status).toBe(200)
    }
    board.auth.clock.advance(12 * hourMs)
    expect((await used.board.get('/')).status).toBe(302)
  })

  it('ends with the session of auth in which it began, however late in that it began', async () => {
    const visitor = await signIn()
    board.auth.clock.advance((7 * 24 - 12) * hourMs)
    visitor.board.cookies.clear()
    await followSignIn(visitor)
    board.auth.clock.advance(11 * hourMs)
    expect((await visitor.board.get('/')).status).toBe(200)
    board.auth.clock.advance(hourMs)
    expect((await visitor.board.get('/')).status).toBe(302)
  })

  it('ends for good when the user signs out: its row is gone, its tokens are revoked, its cookie is cleared', async () => {
    const { user, board: visitor, auth } = await signIn()
    const copy = at(board.url, visitor)
    const page = await visitor.get('/')
    expect(await page.text()).toContain('action="/signout"')
    const signedOut = await visitor.post('/signout', { form_token: visitor.field('form_token') })
    expect(signedOut.status).toBe(303)
    expect(locationOf(signedOut)).toBe('/signed-out')
    expect(signedOut.headers.getSetCookie().join()).toMatch(
      /__Host-board-session=; Path=\/; Expires=Thu, 01 Jan 1970/,
    )
    expect(await sessionsOf(user.id)).toEqual([])
    const families = await board.auth.db.tokenFamily.findMany({ where: { userId: user.id } })
    expect(families.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
    expect((await copy.get('/')).status).toBe(302)
    const said = await (await visitor.get('/signed-out')).text()
    expect(said).toContain('You are signed out of')
    expect(said).not.toContain('/logout')
    // One click: auth asks for the password again.
    expect(locationOf(await auth.get('/settings/clients'))).toMatch(/^\/login/)
    expect(await board.auth.db.session.count({ where: { userId: user.id } })).toBe(0)
    const { clientId } = board.application
    expect(
      await board.auth.db.auditEvent.findFirst({
        where: { action: 'session.end', target: `user:${user.id}` },
      }),
    ).toMatchObject({ actor: `application:${clientId}` })
  })

  it('ends with the user’s session at auth in this browser, and with none in another', async () => {
    const { user, board: visitor, auth } = await signIn()
    const elsewhere = await board.signIn(user)
    open.push(elsewhere.board, elsewhere.auth)
    const { id: childId } = await createAccount(board.auth, { name: 'Child', parentId: board.auth.accountId })
    const target = await board.auth.createUser(childId)
    // Also a session that went on as another user.
    await auth.submit('/switch', { user_id: String(target.id) })
    await visitor.submit('/signout', {}, '/')
    expect(locationOf(await auth.get('/settings/clients'))).toMatch(/^\/login/)
    expect((await elsewhere.auth.get('/settings/clients')).status).toBe(200)
    expect((await elsewhere.board.get('/')).status).toBe(200)
  })

  it('ends at the sign-out also while auth is away', async () => {
    const { user, board: visitor } = await signIn()
    const calls = { ...board.config.calls, authUrl: 'http://127.0.0.1:1' }
    const elsewhere = at((await board.startAnother({ calls })).url, visitor)
    await elsewhere.get('/shares')
    const fields = { form_token: elsewhere.field('form_token') }
    const signedOut = await elsewhere.post('/signout', fields, { Origin: board.url })
    expect(signedOut.status).toBe(303)
    expect(await sessionsOf(user.id)).toEqual([])
    // The page says that the user may still be signed in at auth.
    const said = await (await elsewhere.get(locationOf(signedOut))).text()
    expect(said).toContain(`href="${board.auth.url}/logout"`)
  })

  it('takes a new id at each sign-in, and ends the one before it', async () => {
    const visitor = await signIn()
    const before = visitor.board.cookies.get('__Host-board-session')
    const other = await signIn()
    // The same browser signs in as another user, as in a second tab that began before.
    const begun = await at(board.url, board.createVisitor()).get('/signin')
    expect(begun.status).toBe(302)
    const session = visitor.board.cookies.get('__Host-board-session') ?? ''
    visitor.board.cookies.delete('__Host-board-session')
    const started = await visitor.board.get('/signin')
    visitor.board.cookies.set('__Host-board-session', session)
    await visitor.board.get(locationOf(await other.auth.get(locationOf(started))))
    expect(visitor.board.cookies.get('__Host-board-session')).not.toBe(before)
    expect(await sessionsOf(visitor.user.id)).toEqual([])
    const [family] = await board.auth.db.tokenFamily.findMany({ where: { userId: visitor.user.id } })
    expect(family?.revokedAt).not.toBeNull()
    expect(await (await visitor.board.get('/')).text()).toContain('Ada Person')
    expect(await sessionsOf(other.user.id)).toHaveLength(2)
  })

  it('is not found by a made-up id', async () => {
    const visitor = at(board.url, board.createVisitor())
    for (const id of [`pas_brd_${'A'.repeat(43)}`, 'x', '%00', 'j:{"a":1}']) {
      visitor.cookies.set('__Host-board-session', id)
      expect((await visitor.get('/')).status).toBe(302)
    }
  })

  describe('when BOARD_SECRET changes', () => {
    const another = () => randomBytes(24).toString('hex')

    it('goes on while the old secret is listed after the new one, also with a form that was open', async () => {
      const { board: visitor } = await signIn()
      await visitor.get('/')
      const formToken = visitor.field('form_token')
      const secrets = [another(), ...board.config.secrets]
      const rotated = at((await board.startAnother({ secrets })).url, visitor)
      expect((await rotated.get('/')).status).toBe(200)
      const signedOut = await rotated.post('/signout', { form_token: formToken }, { Origin: board.url })
      expect(signedOut.status).toBe(303)
    })

    it('ends when the old secret is no longer listed, and leads to the sign-in', async () => {
      const visitor = await signIn()
      const changed = at((await board.startAnother({ secrets: [another()] })).url, visitor.board)
      const page = await changed.get('/shares')
      expect(page.status).toBe(302)
      expect(locationOf(page)).toBe('/signin?return_to=%2Fshares')
    })
  })
})
