import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { answerConsent, authorizePath, redirectOf } from './oauth-flow'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

describe('switching users', () => {
  let auth: TestAuth
  let visitor: Visitor
  let child: TestUser
  let grandchild: TestUser
  let stranger: TestUser

  beforeAll(async () => {
    auth = await startAuth()
    const childAccount = await createAccount(auth, { name: 'Child <Account>', parentId: auth.accountId })
    const grandchildAccount = await createAccount(auth, { name: 'Grandchild', parentId: childAccount.id })
    child = await auth.createUser(childAccount.id)
    grandchild = await auth.createUser(grandchildAccount.id)
    stranger = await auth.createUser((await createAccount(auth, { name: 'Elsewhere' })).id)
  })
  afterAll(() => auth.close())
  beforeEach(async () => {
    visitor = createVisitor(auth)
    await visitor.signIn(auth.user)
  })
  afterEach(() => visitor.close())

  const linkFor = (user: TestUser) => signSettingsLink(auth, user.id)
  const lastEvent = () => auth.db.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const cookie = () => visitor.cookies.get('__Host-session')

  it('names both accounts and asks; a parent account’s user then switches without a password, with a new session id', async () => {
    const link = await linkFor(child)
    const before = cookie()
    const html = await (await visitor.get(`/switch?link=${link}`)).text()
    expect(html).toContain('Test Account')
    expect(html).toContain('Child &lt;Account&gt;')
    expect(html).toContain(auth.user.email)
    expect(html).toContain(child.email)
    expect(html).toContain('without a password')
    expect(await (await visitor.get('/settings/clients')).text()).not.toContain('Switch user?')

    const answer = await visitor.submit('/switch', { link }, `/switch?link=${link}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/settings/clients?link=${link}`])
    expect((await visitor.get(`/settings/clients?link=${link}`)).status).toBe(200)
    expect(await (await visitor.get('/logout')).text()).toContain(child.email)
    expect(await lastEvent()).toMatchObject({
      action: 'user.switch',
      actor: `user:${auth.user.id}`,
      target: `user:${child.id}`,
      ip: '127.0.0.1',
    })
    const after = cookie()
    expect(after).not.toBe(before)
    visitor.cookies.set('__Host-session', before ?? '')
    expect((await visitor.get('/settings/clients')).status).toBe(302)
  })

  it.each([
    ['a stranger', () => stranger],
    ['a user of a sub-account’s sub-account', () => grandchild],
  ])('signs out and leads to the sign-in page, for %s', async (_who, target) => {
    const link = await linkFor(target())
    const html = await (await visitor.get(`/switch?link=${link}`)).text()
    expect(html).toContain('You will be signed out here')
    expect(html).not.toContain('without a password')
    const answer = await visitor.submit('/switch', { link }, `/switch?link=${link}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/login?return_to=${encodeURIComponent(`/settings/clients?link=${link}`)}`,
    ])
    expect((await visitor.get('/settings/clients')).status).toBe(302)
    expect(await lastEvent()).toMatchObject({ action: 'session.end', actor: `user:${auth.user.id}` })
  })

  it('never switches from a sub-account to its parent', async () => {
    const person = createVisitor(auth)
    await person.signIn(child)
    const answer = await person.submit('/switch', { user_id: String(auth.user.id) })
    expect(answer.status).toBe(403)
    await person.close()
  })

  it('changes nothing on a GET, nor without the form’s token', async () => {
    const link = await linkFor(child)
    await visitor.get(`/switch?link=${link}&user_id=${child.id}`)
    expect((await visitor.post('/switch', { link })).status).toBe(403)
    expect(await (await visitor.get('/logout')).text()).toContain(auth.user.email)
  })

  it('leads the link’s own user to the settings, and a visitor to the sign-in page', async () => {
    const link = await linkFor(auth.user)
    expect((await visitor.get(`/switch?link=${link}`)).headers.get('location')).toBe(
      `/settings/clients?link=${link}`,
    )
    expect((await visitor.submit('/switch', { link }, '/switch')).headers.get('location')).toBe(
      `/settings/clients?link=${link}`,
    )
    visitor.cookies.clear()
    expect((await visitor.get(`/switch?link=${link}`)).headers.get('location')).toBe(
      `/login?return_to=${encodeURIComponent(`/settings/clients?link=${link}`)}`,
    )
    expect((await visitor.get('/switch')).headers.get('location')).toBe('/login?return_to=%2Fswitch')
    expect((await visitor.get('/switch?link=bad')).status).toBe(403)
  })

  describe('acting for a sub-account’s user', () => {
    const eventsSince = (id: bigint) =>
      auth.db.auditEvent.findMany({
        where: { id: { gt: id } },
        orderBy: { id: 'asc' },
        select: { action: true, actor: true, target: true, details: true },
      })
    const bar = 'You act as <strong><bdi>Ada Person</bdi></strong> of <bdi>Child &lt;Account&gt;</bdi>.'
    const text = async (path: string) => (await visitor.get(path)).text()
    const switchTo = (user: TestUser) => visitor.submit('/switch', { user_id: String(user.id) })

    it('says so on each page, with both names, and not before or afterwards', async () => {
      const paths = [
        '/settings/clients',
        '/settings/applications',
        '/switch',
        '/logout',
        authorizePath(auth),
        '/settings/clients?link=tampered',
        '/nothing',
      ]
      for (const path of paths) expect(await text(path)).not.toContain('You act as')
      await switchTo(child)
      for (const path of paths) {
        const html = await text(path)
        expect(html).toContain(bar)
        expect(html).toContain(
          'signed in as <strong><bdi>Ada Person</bdi></strong> of <bdi>Test Account</bdi>.',
        )
        expect(html).toContain('Back to Ada Person</button>')
      }
      await switchTo(auth.user)
      for (const path of paths) expect(await text(path)).not.toContain('You act as')
    })

    it('names both users on the consent page', async () => {
      await switchTo(child)
      const html = await text(authorizePath(auth))
      expect(html).toContain('Allow <bdi>Partner</bdi> to act for <bdi>Ada Person</bdi>?')
      for (const part of [child.email, auth.user.email]) expect(html).toContain(part)
      expect(html).not.toContain('to act for you')
    })

    it('names both users in the audit row of everything done meanwhile', async () => {
      await switchTo(child)
      const { id: before } = await lastEvent()
      await visitor.submit('/settings/clients', { email_client: 'PLAINTEXT' })
      await visitor.get(authorizePath(auth))
      await answerConsent(visitor, 'decline')
      await visitor.get(authorizePath(auth))
      await answerConsent(visitor, 'approve')
      const { clientId } = auth.application
      await visitor.submit('/settings/applications', { client_id: clientId })
      await visitor.get('/settings/clients?link=tampered')
      await auth.refusalTrail.settled()
      await switchTo(auth.user)
      await switchTo(child)
      await visitor.submit('/logout', {})
      const actor = `user:${auth.user.id}`
      const details = { on_behalf_of: `user:${child.id}` }
      const both = { actor, details }
      const application = `application:${clientId}`
      expect(await eventsSince(before)).toEqual([
        {
          action: 'email_clients.choose',
          actor,
          target: `user:${child.id}`,
          details: {
            ...details,
            email_clients: 1,
            added: 1,
            added_codes: ['PLAINTEXT'],
            removed: 0,
            removed_codes: [],
          },
        },
        { action: 'consent.decline', ...both, target: application },
        { action: 'consent.grant', ...both, target: application },
        {
          action: 'consent.revoke',
          actor,
          target: application,
          details: { ...details, revoked: 0, links: 0, webhooks: 0 },
        },
        {
          action: 'link.refused',
          actor,
          target: 'settings_link',
          details: { ...details, reason: 'tampered' },
        },
        { action: 'user.switch', ...both, target: `user:${auth.user.id}` },
        { action: 'user.switch', actor, target: `user:${child.id}`, details: null },
        { action: 'session.end', ...both, target: `user:${child.id}` },
      ])
    })

    it('goes back over two switches to the user who signed in, and to no other', async () => {
      await switchTo(child)
      expect((await switchTo(stranger)).status).toBe(403)
      await switchTo(grandchild)
      expect(await text('/settings/clients')).toContain(
        'signed in as <strong><bdi>Ada Person</bdi></strong> of <bdi>Test',
      )
      expect((await switchTo(child)).status).toBe(403)
      expect((await switchTo(auth.user)).status).toBe(303)
      expect(await text('/logout')).toContain(auth.user.email)
      expect(
        (
          await auth.db.session.findFirstOrThrow({
            where: { userId: auth.user.id },
            orderBy: { signedInAt: 'desc' },
          })
        ).actorUserId,
      ).toBeNull()
    })

    it('asks the same question as the user who signed in when they go back on the consent page', async () => {
      await switchTo(child)
      await visitor.get(authorizePath(auth, { state: 'kept' }))
      const back = await answerConsent(visitor, 'switch_back')
      expect(back.status).toBe(303)
      const html = await text(back.headers.get('location') ?? '')
      expect(html).toContain('to act for you?')
      expect(html).not.toContain(child.email)
      expect(redirectOf(await answerConsent(visitor, 'decline')).searchParams.get('state')).toBe('kept')
    })

    it('asks the same question again also when the request is too long for a Location', async () => {
      await switchTo(child)
      const state = 'x'.repeat(5_000)
      await visitor.get(authorizePath(auth, { state }))
      const back = await answerConsent(visitor, 'switch_back')
      expect(back.headers.get('location')).toMatch(/^\/oauth\/continue\?request=/)
      expect(await text(back.headers.get('location') ?? '')).toContain('to act for you?')
      expect(redirectOf(await answerConsent(visitor, 'decline')).searchParams.get('state')).toBe(state)
    })

    it('gives a first-party application no code for the other user, because its session would outlast ours', async () => {
      const callbackUri = 'https://board.test/callback'
      const { clientId } = await createOauthApplication(auth, {
        ...{ accountId: auth.accountId, name: 'Board', callbackUris: [callbackUri], isFirstParty: true },
      })
      const path = authorizePath(auth, { client_id: clientId, redirect_uri: callbackUri })
      await switchTo(child)
      expect(await text(path)).toContain('opens only for the user who signed in here')
      const refused = await answerConsent(visitor, 'approve')
      expect(refused.status).toBe(403)
      expect(await refused.text()).toContain('Switch back')
      expect(await auth.db.authorizationCode.count({ where: { oauthApplication: { clientId } } })).toBe(0)

      expect(await text(path)).not.toContain('value="approve"')
      const back = await answerConsent(visitor, 'switch_back')
      const answered = await visitor.get(back.headers.get('location') ?? '')
      expect(redirectOf(answered).searchParams.get('code')).toMatch(/^pas_/)
    })

    it('refuses to go back for a user who acts for no other, and takes no answer for it', async () => {
      await visitor.get(authorizePath(auth))
      expect((await answerConsent(visitor, 'switch_back')).status).toBe(403)
    })

    it('does not outlive the sign-in, however often the user switches', async () => {
      const start = auth.clock.now()
      auth.clock.advance(6 * 24 * 60 * 60 * 1000)
      await switchTo(child)
      await switchTo(auth.user)
      expect((await visitor.get('/settings/clients')).status).toBe(200)
      auth.clock.advance(24 * 60 * 60 * 1000)
      expect((await visitor.get('/settings/clients')).status).toBe(302)
      auth.clock.set(start)
    })

    it('ends when the user who signed in is disabled', async () => {
      const boss = await auth.createUser()
      const person = createVisitor(auth)
      await person.signIn(boss)
      await person.submit('/switch', { user_id: String(child.id) })
      expect((await person.get('/settings/clients')).status).toBe(200)
      await auth.db.user.update({ where: { id: boss.id }, data: { disabledAt: auth.clock.now() } })
      expect((await person.get('/settings/clients')).status).toBe(302)
      await person.close()
    })
  })

  it('lists the active users of active sub-accounts, and switches to one', async () => {
    const disabled = await auth.createUser(child.accountId)
    await setUserDisabled(auth, disabled.email, true)
    const closed = await createAccount(auth, { name: 'Closed', parentId: auth.accountId })
    const ofClosed = await auth.createUser(closed.id)
    await setAccountDisabled(auth, closed.id, true)

    const html = await (await visitor.get('/switch')).text()
    expect(html).toContain(child.email)
    for (const { email } of [grandchild, stranger, disabled, ofClosed]) expect(html).not.toContain(email)

    const answer = await visitor.submit('/switch', { user_id: String(child.id) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(await (await visitor.get('/logout')).text()).toContain(child.email)

    const again = createVisitor(auth)
    await again.signIn(auth.user)
    const refusals = new Set<string>()
    for (const id of [stranger.id, grandchild.id, disabled.id, ofClosed.id, 999_999, 0]) {
      const refused = await again.submit('/switch', { user_id: String(id) })
      expect(refused.status).toBe(403)
      refusals.add((await refused.text()).replace(/Request [0-9a-f-]+/, ''))
    }
    expect(refusals.size).toBe(1)
    await again.close()
  })

  it('switches to the user with the largest id that there can be', async () => {
    const { id } = await auth.createUser(child.accountId)
    const largest = 2_147_483_647
    await auth.db.user.update({ where: { id }, data: { id: largest } })
    const answer = await visitor.submit('/switch', { user_id: String(largest) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  })

  it('tells other users that there is nobody to switch to, and offers to sign in as another user', async () => {
    const person = createVisitor(auth)
    await person.signIn(stranger)
    const html = await (await person.get('/switch')).text()
    expect(html).toContain('No other account belongs to Elsewhere')
    expect(html).toContain('Sign in as somebody else')
    await person.close()
  })

  it('pages and searches a long list, in any case, by name, address and account', async () => {
    const parent = await createAccount(auth, { name: 'Parent of many' })
    const many = await createAccount(auth, { name: 'Many', parentId: parent.id })
    const boss = await auth.createUser(parent.id)
    const users: TestUser[] = []
    for (let count = 0; count < 26; count++) users.push(await auth.createUser(many.id))
    const person = createVisitor(auth)
    await person.signIn(boss)
    const shown = (html: string) => users.filter(({ email }) => html.includes(email)).map(({ id }) => id)

    const first = shown(await (await person.get('/switch')).text())
    const second = shown(await (await person.get('/switch?page=2')).text())
    expect([first.length, second.length]).toEqual([25, 1])
    expect(new Set([...first, ...second]).size).toBe(26)

    const [wanted] = users
    const found = await person.get(`/switch?search=${encodeURIComponent(wanted?.email.toUpperCase() ?? '')}`)
    expect(shown(await found.text())).toEqual([wanted?.id])
    expect(shown(await (await person.get('/switch?search=mAnY')).text())).toHaveLength(25)
    for (const search of ['%25', '_', '%5C', '<script>', 'x'.repeat(200)]) {
      const none = await person.get(`/switch?search=${search}`)
      expect(none.status).toBe(200)
      expect(await none.text()).toContain('Nobody found.')
    }
    for (const page of ['0', '-1', 'x', '1e99', '99999999999999999999', '1.5'])
      expect((await person.get(`/switch?page=${page}`)).status).toBe(200)
    expect((await person.get('/switch?search=a&search=b')).status).toBe(400)
    expect((await person.get('/switch?search=%00')).status).toBe(400)
    await person.close()
  })

  it.each(['x', '', '1e3', '-1', '2147483648', '1\0'])('refuses %j as a user', async (userId) => {
    expect((await visitor.submit('/switch', { user_id: userId })).status).toBe(400)
  })
})
