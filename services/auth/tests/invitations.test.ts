import { createAccount } from '@pas/accounts/create-account'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setUserRole } from '@pas/accounts/user-roles'
import { startMailServer, type MailServer } from '@pas/testing/mail-server'
import type { Response } from 'undici'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const people = '/settings/people'
const password = 'correct horse battery staple'
const typed = {
  first_name: 'Grace',
  last_name: 'Hopper',
  new_password: password,
  new_password_again: password,
}
const hourMs = 60 * 60 * 1000

let auth: TestAuth
let accountId: number
let admin: TestUser
let visitor: Visitor
let made = 0
const visitors: Visitor[] = []

function open(headers: Record<string, string> = {}): Visitor {
  const opened = createVisitor(auth, headers)
  visitors.push(opened)
  return opened
}

async function begin(): Promise<void> {
  accountId = (await createAccount(auth, { name: 'Newsletters' })).id
  admin = await auth.createUser(accountId, 'admin')
  visitor = open()
  await visitor.signIn(admin)
}

async function end(): Promise<void> {
  for (const opened of visitors.splice(0)) await opened.close()
}

const newAddress = () => `invited-${++made}@example.test`
const invite = (email: string, fields: Record<string, string> = {}, by = visitor) =>
  by.submit(people, { email, role: 'member', proof: admin.password, ...fields })
const linkOn = async (answer: Response | Promise<Response>): Promise<string> => {
  const [, link = ''] =
    /value="https:\/\/[^/]+(\/password\/choose\?link=pas_inv_[\w-]{43})"/.exec(await (await answer).text()) ??
    []
  return link
}
const tokenOf = (path: string) => new URL(path, auth.url).searchParams.get('link') ?? ''
const take = (path: string, fields: Partial<typeof typed> = {}, by = open()) =>
  by.submit('/password/choose', { link: tokenOf(path), ...typed, ...fields }, path)
const outcome = ({ status, headers }: Response) => [status, headers.get('location')]
const taken = [303, '/login?invited=1']
const rows = (action: string) =>
  auth.db.auditEvent.findMany({
    where: { action, details: { path: ['account_id'], equals: accountId } },
    orderBy: { id: 'asc' },
    omit: { id: true, at: true },
  })

describe('an invitation, where no mail is sent', () => {
  beforeAll(async () => {
    auth = await startAuth({
      limits: { signInFailuresPerAddress: 1_000 },
      product: { name: 'Mail Previews' },
    })
  })
  afterAll(() => auth.close())
  beforeEach(begin)
  afterEach(end)

  it('is a link that is shown once, with which a person chooses name and password, and signs in', async () => {
    const email = newAddress()
    const link = await linkOn(invite(` ${email.toUpperCase()} `, { role: 'admin' }))
    const list = await (await visitor.get(people)).text()
    expect([list.includes(email), list.includes('pas_inv_')]).toEqual([true, false])
    expect(await auth.db.user.count({ where: { email } })).toBe(0)
    const browser = open()
    const page = await (await browser.get(link)).text()
    expect(page).toContain('Mail Previews shows what an email looks like in each email client.')
    expect(page).toMatch(/You are invited to join <strong><bdi>Newsletters<\/bdi><\/strong>/)
    expect(outcome(await take(link, {}, browser))).toEqual(taken)
    const signIn = await (await browser.get('/login?invited=1')).text()
    expect(signIn).toContain(`value="${email}"`)
    expect(signIn).toContain('You can sign in now')
    const { id } = await auth.db.user.findUniqueOrThrow({ where: { email } })
    await browser.signIn({ id, email, password, accountId })
    expect(await (await browser.get(people)).text()).toContain('Grace Hopper')
    expect(await (await visitor.get(people)).text()).not.toContain('Open invitations')
    const invitation = expect.any(Number) as number
    const account_id = accountId
    expect([...(await rows('invitation.create')), ...(await rows('invitation.accept'))]).toEqual([
      {
        ...{ actor: `user:${admin.id}`, action: 'invitation.create', target: `account:${accountId}` },
        ...{ ip: '127.0.0.1', details: { account_id, invitation, role: 'admin' } },
      },
      {
        ...{ actor: `user:${id}`, action: 'invitation.accept', target: `user:${id}` },
        ...{ ip: '127.0.0.1', details: { account_id, invitation, role: 'admin' } },
      },
    ])
    // Nothing in the trail names the person.
    expect(JSON.stringify([await rows('invitation.create'), await rows('invitation.accept')])).not.toContain(
      email,
    )
  })

  it('has the language that the reader chooses, and keeps it', async () => {
    const link = await linkOn(invite(newAddress()))
    const browser = open({ 'Accept-Language': 'fr' })
    expect(await (await browser.get(link)).text()).toContain('<html lang="fr">')
    const chosen = await browser.submit(
      '/password/choose/language',
      { language: 'de', link: tokenOf(link) },
      link,
    )
    expect(outcome(chosen)).toEqual([303, link])
    expect(await (await browser.get(link)).text()).toContain('Mail Previews zeigt, wie eine E-Mail')
  })

  it('works once: of ten requests at the same moment one makes the user', async () => {
    const email = newAddress()
    const link = await linkOn(invite(email))
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 9 }, () => 410)])
    expect(await auth.db.user.count({ where: { email, accountId, role: 'member' } })).toBe(1)
  })

  it('asks again for a name that is missing and a password that is too short, and keeps what was typed', async () => {
    const link = await linkOn(invite(newAddress()))
    for (const [fields, text] of [
      [{ first_name: ' ' }, 'a name is missing'],
      [{ last_name: 'Ho\u202epper' }, 'a name is missing'],
      [{ new_password: 'short', new_password_again: 'short' }, 'too short or too long'],
    ] as const) {
      const answer = await take(link, fields)
      const html = await answer.text()
      expect([answer.status, html]).toEqual([400, expect.stringContaining(text)])
      if (!('last_name' in fields)) expect(html).toContain('value="Hopper"')
    }
    expect(outcome(await take(link))).toEqual(taken)
  })

  it.each([
    [
      'it was withdrawn',
      async (id: number) => {
        const answer = await visitor.submit(`${people}/invitations/${id}`, { proof: admin.password })
        expect(outcome(answer)).toEqual([303, `${people}?done=withdrawn`])
        expect(await rows('invitation.withdraw')).toHaveLength(1)
      },
    ],
    ['a day has passed', () => Promise.resolve(auth.clock.advance(24 * hourMs))],
    ['the address was invited again', async (_id: number, email: string) => void (await invite(email))],
    ['its admin has become a member', () => setUserRole(auth, admin.id, 'member')],
    [
      'its admin is disabled',
      () => auth.db.user.update({ where: { id: admin.id }, data: { disabledAt: auth.clock.now() } }),
    ],
    [
      'its admin was removed',
      async () => {
        const other = await auth.createUser(accountId, 'admin')
        const by = open()
        await by.signIn(other)
        await by.submit(`${people}/${admin.id}`, { action: 'remove', proof: other.password })
      },
    ],
    ['the account is disabled', () => setAccountDisabled(auth, accountId, true)],
  ] as [string, (id: number, email: string) => Promise<unknown>][])(
    'no longer works when %s',
    async (_when, happen) => {
      const email = newAddress()
      const link = await linkOn(invite(email))
      const { id } = await auth.db.invitation.findFirstOrThrow({ where: { email } })
      await happen(id, email)
      expect((await open().get(link)).status).toBe(410)
      expect(
        (await open().submit('/password/choose', { link: tokenOf(link), ...typed }, '/login')).status,
      ).toBe(410)
      expect(await auth.db.user.count({ where: { email } })).toBe(0)
    },
  )

  it('is the same for an address that has a user elsewhere, who stays as they are', async () => {
    const free = newAddress()
    const hash = async () =>
      (await auth.db.user.findUniqueOrThrow({ where: { email: auth.user.email } })).passwordHash
    const before = await hash()
    const seen: unknown[] = []
    for (const email of [free, auth.user.email]) {
      const same = (html: string) =>
        html
          .replaceAll(email, 'ADDRESS')
          .replace(/pas_inv_[\w-]+/g, 'TOKEN')
          .replace(/name="form_token" value="[^"]*"/g, '')
          .replace(/invitations\/\d+/g, 'ID')
      const answer = await invite(email)
      const html = await answer.clone().text()
      const link = await linkOn(answer)
      const browser = open()
      const page = await (await browser.get(link)).text()
      const accepted = await take(link, {}, browser)
      const signInPage = await (await browser.get('/login?invited=1')).text()
      expect(signInPage).toContain(`value="${email}"`)
      seen.push([answer.status, same(html), same(page), outcome(accepted), same(signInPage)])
      await auth.db.user.deleteMany({ where: { email: free } })
    }
    expect(seen[1]).toEqual(seen[0])
    expect(await hash()).toBe(before)
    expect(await auth.db.user.findUnique({ where: { email: auth.user.email } })).toMatchObject({
      accountId: auth.accountId,
    })
    expect(await rows('invitation.accept.failed')).toMatchObject([
      { actor: 'anonymous', details: { code: 'email_taken' } },
    ])
  })

  it('makes no user for another account, and of two accounts the first that is taken counts', async () => {
    const email = newAddress()
    const first = await linkOn(invite(email))
    const elsewhere = await auth.createUser((await createAccount(auth, { name: 'Elsewhere' })).id, 'admin')
    const by = open()
    await by.signIn(elsewhere)
    const second = await linkOn(invite(email, { proof: elsewhere.password }, by))
    const answers = await Promise.all([take(first), take(second)])
    expect(answers.map(outcome)).toEqual([taken, taken])
    expect(await auth.db.user.count({ where: { email } })).toBe(1)
    const { id } = await auth.db.invitation.create({
      data: {
        ...{ accountId, email: newAddress(), role: 'member', invitedByUserId: admin.id, language: 'en' },
        ...{ createdAt: auth.clock.now(), expiresAt: new Date(auth.clock.now().getTime() + hourMs) },
      },
    })
    const path = `${people}/invitations/${id}`
    expect((await by.get(path)).status).toBe(404)
    expect((await by.submit(path, { proof: elsewhere.password }, people)).status).toBe(404)
    expect(await auth.db.invitation.count({ where: { id } })).toBe(1)
  })

  it('is refused without a proof, for no address, and for one of the account', async () => {
    for (const [fields, status, text] of [
      [{ proof: '' }, 403, 'the password is not right'],
      [{ email: 'no address' }, 400, 'that is no e-mail address'],
      [{ email: admin.email }, 400, 'already signs in with this address'],
      [{ role: 'operator' }, 400, ''],
    ] as const) {
      const answer = await invite(newAddress(), fields)
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
    }
    expect(await auth.db.invitation.count({ where: { accountId } })).toBe(0)
  })

  it('can be made twenty times a day by an account, whoever of its admins makes it', async () => {
    const other = await auth.createUser(accountId, 'admin')
    const by = open()
    await by.signIn(other)
    for (let count = 0; count < 20; count++) {
      const answer =
        count % 2 === 0
          ? await invite(newAddress())
          : await invite(newAddress(), { proof: other.password }, by)
      expect(answer.status).toBe(200)
    }
    const refused = await invite(newAddress(), { proof: other.password }, by)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringMatching(/an account may invite 20 times a day\. Try again in \d+ hours/),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    expect(await auth.db.invitation.count({ where: { accountId } })).toBe(20)
    await begin()
    expect((await invite(newAddress())).status).toBe(200)
  })
})

describe('an invitation by mail', () => {
  let mailServer: MailServer

  beforeAll(async () => {
    mailServer = await startMailServer()
    auth = await startAuth({ smtpUrl: mailServer.url, product: { name: 'Mail Previews' } })
  })
  afterAll(async () => {
    await auth.close()
    await mailServer.close()
  })
  beforeEach(begin)
  afterEach(end)

  it('goes to its address, in the language that the admin chose, and is not shown to the admin', async () => {
    const email = newAddress()
    const answer = await (await invite(email, { language: 'de' })).text()
    expect(answer).toContain('is on its way')
    expect(answer).not.toContain('pas_inv_')
    const mail = await mailServer.take(email)
    expect(mail.text).toContain(`${admin.email} lädt Sie zu Mail Previews ein, in das Konto Newsletters.`)
    const link = mail.link.slice(auth.url.length)
    expect(outcome(await take(link))).toEqual(taken)
    expect(await auth.db.user.count({ where: { email, accountId } })).toBe(1)
  })

  it('tells only the owner of an address that it has a user elsewhere', async () => {
    const free = newAddress()
    const same = async (email: string) =>
      (await (await invite(email)).text())
        .replaceAll(email, 'ADDRESS')
        .replace(/name="form_token" value="[^"]*"/g, '')
        .replace(/invitations\/\d+/g, 'ID')
    const answer = await same(free)
    await mailServer.take(free)
    await auth.db.invitation.deleteMany({ where: { email: free } })
    expect(await same(auth.user.email)).toBe(answer)
    const { text, link } = await mailServer.take(auth.user.email)
    expect(text).toContain('an address can belong to one account only')
    expect(link).toBe(`${auth.url}/login`)
    expect(await (await visitor.get(people)).text()).toContain(auth.user.email)
  })
})
