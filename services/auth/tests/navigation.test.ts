import { createAccount } from '@pas/accounts/create-account'
import { claimLinkMail } from '@pas/accounts/link-mails'
import { createOneTimeLink, requestResetMail } from '@pas/accounts/one-time-links'
import { claimWrongCodesMail, requestWrongCodesMail } from '@pas/accounts/wrong-codes-mails'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const boardUrl = 'https://board.example.test'

describe('the account of an installation with a board', () => {
  let auth: TestAuth
  let visitor: Visitor
  let user: TestUser

  beforeAll(async () => {
    auth = await startAuth({ boardUrl, product: { supportUrl: 'https://help.example.test/' } })
  })
  afterAll(() => auth.close())
  beforeEach(async () => {
    visitor = createVisitor(auth, { 'Accept-Language': 'fr' })
    user = await auth.createUser()
  })
  afterEach(() => visitor.close())

  const locationOf = async (answer: ReturnType<Visitor['get']>) => (await answer).headers.get('location')
  const text = async (path: string) => (await visitor.get(path)).text()
  const choose = (language: string) => visitor.submit('/settings/language', { language })
  const languageOf = async (path = '/settings/clients') => /<html lang="(\w+)">/.exec(await text(path))?.[1]

  it('leads to the board from its first page, after a sign-in, and after an invitation', async () => {
    expect(await locationOf(visitor.get('/'))).toBe(`${boardUrl}/`)
    const { token } = await createOneTimeLink(auth, { userId: user.id, purpose: 'invite', language: 'en' })
    const password = 'correct horse battery'
    const chosen = await visitor.submit(
      '/password/choose',
      { link: token, new_password: password, new_password_again: password },
      `/password/choose?link=${token}`,
    )
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/login?password_set=1'])
    const signInPage = await visitor.get('/login?password_set=1')
    expect(await signInPage.text()).toContain(`value="${user.email}"`)
    const return_to = visitor.field('return_to')
    const signedIn = await visitor.submit('/login', { email: user.email, password, return_to })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/'])
    expect(await locationOf(visitor.get('/'))).toBe(`${boardUrl}/`)
  })

  it('has the board’s pages beside a menu with its own, on every page, and no other address', async () => {
    const child = await createAccount(auth, { name: 'Below', parentId: user.accountId })
    await auth.createUser(child.id)
    await visitor.signIn(user)
    for (const path of ['/settings/clients', '/settings/password', '/switch', '/nothing']) {
      const html = await text(path)
      const header = /<header>.*<\/header>/s.exec(html)?.[0] ?? ''
      expect([...header.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
        '/',
        `${boardUrl}/`,
        `${boardUrl}/inboxes`,
        `${boardUrl}/shares`,
        '/settings/clients',
        '/settings/applications',
        '/settings/password',
        '/settings/second-factor',
        '/switch',
        '/settings/language',
        'https://help.example.test/',
        '/logout',
      ])
      expect(header).toContain('<details id="account-menu"><summary><bdi>Ada Person</bdi></summary>')
      if (path.startsWith('/s')) expect(header).toContain(`href="${path}" aria-current="page"`)
    }
  })

  it('stays here while the user acts for another, who cannot go to the board', async () => {
    const child = await createAccount(auth, { name: 'Sub-account', parentId: auth.accountId })
    const other = await auth.createUser(child.id)
    await visitor.signIn(auth.user)
    await visitor.submit('/switch', { user_id: String(other.id) })
    expect(await locationOf(visitor.get('/'))).toBe('/settings/clients')
    expect(await text('/settings/clients')).not.toContain(boardUrl)
    // The reader is who signed in.
    expect(await locationOf(choose('de'))).toBe('/settings/language?saved=1')
    const languages = await auth.db.user.findMany({
      where: { id: { in: [other.id, auth.user.id] } },
      select: { id: true, language: true },
    })
    expect(new Map(languages.map(({ id, language }) => [id, language]))).toEqual(
      new Map([
        [other.id, null],
        [auth.user.id, 'de'],
      ]),
    )
  })

  it('leads nowhere else, whatever is asked for', async () => {
    await visitor.signIn(user)
    for (const query of ['return_to', 'from', 'board_url', 'next'].map(
      (name) => `${name}=https://evil.test/`,
    )) {
      expect(await locationOf(visitor.get(`/?${query}`))).toBe(`${boardUrl}/`)
      expect(await text(`/settings/language?${query}`)).not.toContain('evil.test')
      const saved = await visitor.submit(
        `/settings/language?${query}`,
        { language: 'en' },
        '/settings/language',
      )
      expect([saved.status, saved.headers.get('location')]).toEqual([303, `${boardUrl}/language`])
    }
  })

  it('is in the language that the user chose, here and wherever else they sign in, also after signing out', async () => {
    await visitor.signIn(user)
    expect(await languageOf()).toBe('fr')
    const saved = await choose('de')
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${boardUrl}/language`])
    const [cookie] = saved.headers.getSetCookie().filter((line) => line.startsWith('__Host-language'))
    expect(cookie).toMatch(
      /^__Host-language=de; Max-Age=31536000; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await languageOf()).toBe('de')
    await visitor.submit('/logout', {})
    expect(await languageOf('/login')).toBe('de')

    const elsewhere = createVisitor(auth, { 'Accept-Language': 'fr' })
    await elsewhere.signIn(user)
    expect(await (await elsewhere.get('/settings/clients')).text()).toContain('<html lang="de">')
    await elsewhere.submit('/settings/language', { language: '' })
    expect(await (await elsewhere.get('/settings/clients')).text()).toContain('<html lang="fr">')
    await elsewhere.close()

    // The row is the truth, so this browser forgets the language, too, once the user is known.
    await visitor.signIn(user)
    expect(await languageOf()).toBe('fr')
    expect(visitor.cookies.has('__Host-language')).toBe(false)
  })

  it('is in the language of the next user of the browser, once they are signed in', async () => {
    await visitor.signIn(user)
    await choose('de')
    await visitor.submit('/logout', {})
    await visitor.signIn(await auth.createUser())
    expect(await languageOf()).toBe('fr')
  })

  it('is in the language that was chosen on the page of the sign-in, for good for a user who has chosen none', async () => {
    const chosen = await visitor.submit(
      '/login/language',
      { language: 'de', return_to: '/settings/clients' },
      '/login',
    )
    expect([chosen.status, chosen.headers.get('location')]).toEqual([
      303,
      '/login?return_to=%2Fsettings%2Fclients',
    ])
    expect(await languageOf('/login')).toBe('de')
    await visitor.signIn(user)
    expect(await languageOf()).toBe('de')
    const rowOf = async ({ id }: TestUser) =>
      (await auth.db.user.findUniqueOrThrow({ where: { id } })).language
    expect(await rowOf(user)).toBe('de')
    // It was this user's choice, not the next one's.
    await visitor.submit('/logout', {})
    const next = await auth.createUser()
    await visitor.signIn(next)
    expect([await languageOf(), await rowOf(next)]).toEqual(['fr', null])

    const elsewhere = createVisitor(auth, { 'Accept-Language': 'fr' })
    await elsewhere.submit('/login/language', { language: 'en' }, '/login')
    await elsewhere.signIn(user)
    expect(await (await elsewhere.get('/settings/clients')).text()).toContain('<html lang="de">')
    expect(await rowOf(user)).toBe('de')
    await elsewhere.close()
  })

  it('keeps an authorization request that is too long for an address when a language is chosen', async () => {
    const return_to = `/oauth/authorize?state=${'x'.repeat(3_000)}`
    const chosen = await visitor.submit('/login/language', { language: 'de', return_to }, '/login')
    expect(chosen.status).toBe(200)
    expect(await chosen.text()).toContain('<html lang="de">')
    expect(visitor.field('return_to')).toBe(return_to)
    const evil = { language: 'de', return_to: 'https://evil.test/' }
    expect((await visitor.submit('/login/language', evil, '/login')).headers.get('location')).toBe(
      '/login?return_to=%2F',
    )
  })

  it.each(['xx', 'DE', '"><script>', 'de%3B'])('does not take %s for a language', async (language) => {
    await visitor.signIn(user)
    expect((await choose(language)).status).toBe(400)
    visitor.cookies.set('__Host-language', language)
    await visitor.submit('/logout', {})
    visitor.cookies.set('__Host-language', language)
    expect(await languageOf('/login')).toBe('fr')
  })

  it('is in the language of the browser when a later release stored one that this one does not have', async () => {
    await visitor.signIn(user)
    await auth.db.user.update({ where: { id: user.id }, data: { language: 'it' } })
    expect(await languageOf()).toBe('fr')
  })

  it('writes mails in the language that the user chose, whoever asks for them', async () => {
    const language = async () => {
      await requestResetMail(auth, { userId: user.id, language: 'en' })
      const link = await claimLinkMail(auth)
      await requestWrongCodesMail(auth, { userId: user.id, wrongCodes: 3 })
      const warning = await claimWrongCodesMail(auth)
      await auth.db.oneTimeLink.deleteMany()
      await auth.db.wrongCodesMail.deleteMany()
      return [link?.language, warning?.language]
    }
    expect(await language()).toEqual(['en', null])
    await visitor.signIn(user)
    await choose('de')
    expect(await language()).toEqual(['de', 'de'])
  })
})
