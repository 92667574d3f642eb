import { createAccount } from '@pas/accounts/create-account'
import { saveEmailClientSet } from '@pas/accounts/email-client-sets'
import { replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import type { TestUser } from '../../auth/tests/start-auth'
import type { Visitor } from '../../auth/tests/visitor'
import { followSignIn, locationOf, startBoard, type SignedInVisitor, type TestBoard } from './start-board'

describe('the board and the account', () => {
  let board: TestBoard
  let user: TestUser
  let own: SignedInVisitor

  beforeAll(async () => {
    board = await startBoard({ product: { name: 'Mail House', supportUrl: 'https://help.example.test/' } })
    await board.api.pretendServed('chromium')
    await board.api.pretendServed('text')
  }, 120_000)
  afterAll(() => board.close())
  beforeEach(async () => {
    user = await board.auth.createUser()
    own = await board.signIn(user)
  })
  afterEach(() => own.close())

  const headerOf = async (visitor: Visitor, path = '/') =>
    /<header>.*?<\/header>/s.exec(await (await visitor.get(path)).text())?.[0] ?? ''
  const addressesIn = (html: string) =>
    [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address)
  const languageOf = async (path = '/') =>
    /<html lang="(\w+)">/.exec(await (await own.board.get(path)).text())?.[1]

  it('have one navigation, on the board as in the account', async () => {
    const { url } = board.auth
    const html = await headerOf(own.board)
    expect(addressesIn(html)).toEqual([
      ...['/', '/', '/inboxes', '/shares'],
      ...['clients', 'applications', 'password', 'second-factor'].map((name) => `${url}/settings/${name}`),
      ...[`${url}/settings/language`, 'https://help.example.test/', '/signout'],
    ])
    expect(html).toContain('Mail House</a>')
    const there = await headerOf(own.auth, '/settings/clients')
    const texts = (header: string) => header.replace(/<[^<>]*>/g, '\n').trim()
    expect(texts(there)).toBe(texts(html))
  })

  it('have the pages of who administers the account, for admins alone, from the next page on', async () => {
    const administered = ['people', 'keys', 'usage'].map((name) => `${board.auth.url}/settings/${name}`)
    const shown = async () =>
      addressesIn(await headerOf(own.board)).filter((address) => administered.includes(address ?? ''))
    expect(await shown()).toEqual([])
    const setRole = (role: string) => board.auth.db.user.update({ where: { id: user.id }, data: { role } })
    await setRole('admin')
    expect(await shown()).toEqual(administered)
    const there = addressesIn(await headerOf(own.auth, '/settings/clients'))
    expect(there).toEqual(expect.arrayContaining(['/settings/people', '/settings/keys', '/settings/usage']))
    await setRole('member')
    expect(await shown()).toEqual([])
  })

  it('have a way to other users in the account, and only where there are some', async () => {
    const { db } = board.auth
    const child = await createAccount(board.auth, { name: 'Below', parentId: user.accountId })
    expect(addressesIn(await headerOf(own.auth, '/settings/clients'))).not.toContain('/switch')
    const below = await board.auth.createUser(child.id)
    expect(addressesIn(await headerOf(own.auth, '/settings/clients'))).toContain('/switch')
    await db.user.update({ where: { id: below.id }, data: { disabledAt: new Date() } })
    expect(addressesIn(await headerOf(own.auth, '/settings/clients'))).not.toContain('/switch')
  })

  it('leaves passwords out of the menu where an OpenID provider replaces them', async () => {
    const another = await board.startAnother({ hasPasswords: false })
    const addresses = addressesIn(await headerOf(own.board, `${another.url}/`)).join()
    expect(addresses).toContain('/settings/language')
    expect(addresses).not.toMatch(/password|second-factor/)
  })

  it('leads from the account’s first page to the board, and signs in there, by the product’s name', async () => {
    const stranger = { board: board.createVisitor(), auth: own.auth }
    expect(locationOf(await own.auth.get('/'))).toBe(`${board.url}/`)
    const done = await followSignIn(stranger, locationOf(await stranger.board.get('/')))
    expect(locationOf(done)).toBe('/')
    await stranger.board.close()
  })

  it('are in the language that the user chose in the account: at once, at the next sign-in, and on pages without a user', async () => {
    expect(await languageOf()).toBe('en')
    const chosen = await own.auth.submit('/settings/language', { language: 'de' })
    expect(locationOf(chosen)).toBe(`${board.url}/language`)
    const taken = await own.board.get(locationOf(chosen))
    expect([taken.status, locationOf(taken)]).toEqual([302, '/'])
    expect(await languageOf()).toBe('de')
    for (const path of ['/shares', '/s/unknown', '/nothing', '/signed-out'])
      expect(await languageOf(path)).toBe('de')

    const elsewhere = await board.signIn(user)
    expect(await (await elsewhere.board.get('/')).text()).toContain('<html lang="de">')
    await elsewhere.auth.submit('/settings/language', { language: '' })
    await elsewhere.board.get('/language')
    expect(await (await elsewhere.board.get('/')).text()).toContain('<html lang="en">')
    await elsewhere.close()
    await own.board.get('/language?return_to=https://evil.test/&language=fr')
    expect(await languageOf()).toBe('en')

    const stranger = board.createVisitor()
    expect(locationOf(await stranger.get('/language'))).toMatch(/^\/signin\?return_to=%2Flanguage/)
    await stranger.close()
  })

  describe('named sets', () => {
    const name = 'Outlook <check>'
    const clients = ['OL2016', 'PLAINTEXT', 'THUNDERBIRD102']
    const draw = (choice: string) =>
      own.board.submit('/emails', { source: '<p>Hello</p>', choice, subject: '', reference: '' }, '/')
    const drawn = async (answer: Awaited<ReturnType<typeof draw>>) =>
      (
        await board.auth.db.preview.findMany({
          where: { emailId: locationOf(answer).split('/')[2] ?? '' },
          orderBy: { emailClient: 'asc' },
        })
      ).map(({ emailClient }) => emailClient)

    beforeEach(async () => {
      await saveEmailClientSet(board.auth, user.id, { name: 'A set before', emailClients: ['GMAILNEW'] })
    })

    it('can be chosen for an email, with the number that can be drawn, beside a link that changes what is chosen', async () => {
      const saved = await saveEmailClientSet(board.auth, user.id, { name, emailClients: clients })
      await replaceEmailClientChoice(board.auth, user.id, ['PLAINTEXT'])
      const html = await (await own.board.get('/')).text()
      // Thunderbird's engine is not served.
      expect(html).toMatch(
        new RegExp(
          `value="set:${saved?.id ?? ''}"/><bdi>Outlook &lt;check&gt;</bdi><span class="count">2</span>`,
        ),
      )
      expect(html).toMatch(
        new RegExp(
          `value="mine"/><bdi>Mine</bdi><span class="count">1</span></label> <a href="${board.auth.url}/settings/clients">Change</a>`.replace(
            'value="mine"',
            '[^>]*value="mine"[^>]*',
          ),
        ),
      )
      expect(await drawn(await draw(`set:${saved?.id ?? ''}`))).toEqual(['OL2016', 'PLAINTEXT'])
    })

    it('of another user, and those that are deleted, cannot', async () => {
      const other = await board.auth.createUser()
      const saved = await saveEmailClientSet(board.auth, other.id, { name, emailClients: clients })
      expect(await (await own.board.get('/')).text()).not.toContain('Outlook &lt;check&gt;')
      const refused = await draw(`set:${saved?.id ?? ''}`)
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('This set is deleted. Choose another.'),
      ])
      for (const choice of ['set:', 'set:x', 'set:1.5', 'sets']) expect((await draw(choice)).status).toBe(400)
    })
  })
})
