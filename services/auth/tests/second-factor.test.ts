import { createAccount } from '@pas/accounts/create-account'
import { requestResetMail } from '@pas/accounts/one-time-links'
import { resetSecondFactor } from '@pas/accounts/second-factors'
import { setPassword } from '@pas/accounts/set-password'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import { requestWrongCodesMail } from '@pas/accounts/wrong-codes-mails'
import { startMailServer, type MailServer } from '@pas/testing/mail-server'
import { until } from '@pas/testing/until'
import type { Request } from 'express'
import { TOTP } from 'otpauth'
import type { Response } from 'undici'
import { createSealer } from '@pas/pages/sealing/create-sealer'
import { totpSecretContext } from '../src/second-factor/second-factors'
import { startSession } from '../src/sessions/start-session'
import { auditOf, authorizePath } from './oauth-flow'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const settings = '/settings/second-factor'
const stepMs = 30_000
const oldKey = 'an-older-key-of-this-installation-1234'

describe('the second factor', () => {
  let auth: TestAuth
  let visitor: Visitor
  let user: TestUser

  let mailServer: MailServer

  beforeAll(async () => {
    mailServer = await startMailServer()
    auth = await startAuth({
      encryptionKeys: ['the-newest-key-of-this-installation-5678', oldKey],
      limits: { signInFailuresPerAddress: 1_000, signInFailuresPerDay: 12 },
      smtpUrl: mailServer.url,
    })
  })
  afterAll(async () => {
    await auth.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    visitor = createVisitor(auth)
    user = await auth.createUser()
    // A step of its own for each test, in whose middle no step ends.
    const steps = Math.ceil(auth.clock.now().getTime() / stepMs) + 3
    auth.clock.set(new Date(steps * stepMs + stepMs / 2))
  })
  afterEach(() => visitor.close())

  const codeOf = (secret: string, stepsFromNow = 0): string =>
    new TOTP({ secret }).generate({ timestamp: auth.clock.now().getTime() + stepsFromNow * stepMs })

  /** A code that is neither that of this step nor of one beside it. */
  const wrongCode = (secret: string): string => {
    const right = new Set([-1, 0, 1].map((steps) => codeOf(secret, steps)))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
  }

  const secretOn = (page: string): string =>
    (/class="secret">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '')

  /** Signs in, turns the second factor on and moves to the next time step. */
  async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
    await visitor.signIn(user)
    const secret = secretOn(await (await visitor.get(settings)).text())
    const answer = await visitor.post(settings, {
      action: 'turn_on',
      sealed_secret: visitor.field('sealed_secret'),
      code: codeOf(secret),
      password: user.password,
      form_token: visitor.field('form_token'),
    })
    const recoveryCodes = [...(await answer.text()).matchAll(/<li><code>([^<]+)</g)].map(
      ([, code = '']) => code,
    )
    auth.clock.advance(stepMs)
    return { secret, recoveryCodes }
  }

  /** Sends the password from a browser of its own, and resolves to the page that asks for the code. */
  async function givePassword(browser: Visitor, returnTo = '/switch'): Promise<Response> {
    await browser.get(`/login?return_to=${encodeURIComponent(returnTo)}`)
    const { email, password } = user
    const fields = { email, password, return_to: returnTo, form_token: browser.field('form_token') }
    const answer = await browser.post('/login', fields)
    const location = answer.headers.get('location')
    return location === null ? answer : browser.get(location)
  }

  const give = (browser: Visitor, fields: Record<string, string>): Promise<Response> =>
    browser.post('/login/second-factor', {
      return_to: browser.field('return_to'),
      form_token: browser.field('form_token'),
      ...fields,
    })

  async function inBrowser<Result>(work: (browser: Visitor) => Promise<Result>): Promise<Result> {
    const browser = createVisitor(auth)
    try {
      return await work(browser)
    } finally {
      await browser.close()
    }
  }

  const signInWith = (fields: Record<string, string>): Promise<number> =>
    inBrowser(async (browser) => {
      await givePassword(browser)
      return (await give(browser, fields)).status
    })

  const countAudit = async (action: string): Promise<number> => {
    await auth.refusalTrail.settled()
    return auth.db.auditEvent.count({ where: { action, target: `user:${user.id}` } })
  }

  const isSignedIn = async (browser: Visitor): Promise<boolean> =>
    (await browser.get('/switch')).status === 200

  it('proves an admin by its code, for which a page asks only then', async () => {
    const { id: accountId } = await createAccount(auth, { name: 'Newsletters' })
    user = await auth.createUser(accountId, 'admin')
    await visitor.signIn(user)
    const page = async () => (await visitor.get('/settings/keys')).text()
    expect(await page()).toContain('>Your password<')
    const { secret } = await turnOn()
    expect(await page()).toContain('>Your password, or a code from your app<')
    const make = (proof: string) => visitor.submit('/settings/keys', { name: 'Staging', proof })
    expect((await make(wrongCode(secret))).status).toBe(403)
    expect((await make(codeOf(secret))).status).toBe(200)
    expect(await auth.db.apiKey.count({ where: { accountId } })).toBe(1)
  })

  it('is turned on with a code and the password, and shows ten recovery codes once', async () => {
    const { secret, recoveryCodes } = await turnOn()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const page = await (await visitor.get(settings)).text()
    expect(page).toContain('The second factor is on')
    expect(page).not.toContain(recoveryCodes[0])
    expect(page).not.toContain(secret)
    expect(await auditOf(auth, 'second_factor.enable')).toContainEqual({
      actor: `user:${user.id}`,
      target: `user:${user.id}`,
    })
  })

  it('has a QR code in the page itself, and is offered to an app on the same phone', async () => {
    await visitor.signIn(user)
    const page = await (await visitor.get(settings)).text()
    expect(page).toMatch(/<svg [^>]*role="img"/)
    const address = /href="(otpauth:[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(new URL(address).searchParams.get('secret')).toBe(secretOn(page))
    expect(decodeURIComponent(address)).toContain(`localhost:${user.email}`)
  })

  it('leaves neither the secret nor a recovery code readable in the database', async () => {
    const { secret, recoveryCodes } = await turnOn()
    const row = await auth.db.secondFactor.findUniqueOrThrow({ where: { userId: user.id } })
    expect(Buffer.from(row.secret).includes(secret)).toBe(false)
    const codes = await auth.db.recoveryCode.findMany({ where: { userId: user.id } })
    expect(codes).toHaveLength(10)
    for (const { codeHash } of codes)
      expect(recoveryCodes).not.toContain(Buffer.from(codeHash).toString('utf8'))
  })

  it.each([
    ['a wrong code', { code: '000000' }, 'code is not right'],
    ['a wrong password', { password: 'not the password' }, 'password is not right'],
    ['no password', { password: '' }, 'password is not right'],
    ['a secret that we did not make', { sealed_secret: 'JBSWY3DPEHPK3PXP' }, 'page was too old'],
  ])('is not turned on with %s', async (_with, fault, says) => {
    await visitor.signIn(user)
    const secret = secretOn(await (await visitor.get(settings)).text())
    const answer = await visitor.post(settings, {
      action: 'turn_on',
      sealed_secret: visitor.field('sealed_secret'),
      code: codeOf(secret),
      password: user.password,
      form_token: visitor.field('form_token'),
      ...('code' in fault ? { code: wrongCode(secret) } : fault),
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).toContain(says)
    expect(await auth.db.secondFactor.count({ where: { userId: user.id } })).toBe(0)
  })

  it("is not turned on with another user's secret", async () => {
    await visitor.signIn(user)
    const other = await auth.createUser()
    const secret = secretOn(await (await visitor.get(settings)).text())
    const sealedSecret = visitor.field('sealed_secret')
    await inBrowser(async (browser) => {
      await browser.signIn(other)
      const fields = { code: codeOf(secret), password: other.password, sealed_secret: sealedSecret }
      const answer = await browser.submit(settings, { action: 'turn_on', ...fields })
      expect(answer.status).toBe(400)
    })
    expect(await auth.db.secondFactor.count({ where: { userId: other.id } })).toBe(0)
  })

  it('is asked for after the right password, which signs nobody in', async () => {
    const { secret } = await turnOn()
    await inBrowser(async (browser) => {
      const page = await givePassword(browser)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Enter your code')])
      expect(browser.cookies.has('__Host-session')).toBe(false)
      expect(await isSignedIn(browser)).toBe(false)

      await givePassword(browser)
      const answer = await give(browser, { code: codeOf(secret).replace(/^.../, '$& ') })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/switch'])
      expect(await isSignedIn(browser)).toBe(true)
      expect([...browser.cookies.keys()]).not.toContain('__Host-second-factor')
    })
  })

  it('gets no session from a caller of startSession that does not say the second factor is settled', async () => {
    await turnOn()
    const session = {
      regenerate: (done: () => void) => {
        done()
      },
    }
    const req = { sessionID: 'an-id', session, headers: {} } as unknown as Request
    const start = { userId: user.id, passwordHash: null, switchedBy: null, action: 'session.start' }
    expect(await startSession(auth, req, start)).toBe(false)
    expect(await startSession(auth, req, { ...start, isSecondFactorSettled: true })).toBe(true)
  })

  it('is not asked for after a wrong password', async () => {
    await turnOn()
    await inBrowser(async (browser) => {
      const answer = await browser.submit('/login', { email: user.email, password: 'not the password' })
      expect(answer.status).toBe(401)
      expect(browser.cookies.has('__Host-second-factor')).toBe(false)
    })
  })

  it('accepts a code once, also of two requests at the same time', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    const statuses = await Promise.all([signInWith({ code }), signInWith({ code })])
    expect(statuses.sort()).toEqual([303, 401])
    expect(await signInWith({ code })).toBe(401)
    expect(await signInWith({ code: codeOf(secret, 1) })).toBe(303)
  })

  it('does not accept the code with which it was turned on', async () => {
    const { secret } = await turnOn()
    expect(await signInWith({ code: codeOf(secret, -1) })).toBe(401)
  })

  it.each([
    [-2, 401],
    [-1, 303],
    [1, 303],
    [2, 401],
  ])('for a code of a clock that is %i steps off answers %i', async (steps, status) => {
    const { secret } = await turnOn()
    auth.clock.advance(3 * stepMs)
    expect(await signInWith({ code: codeOf(secret, steps) })).toBe(status)
  })

  it('refuses text that is not a code in the same way as a wrong code, wherever it is typed', async () => {
    const { secret } = await turnOn()
    for (const typed of ['ÄÄÄÄÄÄ', '１２３４５６', 'abcdef', '1234567', '-12345']) {
      expect([typed, await signInWith({ code: typed })]).toEqual([typed, 401])
      const answer = await visitor.submit(settings, { action: 'turn_off', proof: typed })
      expect([typed, answer.status]).toEqual([typed, 403])
      await signInWith({ code: codeOf(secret) })
      auth.clock.advance(stepMs)
    }
    expect(await signInWith({ recovery_code: '😀'.repeat(16) })).toBe(401)
  })

  it('accepts each recovery code once, however it is typed, and records it', async () => {
    const { recoveryCodes } = await turnOn()
    const [first = '', second = ''] = recoveryCodes
    expect(await signInWith({ recovery_code: first })).toBe(303)
    expect(await signInWith({ recovery_code: first })).toBe(401)
    expect(await signInWith({ recovery_code: ` ${second.replaceAll('-', '').toUpperCase()}` })).toBe(303)
    expect(await (await visitor.get(settings)).text()).toContain('<dd>8</dd>')
    const used = await auth.db.auditEvent.findMany({
      where: { action: 'second_factor.use_recovery_code', target: `user:${user.id}` },
      orderBy: { id: 'asc' },
    })
    expect(used.map(({ details }) => details)).toEqual([{ left: 9 }, { left: 8 }])
  })

  it('refuses codes of the app after ten wrong ones, for the user alone, and says when to try again', async () => {
    const { secret } = await turnOn()
    const wrong = wrongCode(secret)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => signInWith({ code: wrong })))
    expect(guesses.filter((status) => status === 401)).toHaveLength(10)
    await inBrowser(async (browser) => {
      await givePassword(browser)
      const answer = await give(browser, { code: codeOf(secret) })
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
      expect(await answer.text()).toMatch(/Type a recovery code, or try again in \d+ minutes/)
    })
    expect(await countAudit('second_factor.prove.failed')).toBe(10)
    await mailServer.take(user.email)
    await visitor.submit('/logout', {}, settings)
    user = await auth.createUser()
    const another = await turnOn()
    expect(await signInWith({ code: codeOf(another.secret) })).toBe(303)
  })

  describe('whose owner a thief of the password tries to lock out', () => {
    /** Types wrong codes until none is checked any more, in a browser in which the right password was typed before. */
    const exhaust = (secret: string, fields: Record<string, string> = { code: wrongCode(secret) }) =>
      inBrowser(async (thief) => {
        await givePassword(thief)
        const statuses = []
        for (let count = 0; count < 11; count++) {
          // The right password again does not make the browser one that the owner knows.
          if (count % 4 === 3) await givePassword(thief)
          statuses.push((await give(thief, fields)).status)
        }
        expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
      })

    it('lets the owner in with a code in a known browser, and with a recovery code in any other', async () => {
      const { secret, recoveryCodes } = await turnOn()
      await visitor.submit('/logout', {}, settings)
      await inBrowser(async (known) => {
        await givePassword(known)
        expect((await give(known, { code: codeOf(secret) })).status).toBe(303)
        await known.submit('/logout', {}, settings)
        auth.clock.advance(stepMs)

        await exhaust(secret)
        expect(await signInWith({ code: codeOf(secret) })).toBe(429)
        await givePassword(known)
        expect((await give(known, { code: codeOf(secret) })).status).toBe(303)
      })
      auth.clock.advance(stepMs)
      // So does the browser in which it was turned on.
      await givePassword(visitor)
      expect((await give(visitor, { code: codeOf(secret) })).status).toBe(303)
      expect(await signInWith({ recovery_code: recoveryCodes[0] ?? '' })).toBe(303)
      await mailServer.take(user.email)
    })

    it('accepts the right recovery code also after wrong ones, which leave ten audit rows', async () => {
      const { secret, recoveryCodes } = await turnOn()
      await exhaust(secret, { recovery_code: '0000-0000-0000-0000' })
      expect(await signInWith({ recovery_code: recoveryCodes[0] ?? '' })).toBe(303)
      expect(await countAudit('second_factor.prove.failed')).toBe(10)
      await mailServer.take(user.email)
    })

    it('keeps a browser known for 180 days after its last code: a right password alone adds none', async () => {
      const { secret } = await turnOn()
      const start = auth.clock.now()
      const days = (count: number) => auth.clock.advance(count * 24 * 60 * 60 * 1000)
      await inBrowser(async (thief) => {
        await givePassword(thief)
        for (let count = 0; count < 10; count++) await give(thief, { code: wrongCode(secret) })
        expect((await give(thief, { code: codeOf(secret) })).status).toBe(429)
      })
      visitor.cookies.delete('__Host-session')
      days(100)
      await givePassword(visitor)
      expect((await give(visitor, { code: wrongCode(secret) })).status).toBe(401)
      days(100)
      await givePassword(visitor)
      expect((await give(visitor, { code: wrongCode(secret) })).status).toBe(429)
      auth.clock.set(start)
      await mailServer.take(user.email)
    })

    it('limits wrong codes in a known browser, too', async () => {
      const { secret } = await turnOn()
      await givePassword(visitor)
      const statuses = []
      for (let count = 0; count < 11; count++)
        statuses.push((await give(visitor, { code: wrongCode(secret) })).status)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
      expect(await signInWith({ code: codeOf(secret) })).toBe(303)
      await mailServer.take(user.email)
    })

    it('checks as many wrong codes in a day as the limit says, whatever the owner does meanwhile', async () => {
      const { secret } = await turnOn()
      const guess = async (times: number): Promise<number[]> => {
        const statuses = []
        for (let count = 0; count < times; count++)
          statuses.push(await signInWith({ code: wrongCode(secret) }))
        return statuses
      }
      expect(await guess(9)).toEqual(Array(9).fill(401))
      expect(await signInWith({ code: codeOf(secret) })).toBe(303)
      expect(await guess(4)).toEqual([401, 401, 401, 429])
      await inBrowser(async (browser) => {
        await givePassword(browser)
        const answer = await give(browser, { code: wrongCode(secret) })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
      })
    })

    it('warns the owner by mail, once, in the language of the pages on which the code was given last', async () => {
      const german = createVisitor(auth, { 'Accept-Language': 'de' })
      const { secret } = await turnOn()
      await givePassword(german)
      expect((await give(german, { code: codeOf(secret) })).status).toBe(303)
      await german.close()
      auth.clock.advance(stepMs)

      await exhaust(secret)
      const mail = await mailServer.take(user.email)
      expect(mail.source).toMatch(/^Subject: Falsche Codes bei Ihrer Anmeldung zu Partner Access\r$/m)
      expect(mail.text).toContain('10 falsche Codes')
      expect(mail.link).toBe(`${auth.url}/password/lost`)
      const events = await auth.db.auditEvent.findMany({
        where: { action: 'second_factor.exhaust', target: `user:${user.id}` },
      })
      expect(events).toMatchObject([{ actor: 'anonymous', details: { wrong_codes: 10, mail: true } }])
      await until('the mail is no longer due', async () => (await auth.db.wrongCodesMail.count()) === 0)
      expect(mailServer.mails).toEqual([])
    })

    it('sends the mail later while the mail server is away', async () => {
      const { secret } = await turnOn()
      mailServer.refusal = 451
      await exhaust(secret)
      await until(
        'an attempt has failed',
        async () => (await auth.db.wrongCodesMail.count({ where: { mailAttempts: 1 } })) === 1,
      )
      mailServer.refusal = null
      auth.clock.advance(60_000)
      auth.mailOutbox?.wake()
      expect((await mailServer.take(user.email)).text).toContain('10 wrong codes')
    })

    it('sends the mail in turn with links to new passwords, however many of those are due', async () => {
      const asking = await Promise.all(Array.from({ length: 4 }, () => auth.createUser()))
      await auth.db.$transaction(async (db) => {
        for (const { id: userId } of asking)
          await requestResetMail({ ...auth, db }, { userId, language: 'en' })
        await requestWrongCodesMail({ ...auth, db }, { userId: user.id, wrongCodes: 10 })
      })
      auth.mailOutbox?.wake()
      await until('all mails are sent', () => mailServer.mails.length === 5)
      expect(mailServer.mails.findIndex(({ to }) => to.includes(user.email))).toBe(1)
      for (const { email } of [...asking, user]) await mailServer.take(email)
    })

    it('sends the mail although one to a user who was disabled meanwhile waits, which is sent once they are enabled', async () => {
      const disabled = await auth.createUser()
      await requestWrongCodesMail(auth, { userId: disabled.id, wrongCodes: 7 })
      await setUserDisabled(auth, disabled.email, true)
      auth.clock.advance(1)
      const { secret } = await turnOn()
      await exhaust(secret)
      expect((await mailServer.take(user.email)).text).toContain('10 wrong codes')
      await setUserDisabled(auth, disabled.email, false)
      auth.mailOutbox?.wake()
      expect((await mailServer.take(disabled.email)).text).toContain('7 wrong codes')
    })
  })

  it("leaves the owner's settings open while a parent account's user guesses in them", async () => {
    const { id: childId } = await createAccount(auth, { name: 'Child', parentId: auth.accountId })
    const parent = user
    user = await auth.createUser(childId)
    const { secret } = await turnOn()
    await inBrowser(async (browser) => {
      await browser.signIn(parent)
      await browser.submit('/switch', { user_id: String(user.id) })
      const statuses = []
      for (let count = 0; count < 11; count++) {
        const answer = await browser.submit(settings, { action: 'turn_off', proof: 'not the password' })
        statuses.push(answer.status)
      }
      expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
      const change = { old_password: user.password, new_password: 'a new password 123' }
      const fields = { ...change, new_password_again: change.new_password }
      expect((await browser.submit('/settings/password', fields)).status).toBe(429)
    })
    const answer = await visitor.submit(settings, { action: 'turn_off', proof: codeOf(secret) })
    expect(answer.status).toBe(303)
  })

  it('can be given in the browser of the password only, for 10 minutes', async () => {
    const { secret } = await turnOn()
    await inBrowser(async (browser) => {
      await givePassword(browser)
      await inBrowser(async (other) => {
        await other.get('/login')
        const answer = await other.post('/login/second-factor', {
          code: codeOf(secret),
          form_token: other.field('form_token'),
        })
        expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Sign in again')])
      })
      auth.clock.advance(10 * 60_000)
      const answer = await give(browser, { code: codeOf(secret) })
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Sign in again')])
      expect((await browser.get('/login/second-factor')).headers.get('location')).toMatch(/^\/login\?/)
    })
  })

  it.each([
    ['the password has been changed', () => setPassword(auth, user.email, 'a new password 123')],
    ['the user has been disabled', () => setUserDisabled(auth, user.email, true)],
  ])('signs nobody in when %s since the password was typed', async (_when, change) => {
    const { secret } = await turnOn()
    await inBrowser(async (browser) => {
      await givePassword(browser)
      await change()
      const answer = await give(browser, { code: codeOf(secret) })
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Sign in again')])
      expect(await isSignedIn(browser)).toBe(false)
    })
  })

  it.each([
    ['short', 'the-state'],
    ['too long for a Location', 'x'.repeat(6_000)],
  ])('leads back to an authorization request that is %s', async (_length, state) => {
    const { secret } = await turnOn()
    await inBrowser(async (browser) => {
      const asked = await browser.get(authorizePath(auth, { state }))
      const location = asked.headers.get('location')
      if (location !== null) await browser.get(location)
      const { email, password } = user
      const fields = { email, password, return_to: browser.field('return_to') }
      const answer = await browser.post('/login', { ...fields, form_token: browser.field('form_token') })
      if (answer.headers.has('location')) await browser.get(answer.headers.get('location') ?? '')
      const signedIn = await give(browser, { code: codeOf(secret) })
      const consent = await browser.get(signedIn.headers.get('location') ?? '')
      expect([signedIn.status, consent.status]).toEqual([303, 200])
      expect(browser.field('request')).toMatch(/^pas_req_/)
    })
  })

  it('is turned off with the password or a code, and with nothing else', async () => {
    const { secret } = await turnOn()
    for (const proof of ['', 'not the password', wrongCode(secret)]) {
      const answer = await visitor.submit(settings, { action: 'turn_off', proof })
      expect([proof, answer.status]).toEqual([proof, 403])
    }
    const answer = await visitor.submit(settings, { action: 'turn_off', proof: user.password })
    expect(answer.headers.get('location')).toBe(`${settings}?turned_off=1`)
    expect(await auth.db.recoveryCode.count({ where: { userId: user.id } })).toBe(0)
    await inBrowser(async (browser) => {
      await browser.signIn(user)
      expect(await isSignedIn(browser)).toBe(true)
    })
    const again = await turnOn()
    const off = await visitor.submit(settings, { action: 'turn_off', proof: codeOf(again.secret) })
    expect(off.status).toBe(303)
    expect(await auth.db.secondFactor.count({ where: { userId: user.id } })).toBe(0)
  })

  it('replaces its recovery codes, after which the earlier ones do not work', async () => {
    const { recoveryCodes } = await turnOn()
    const fields = { action: 'replace_recovery_codes', proof: user.password }
    const answer = await visitor.submit(settings, fields)
    const replaced = /<li><code>([^<]+)</.exec(await answer.text())?.[1] ?? ''
    expect(await signInWith({ recovery_code: recoveryCodes[0] ?? '' })).toBe(401)
    expect(await signInWith({ recovery_code: replaced })).toBe(303)
  })

  it("cannot be turned on by a parent account's user who switched to the user", async () => {
    const { id: childId } = await createAccount(auth, { name: 'Child', parentId: auth.accountId })
    const target = await auth.createUser(childId)
    await visitor.signIn(user)
    await visitor.submit('/switch', { user_id: String(target.id) })
    const secret = secretOn(await (await visitor.get(settings)).text())
    const answer = await visitor.post(settings, {
      action: 'turn_on',
      sealed_secret: visitor.field('sealed_secret'),
      code: codeOf(secret),
      password: user.password,
      form_token: visitor.field('form_token'),
    })
    expect(answer.status).toBe(403)
    expect(await auth.db.secondFactor.count({ where: { userId: target.id } })).toBe(0)
  })

  it('is reset by the operator, after which the password alone signs in', async () => {
    await turnOn()
    await resetSecondFactor(auth, user.email)
    await inBrowser(async (browser) => {
      await browser.signIn(user)
      expect(await isSignedIn(browser)).toBe(true)
    })
  })

  describe('whose secret an older key has sealed', () => {
    const reseal = async (keys: string[], secret: string): Promise<void> => {
      const sealed = createSealer(keys, 'pas auth sealing').seal(secret, totpSecretContext(user.id))
      await auth.db.secondFactor.update({ where: { userId: user.id }, data: { secret: sealed } })
    }
    const isSealedWith = async (key = ''): Promise<boolean> => {
      const { secret } = await auth.db.secondFactor.findUniqueOrThrow({ where: { userId: user.id } })
      return createSealer([key], 'pas auth sealing').open(secret, totpSecretContext(user.id)) !== null
    }

    it('works, and is sealed with the newest key from then on', async () => {
      const { secret } = await turnOn()
      await reseal([oldKey], secret)
      expect(await signInWith({ code: codeOf(secret) })).toBe(303)
      expect(await isSealedWith(auth.config.encryptionKeys[0])).toBe(true)
      expect(await isSealedWith(oldKey)).toBe(false)
    })

    it('signs nobody in by a code when that key is gone, and recovery codes still work', async () => {
      const { secret, recoveryCodes } = await turnOn()
      await reseal(['a-key-that-is-no-longer-configured-9999'], secret)
      expect(await signInWith({ code: codeOf(secret) })).toBe(500)
      expect(await signInWith({ recovery_code: recoveryCodes[0] ?? '' })).toBe(303)
    })
  })

  it('offers no other method', async () => {
    for (const path of ['/login/second-factor', settings]) {
      const answer = await visitor.get(path, { method: 'PUT' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
  })

  it('writes the pages in German and French', async () => {
    await visitor.signIn(user)
    for (const [language, says] of [
      ['de', 'Diesen Code scannen'],
      ['fr', 'Scannez ce code'],
    ] as const) {
      const page = await visitor.get(settings, { headers: { 'Accept-Language': language } })
      expect(await page.text()).toContain(says)
    }
  })

  it('leaves an audit row for each change', async () => {
    await turnOn()
    await visitor.submit(settings, { action: 'turn_off', proof: user.password })
    await until('the rows are there', async () => {
      const rows = await auth.db.auditEvent.findMany({
        where: { target: `user:${user.id}`, action: { startsWith: 'second_factor.' } },
        orderBy: { id: 'asc' },
      })
      const actions = rows.map(({ action }) => action)
      return [actions.join() === 'second_factor.enable,second_factor.disable', actions]
    })
  })
})
