import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { findApiKey } from '@pas/accounts/find-api-key'
import { setUserRole } from '@pas/accounts/user-roles'
import { randomUUID } from 'node:crypto'
import { answerConsent, authorizePath } from './oauth-flow'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const people = '/settings/people'

describe('the people of an account', () => {
  let auth: TestAuth
  let accountId: number
  let admin: TestUser
  let visitor: Visitor
  const visitors: Visitor[] = []

  beforeAll(async () => {
    auth = await startAuth({ limits: { signInFailuresPerAddress: 1_000 } })
  })
  afterAll(() => auth.close())
  beforeEach(async () => {
    accountId = (await createAccount(auth, { name: 'Newsletters & Co' })).id
    admin = await auth.createUser(accountId, 'admin')
    visitor = await signedIn(admin)
  })
  afterEach(async () => {
    for (const opened of visitors.splice(0)) await opened.close()
  })

  async function signedIn(user: TestUser): Promise<Visitor> {
    const opened = createVisitor(auth)
    visitors.push(opened)
    await opened.signIn(user)
    return opened
  }

  const pathOf = ({ id }: { id: number }) => `${people}/${id}`
  const roleOf = async ({ id }: TestUser) =>
    (await auth.db.user.findUnique({ where: { id }, select: { role: true } }))?.role
  const setRole = (by: Visitor, user: TestUser, role: string, proof = admin.password) =>
    by.submit(pathOf(user), { action: 'set_role', role, proof })
  const remove = (by: Visitor, user: TestUser, proof = admin.password, kept: Record<string, string> = {}) =>
    by.submit(pathOf(user), { action: 'remove', proof, ...kept })
  const rows = (where: object) =>
    auth.db.auditEvent.findMany({ where, orderBy: { id: 'asc' }, omit: { id: true, at: true } })

  it('are shown to admins, with their roles; a member gets no page, and no menu that leads there', async () => {
    const member = await auth.createUser(accountId)
    const html = await (await visitor.get(people)).text()
    expect(html).toContain('Newsletters &amp; Co')
    expect(html).toMatch(new RegExp(`${admin.email} · Admin`))
    expect(html).toMatch(new RegExp(`${member.email} · Member`))
    expect(html).toContain(`href="${pathOf(member)}"`)
    expect(html).not.toContain(auth.user.email)

    const asMember = await signedIn(member)
    for (const path of [people, pathOf(admin), '/settings/keys', '/settings/usage'])
      expect([path, (await asMember.get(path)).status]).toEqual([path, 403])
    const settings = await (await asMember.get('/settings/clients')).text()
    for (const path of [people, '/settings/keys', '/settings/usage']) {
      expect(html).toContain(`href="${path}"`)
      expect(settings).not.toContain(`href="${path}"`)
    }
  })

  it('get another role from an admin who proves who they are, which takes effect in open sessions', async () => {
    const other = await auth.createUser(accountId)
    const asOther = await signedIn(other)
    for (const proof of ['', 'a wrong password', other.password]) {
      const refused = await setRole(visitor, other, 'admin', proof)
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('the password is not right'),
      ])
    }
    expect(await roleOf(other)).toBe('member')
    const answer = await setRole(visitor, other, 'admin')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${people}?done=role`])
    expect((await asOther.get(people)).status).toBe(200)
    await asOther.get(pathOf(admin))
    const form = { action: 'remove', proof: other.password, form_token: asOther.field('form_token') }
    await setRole(visitor, other, 'member')
    expect((await asOther.get(people)).status).toBe(403)
    expect((await asOther.post(pathOf(admin), form)).status).toBe(403)
    expect(await roleOf(admin)).toBe('admin')
    const details = (role: string, before: string) => ({ account_id: accountId, role, before })
    expect(await rows({ action: 'user.set_role', target: `user:${other.id}` })).toEqual(
      [details('admin', 'member'), details('member', 'admin')].map((detail) => ({
        ...{ actor: `user:${admin.id}`, action: 'user.set_role', target: `user:${other.id}` },
        ...{ ip: '127.0.0.1', details: detail },
      })),
    )
  })

  it('are out of the reach of members, of admins of other accounts and of who acts for an admin', async () => {
    const member = await auth.createUser(accountId)
    const elsewhere = await auth.createUser((await createAccount(auth, { name: 'Elsewhere' })).id, 'admin')
    const asElsewhere = await signedIn(elsewhere)
    expect((await asElsewhere.get(pathOf(member))).status).toBe(404)
    const ofAnotherAccount = { action: 'remove', proof: elsewhere.password }
    expect((await asElsewhere.submit(pathOf(member), ofAnotherAccount, people)).status).toBe(404)
    const otherRole = { action: 'set_role', role: 'admin', proof: elsewhere.password }
    expect((await asElsewhere.submit(pathOf(member), otherRole, people)).status).toBe(404)

    const asMember = await signedIn(member)
    const own = { action: 'set_role', role: 'admin', proof: member.password }
    expect((await asMember.submit(pathOf(member), own, '/settings/clients')).status).toBe(403)
    const invitation = { email: 'ally@example.test', role: 'admin', proof: member.password }
    expect((await asMember.submit(people, invitation, '/settings/clients')).status).toBe(403)
    await auth.refusalTrail.settled()
    expect(await rows({ action: 'account.administer.failed', target: `account:${accountId}` })).toMatchObject(
      [
        { actor: `user:${member.id}`, details: { path: pathOf(member) } },
        { actor: `user:${member.id}`, details: { path: people } },
      ],
    )

    const parent = await createAccount(auth, { name: 'Parent' })
    await auth.db.account.update({ where: { id: accountId }, data: { parentId: parent.id } })
    const boss = await auth.createUser(parent.id, 'admin')
    const asBoss = await signedIn(boss)
    expect((await asBoss.submit('/switch', { user_id: String(admin.id) })).status).toBe(303)
    const page = await asBoss.get(people)
    expect([page.status, await page.text()]).toEqual([
      403,
      expect.stringContaining('You act for another user'),
    ])
    expect(
      (await asBoss.submit(pathOf(member), { ...own, proof: boss.password }, '/settings/clients')).status,
    ).toBe(403)
    expect(await (await asBoss.get('/settings/clients')).text()).not.toContain(`href="${people}"`)
    expect([await roleOf(member), await auth.db.invitation.count({ where: { accountId } })]).toEqual([
      'member',
      0,
    ])
  })

  it('keep an admin: the last one can neither leave nor become a member', async () => {
    const disabled = await auth.createUser(accountId, 'admin')
    await auth.db.user.update({ where: { id: disabled.id }, data: { disabledAt: auth.clock.now() } })
    expect(await (await visitor.get(pathOf(admin))).text()).toContain('You are the last admin')
    for (const form of [{ action: 'set_role', role: 'member' }, { action: 'remove' }]) {
      const answer = await visitor.submit(pathOf(admin), { ...form, proof: admin.password })
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining('you are the last admin of your account'),
      ])
    }
    expect(await roleOf(admin)).toBe('admin')
    await auth.createUser(accountId, 'admin')
    const answer = await setRole(visitor, admin, 'member')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/clients'])
    expect((await visitor.get(people)).status).toBe(403)
  })

  it.each(['set_role', 'remove'])(
    'keep one of two admins who %s each other at the same moment',
    async (action) => {
      for (let round = 0; round < 5; round++) {
        const account = await createAccount(auth, { name: 'Quarrel' })
        const pair = [await auth.createUser(account.id, 'admin'), await auth.createUser(account.id, 'admin')]
        const answers = await Promise.all(
          pair.map(async (user, index) => {
            const other = pair[1 - index] ?? user
            const by = await signedIn(user)
            return by.submit(pathOf(other), { action, role: 'member', proof: user.password })
          }),
        )
        // The other is refused, or signed out already.
        const done = answers.filter(({ headers }) => headers.get('location')?.includes('done='))
        expect(done).toHaveLength(1)
        const where = { accountId: account.id, role: 'admin', disabledAt: null }
        expect(await auth.db.user.count({ where })).toBe(1)
      }
    },
  )

  it('are removed with what is theirs, of which the page says how much ends', async () => {
    const { person, keys } = await addPersonWithEverything()
    const asPerson = await signedIn(person)
    const before = await (await visitor.get(pathOf(person))).text()
    for (const text of [
      'Browsers that are signed out: 2.',
      'Applications that lose their access: 1.',
      'Share links that end: 1.',
      'Webhooks that end: 1.',
      'API keys that end: 1.',
    ])
      expect(before).toContain(text)
    const answer = await remove(visitor, person)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${people}?done=removed`])
    expect(await (await visitor.get(`${people}?done=removed`)).text()).not.toContain(person.email)
    expect((await asPerson.get('/settings/clients')).status).toBe(302)
    expect(await auth.db.user.findUnique({ where: { id: person.id } })).toBeNull()
    expect((await findApiKey(auth, keys.own))?.status).toBe('revoked')
    expect((await findApiKey(auth, keys.ofAccount))?.status).toBe('active')
    expect(await auth.db.share.count({ where: { accountId, revokedAt: null } })).toBe(0)
    expect(await auth.db.email.count({ where: { accountId } })).toBe(1)
    const ended = { account_id: accountId, links: 1, keys: 1, keep_links: false, keep_keys: false }
    expect(await rows({ target: `user:${person.id}`, action: { startsWith: 'user.delete' } })).toEqual([
      {
        ...{ actor: `user:${admin.id}`, action: 'user.delete', target: `user:${person.id}` },
        ...{ ip: '127.0.0.1', details: ended },
      },
      {
        ...{ actor: `user:${admin.id}`, action: 'user.deleted', target: `user:${person.id}`, ip: null },
        details: { account_id: accountId, emails: 0 },
      },
    ])
  })

  it('leave their share links and API keys to the account when the admin says so', async () => {
    const { person, keys } = await addPersonWithEverything()
    await remove(visitor, person, admin.password, { keep_links: '1', keep_keys: '1' })
    expect(await auth.db.user.findUnique({ where: { id: person.id } })).toBeNull()
    expect((await findApiKey(auth, keys.own))?.status).toBe('active')
    expect(
      await auth.db.share.findMany({ where: { accountId }, select: { userId: true, revokedAt: true } }),
    ).toEqual([{ userId: null, revokedAt: null }])
  })

  it('stay as they are after a wrong code of the app', async () => {
    const other = await auth.createUser(accountId)
    const refused = await setRole(visitor, other, 'admin', '123 456')
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('the code is not right'),
    ])
  })

  it('are found by name or address when they are many', async () => {
    await auth.db.user.createMany({
      data: Array.from({ length: 60 }, (_nothing, index) => ({
        ...{ accountId, email: `crowd-${index}@example.test`, firstName: 'One', lastName: `Of ${index}` },
        ...{ passwordHash: 'x', createdAt: auth.clock.now() },
      })),
    })
    expect(await (await visitor.get(people)).text()).toContain('Page 1 of 2')
    const found = await (await visitor.get(`${people}?search=crowd-31@`)).text()
    expect(found.match(/crowd-\d+@example/g)).toEqual(['crowd-31@example'])
    expect(await (await visitor.get(`${people}?search=%25`)).text()).toContain('Nobody of this name')
  })

  it('lose an admin’s rights with the operator’s command, too', async () => {
    await setUserRole(auth, admin.id, 'member')
    expect((await visitor.get(people)).status).toBe(403)
  })

  /** A person with two sessions, a consent, a share link, a webhook, an email and an API key. */
  async function addPersonWithEverything() {
    const person = await auth.createUser(accountId, 'admin')
    const first = await signedIn(person)
    await first.get(authorizePath(auth))
    await answerConsent(first, 'approve')
    const { id: oauthApplicationId } = await auth.db.oauthApplication.findFirstOrThrow()
    const createdAt = auth.clock.now()
    const made = { accountId, createdAt, expiresAt: new Date(createdAt.getTime() + 3_600_000) }
    const by = { userId: person.id, oauthApplicationId }
    const { id: emailId } = await auth.db.email.create({ data: { id: randomUUID(), ...made, ...by } })
    await auth.db.share.create({
      data: {
        id: randomUUID(),
        ...made,
        ...by,
        emailId,
        shows: [],
        tokenHash: new Uint8Array(Buffer.from(randomUUID())),
      },
    })
    await auth.db.webhook.create({
      data: {
        ...{ id: randomUUID(), accountId, ...by, url: 'https://partner.example.com/', eventTypes: [] },
        ...{ secret: new Uint8Array(32), createdAt },
      },
    })
    const keys = {
      own: await createApiKey(auth, { accountId, userId: person.id, name: 'Mine' }),
      ofAccount: await createApiKey(auth, { accountId }),
    }
    return { person, keys }
  }
})
