import { once } from 'node:events'
import { createOneTimeLink } from '@pas/accounts/one-time-links'
import { sha256 } from '@pas/accounts/secrets'
import { setPassword } from '@pas/accounts/set-password'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { createMailer } from '@pas/mail/mailer'
import { createLogger } from '@pas/runtime/logger'
import { openRedis } from '@pas/runtime/open-redis'
import { freePort } from '@pas/testing/free-port'
import { startMailServer, type MailServer } from '@pas/testing/mail-server'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import { startMailOutbox } from '../src/mails/mail-outbox'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const dayMs = 24 * 60 * 60 * 1000
const chosen = 'correct horse battery staple'
const twice = (password: string) => ({ new_password: password, new_password_again: password })

let mailServer: MailServer
let auth: TestAuth
let visitor: Visitor
let user: TestUser
let places = 0

beforeAll(async () => {
  mailServer = await startMailServer()
  auth = await startAuth({
    smtpUrl: mailServer.url,
    manyPlaces: true,
    product: { name: 'Mail Previews', supportUrl: 'https://help.example.test/' },
  })
})
afterAll(async () => {
  await auth.close()
  await mailServer.close()
})
beforeEach(async () => {
  // Each test comes from a place of its own, so that none uses up another's limits.
  visitor = createVisitor(auth, { 'X-Forwarded-For': `192.0.2.${++places}` })
  user = await auth.createUser()
})
afterEach(() => visitor.close())

const askForLink = (email: string) => visitor.submit('/password/lost', { email })
const linkPathOf = (link: string): string => {
  expect(link).toMatch(/^https:\/\/localhost:\d+\/password\/choose\?link=pas_lnk_[\w-]{43}$/)
  return link.slice(auth.url.length)
}
const newLink = async (to: TestUser = user): Promise<string> => {
  await askForLink(to.email)
  return linkPathOf((await mailServer.take(to.email)).link)
}
const tokenOf = (path: string): string => new URL(path, auth.url).searchParams.get('link') ?? ''
const choose = (path: string, password = chosen) =>
  visitor.submit('/password/choose', { link: tokenOf(path), ...twice(password) }, path)
const signInStatus = async (email: string, password: string): Promise<number> => {
  const fresh = createVisitor(auth, { 'X-Forwarded-For': `198.51.100.${++places}` })
  const { status } = await fresh.submit('/login', { email, password })
  await fresh.close()
  return status
}
const countAudit = (action: string) =>
  auth.db.auditEvent.count({ where: { action, target: `user:${user.id}` } })

describe('a lost password', () => {
  it('is replaced by the link of a mail: sign-in page, mail, new password, and every other session is out', async () => {
    const elsewhere = createVisitor(auth, { 'X-Forwarded-For': '203.0.113.1' })
    await elsewhere.signIn(user)

    const login = await (await visitor.get('/login')).text()
    expect(login).toContain('href="/password/lost"')
    const answer = await askForLink(` ${user.email.toUpperCase()} `)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Check your mail')])
    const mail = await mailServer.take(user.email)
    expect(mail.to).toEqual([user.email])
    expect(mail.source).toMatch(/^Subject: A new password for Mail Previews\r$/m)
    expect(mail.source).toMatch(/^From: Partner Access <no-reply@example\.test>\r$/m)
    expect(mail.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail.text).toContain('https://help.example.test/')

    const path = linkPathOf(mail.link)
    const page = await visitor.get(path)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(user.email)])
    expect(await signInStatus(user.email, user.password)).toBe(303)
    const saved = await choose(path)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/login?password_set=1'])
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    expect(await (await visitor.get('/login?password_set=1')).text()).toContain('Your new password is set.')

    expect((await elsewhere.get('/settings/clients')).status).toBe(302)
    expect(await auth.db.session.count({ where: { userId: user.id } })).toBe(0)
    expect(await signInStatus(user.email, user.password)).toBe(401)
    await visitor.signIn({ ...user, password: chosen })
    const audit = await auth.db.auditEvent.findMany({
      where: { target: `user:${user.id}`, action: { in: ['one_time_link.request', 'user.set_password'] } },
      orderBy: { id: 'asc' },
    })
    expect(audit).toMatchObject([
      { actor: 'anonymous', action: 'one_time_link.request' },
      { actor: `user:${user.id}`, action: 'user.set_password', details: { with: 'one_time_link' } },
    ])
    await elsewhere.close()
  })

  it('gets the same answer for a user, a disabled one, an unknown address and none at all, and only a user gets mail', async () => {
    const disabled = await auth.createUser()
    await setUserDisabled(auth, disabled.email, true)
    const pages = []
    for (const email of [user.email, disabled.email, 'nobody@example.test', 'no address']) {
      const answer = await askForLink(email)
      expect(answer.status).toBe(200)
      pages.push((await answer.text()).replaceAll(email, 'EMAIL'))
    }
    expect(new Set(pages).size).toBe(1)
    await auth.lostPasswords.settled()
    await mailServer.take(user.email)
    expect(await auth.db.oneTimeLink.count({ where: { userId: disabled.id } })).toBe(0)
    expect(mailServer.mails).toEqual([])
  })

  it('is answered before anything is stored, so that the time tells nothing', async () => {
    await visitor.get('/password/lost')
    const form = { email: user.email, form_token: visitor.field('form_token') }
    await auth.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE one_time_links IN EXCLUSIVE MODE`
        expect((await visitor.post('/password/lost', form)).status).toBe(200)
        expect(await auth.db.oneTimeLink.count({ where: { userId: user.id } })).toBe(0)
      },
      { timeout: 30_000 },
    )
    await mailServer.take(user.email)
  })

  it('gets three links an hour at most, whoever asks, and a place twenty', async () => {
    for (let count = 0; count < 5; count++) expect((await askForLink(user.email)).status).toBe(200)
    await auth.lostPasswords.settled()
    expect(await countAudit('one_time_link.request')).toBe(3)
    for (let count = 0; count < 15; count++) await askForLink(`nobody-${count}@example.test`)
    const refused = await askForLink('nobody@example.test')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringMatching(
        /Too many links were asked for from your network\. Try again in (59|60) minutes\./,
      ),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    await until(() => mailServer.mails.length > 0)
    mailServer.mails.splice(0)
  })

  it('leaves nothing in Redis for an address that has no user, beside what counts its place', async () => {
    const redis = openRedis(testVariable('TEST_REDIS_URL'), createLogger('auth'))
    await once(redis, 'ready')
    const countKeys = async () => {
      await auth.lostPasswords.settled()
      return (await redis.keys(`${auth.config.rates.prefix}:failures:reset-account:*`)).length
    }
    const before = await countKeys()
    for (let count = 0; count < 5; count++)
      expect((await askForLink(`made-up-${count}@example.test`)).status).toBe(200)
    expect(await countKeys()).toBe(before)
    await askForLink(user.email)
    expect(await countKeys()).toBe(before + 1)
    await mailServer.take(user.email)
    redis.disconnect()
  })

  it('asks for the address, in the language of the browser, and so does the mail speak', async () => {
    const german = createVisitor(auth, { 'X-Forwarded-For': '203.0.113.2', 'Accept-Language': 'de' })
    const answer = await german.submit('/password/lost', { email: ' ' })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('Geben Sie Ihre E-Mail-Adresse ein.'),
    ])
    await german.submit('/password/lost', { email: user.email })
    const mail = await mailServer.take(user.email)
    expect(mail.text).toContain('Der Link gilt 24 Stunden und nur einmal.')
    expect(await (await german.get(linkPathOf(mail.link))).text()).toContain('<h1>Passwort wählen</h1>')
    await german.close()
  })
})

describe('a one-time link', () => {
  it('is not used up by programs that read it, nor by a password that is refused', async () => {
    const path = await newLink()
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await visitor.get(path, { method })).status).toBe(200)
    for (const [fields, text] of [
      [twice('short'), 'too short or too long'],
      [twice('x'.repeat(1_025)), 'too short or too long'],
      [{ new_password: chosen, new_password_again: `${chosen}!` }, 'not the same in both fields'],
      [{}, 'too short or too long'],
    ] as const) {
      const answer = await visitor.submit('/password/choose', { link: tokenOf(path), ...fields }, path)
      const page = await answer.text()
      expect([answer.status, page]).toEqual([400, expect.stringContaining(text)])
      expect(page).not.toContain(chosen)
    }
    expect((await choose(path)).status).toBe(303)
  })

  it('works once: of ten uses at the same time one sets the password', async () => {
    const path = await newLink()
    await visitor.get(path)
    const form_token = visitor.field('form_token')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        visitor.post('/password/choose', {
          ...twice(`${chosen} ${number}`),
          link: tokenOf(path),
          form_token,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(9).fill(410)])
    const winner = answers.findIndex(({ status }) => status === 303)
    expect(await signInStatus(user.email, `${chosen} ${winner}`)).toBe(303)
    expect(await countAudit('user.set_password')).toBe(1)
  })

  const endings: [string, (path: string) => Promise<unknown>][] = [
    ['it was used', (path) => choose(path)],
    ['another one was used', async () => choose(await newLink())],
    [
      'the operator made a newer one',
      () => createOneTimeLink(auth, { userId: user.id, purpose: 'reset', language: 'en' }),
    ],
    ['the password was changed', () => setPassword(auth, user.email, 'another password')],
    ['the user was disabled', () => setUserDisabled(auth, user.email, true)],
    [
      'the user was disabled and enabled again',
      async () => {
        await setUserDisabled(auth, user.email, true)
        await setUserDisabled(auth, user.email, false)
      },
    ],
    ['a day has passed', () => Promise.resolve(auth.clock.advance(dayMs))],
  ]
  it('shows one page, whether it was used, replaced, has expired or was made up, and sets no password', async () => {
    const pages = []
    for (const [ending, end] of endings) {
      const person = await auth.createUser()
      user = person
      const path = await newLink()
      await end(path)
      const shown = await visitor.get(path)
      expect([ending, shown.status]).toEqual([ending, 410])
      pages.push(await shown.text())
      const { passwordHash } = await auth.db.user.findUniqueOrThrow({ where: { id: person.id } })
      await visitor.get('/login')
      const form_token = visitor.field('form_token')
      const fields = { ...twice('a stolen password'), link: tokenOf(path), form_token }
      expect([ending, (await visitor.post('/password/choose', fields)).status]).toEqual([ending, 410])
      const after = await auth.db.user.findUniqueOrThrow({ where: { id: person.id } })
      expect([ending, after.passwordHash]).toEqual([ending, passwordHash])
    }
    for (const path of [
      '/password/choose?link=pas_lnk_made-up',
      '/password/choose',
      '/password/choose?link=',
    ])
      pages.push(await (await visitor.get(path)).text())
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('A link works once, for 24 hours')
    expect(pages[0]).toContain('href="/password/lost"')
    expect(pages[0]).toContain('href="https://help.example.test/"')
    expect((await visitor.get('/password/choose?link=a&link=b')).status).toBe(400)
  })

  it.each([
    [
      'an invitation',
      async () => {
        const link = { userId: user.id, purpose: 'invite', language: 'en' } as const
        return `/password/choose?link=${(await createOneTimeLink(auth, link)).token}`
      },
    ],
    ['a link that was mailed before', () => newLink()],
  ])('stays usable when a stranger asks for a new password: %s', async (_which, makeLink) => {
    const path = await makeLink()
    const stranger = createVisitor(auth, { 'X-Forwarded-For': '203.0.113.9' })
    await stranger.submit('/password/lost', { email: user.email })
    await mailServer.take(user.email)
    await stranger.close()
    auth.clock.advance(60 * 60_000)
    expect((await visitor.get(path)).status).toBe(200)
    const another = await newLink()
    expect((await choose(path)).status).toBe(303)
    expect((await visitor.get(another)).status).toBe(410)
    expect(await auth.db.oneTimeLink.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is stored as a hash only, and in no audit row', async () => {
    const token = tokenOf(await newLink())
    const row = await auth.db.oneTimeLink.findFirstOrThrow({ where: { userId: user.id } })
    expect(row.tokenHash).toEqual(sha256(token))
    const rows = await auth.db.$queryRaw<{ row: string }[]>`
      SELECT l::text AS row FROM one_time_links l UNION ALL SELECT a::text FROM audit_events a`
    expect(rows.map((each) => each.row).join()).not.toContain(token)
  })

  it('lets its holder sign in at once, also while strangers have used up the guesses of the day', async () => {
    const limited = await startAuth({
      smtpUrl: mailServer.url,
      manyPlaces: true,
      limits: { signInFailuresPerDay: 1 },
    })
    const owner = createVisitor(limited, { 'X-Forwarded-For': '192.0.2.1' })
    const person = limited.user
    await owner.submit('/login', { email: person.email, password: 'a guess of a stranger' })
    const refused = await owner.submit('/login', { email: person.email, password: person.password })
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('Try again in 24 hours. Or choose a new password'),
    ])
    await owner.submit('/password/lost', { email: person.email })
    const link = (await mailServer.take(person.email)).link
    await owner.submit('/password/choose', { link: tokenOf(link), ...twice(chosen) }, link)
    await owner.signIn({ ...person, password: chosen })
    await owner.close()
    await limited.close()
  })

  it('signs out another user of the browser, so that the new password can be typed', async () => {
    const other = await auth.createUser()
    const path = await newLink()
    await visitor.signIn(other)
    await visitor.get(path)
    const fields = { link: tokenOf(path), ...twice(chosen), form_token: visitor.field('form_token') }
    expect((await visitor.post('/password/choose', fields)).status).toBe(303)
    expect(await (await visitor.get('/login?password_set=1')).text()).toContain('Your new password is set.')
  })
})

describe('the mail server', () => {
  it('is away: the same answer, the mail comes when it is back, also after a restart, and the link works', async () => {
    const port = await freePort()
    const away = await startAuth({ smtpUrl: `smtp://127.0.0.1:${port}` })
    const person = createVisitor(away)
    const answer = await person.submit('/password/lost', { email: away.user.email })
    expect(await answer.text()).toContain('Check your mail')
    const waiting = () => away.db.oneTimeLink.findFirstOrThrow({ where: { userId: away.user.id } })
    await until(
      'an attempt has failed',
      async () => (await away.db.oneTimeLink.count({ where: { mailAttempts: 1 } })) === 1,
    )
    const failed = await waiting()
    expect(failed.mailDueAt).toEqual(new Date(away.clock.now().getTime() + 60_000))

    // Another process sends it, which was started later.
    await away.mailOutbox?.close()
    const back = await startMailServer({ port })
    away.clock.advance(60_000)
    const logger = createLogger('auth')
    logger.level = 'silent'
    const { config, db, clock } = away
    const mailer = createMailer({ smtpUrl: back.url, from: 'no-reply@example.test' })
    const restarted = startMailOutbox({ ...config, db, clock, logger, mailer })
    const mail = await back.take(away.user.email)
    await until('the mail is marked as sent', async () => (await waiting()).mailDueAt === null)
    const { link } = mail
    const saved = await person.submit('/password/choose', { link: tokenOf(link), ...twice(chosen) }, link)
    expect(saved.headers.get('location')).toBe('/login?password_set=1')
    await person.close()
    await restarted.close()
    await away.close()
    await back.close()
  })

  it('refuses the address for good: the mail is given up', async () => {
    mailServer.refusal = 550
    try {
      await askForLink(user.email)
      await auth.lostPasswords.settled()
      await until(
        'the link is gone',
        async () => (await auth.db.oneTimeLink.count({ where: { userId: user.id } })) === 0,
      )
      expect(await countAudit('one_time_link.request')).toBe(1)
    } finally {
      mailServer.refusal = null
    }
  })

  it('refuses it for now: the mail is tried again', async () => {
    mailServer.refusal = 451
    await askForLink(user.email)
    const row = { userId: user.id }
    await until(
      'an attempt has failed',
      async () => (await auth.db.oneTimeLink.count({ where: { ...row, mailAttempts: 1 } })) === 1,
    )
    mailServer.refusal = null
    auth.clock.advance(60_000)
    auth.mailOutbox?.wake()
    await mailServer.take(user.email)
  })

  it('is not configured: the sign-in page asks to turn to people, and no page sends mail', async () => {
    const silent = await startAuth()
    const person = createVisitor(silent)
    const login = await (await person.get('/login')).text()
    expect(login).toContain('No account yet, or password lost? Ask the people who run this service.')
    expect(login).not.toContain('/password/lost')
    expect((await person.get('/password/lost')).status).toBe(404)
    const { token } = await createOneTimeLink(silent, {
      userId: silent.user.id,
      purpose: 'invite',
      language: 'en',
    })
    const path = `/password/choose?link=${token}`
    expect(await (await person.get(path)).text()).toContain('You sign in as <strong>')
    const saved = await person.submit('/password/choose', { link: token, ...twice(chosen) }, path)
    expect(saved.status).toBe(303)
    await person.signIn({ ...silent.user, password: chosen })
    await person.close()
    await silent.close()
  })
})

describe('/settings/password', () => {
  const change = (old_password: string, fields: Record<string, string> = twice(chosen)) =>
    visitor.submit('/settings/password', { old_password, ...fields })

  it('changes the password, ends every other session, and keeps this one under a new id', async () => {
    const elsewhere = createVisitor(auth, { 'X-Forwarded-For': '203.0.113.3' })
    await elsewhere.signIn(user)
    await visitor.signIn(user)
    const link = await createOneTimeLink(auth, { userId: user.id, purpose: 'reset', language: 'en' })
    const before = visitor.cookies.get('__Host-session')
    const page = await (await visitor.get('/settings/clients')).text()
    expect(page).toContain('href="/settings/password"')

    const answer = await change(user.password)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/password?saved=1'])
    expect(await (await visitor.get('/settings/password?saved=1')).text()).toContain(
      'Your password is changed.',
    )
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    expect((await elsewhere.get('/settings/clients')).status).toBe(302)
    expect((await visitor.get(`/password/choose?link=${link.token}`)).status).toBe(410)
    expect(await signInStatus(user.email, user.password)).toBe(401)
    expect(await signInStatus(user.email, chosen)).toBe(303)
    const events = await auth.db.auditEvent.findMany({
      where: { target: `user:${user.id}`, action: 'user.set_password' },
    })
    expect(events).toMatchObject([{ actor: `user:${user.id}`, details: { with: 'old_password' } }])
    await elsewhere.close()
  })

  it('refuses a wrong old password, and after ten of them also the right one; the sign-in elsewhere works on', async () => {
    await visitor.signIn(user)
    for (let count = 0; count < 10; count++) {
      const answer = await change('not the password')
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('the present password is not right'),
      ])
    }
    const refused = await change(user.password)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringMatching(/Try again in 1[45] minutes\./),
    ])
    expect(await countAudit('user.set_password.failed')).toBe(10)
    expect(await signInStatus(user.email, user.password)).toBe(303)
  })

  it('refuses a new password that is too short, or not typed twice, before it counts an attempt', async () => {
    await visitor.signIn(user)
    for (let count = 0; count < 11; count++) {
      const answer = await change('not the password', twice('short'))
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('too short or too long'),
      ])
    }
    expect((await change(user.password, { new_password: chosen, new_password_again: 'x' })).status).toBe(400)
    expect((await change(user.password)).status).toBe(303)
  })

  it('asks a visitor to sign in first', async () => {
    expect((await visitor.get('/settings/password')).headers.get('location')).toBe(
      '/login?return_to=%2Fsettings%2Fpassword',
    )
    expect((await visitor.submit('/settings/password', twice(chosen), '/login')).status).toBe(303)
    expect(await signInStatus(user.email, user.password)).toBe(303)
  })
})
