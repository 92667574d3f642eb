import { randomBytes, randomUUID } from 'node:crypto'
import https from 'node:https'
import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication, type IssuedCredentials } from '@pas/accounts/create-oauth-application'
import { findAccessToken } from '@pas/accounts/find-access-token'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import { sha256 } from '@pas/accounts/secrets'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { setPassword } from '@pas/accounts/set-password'
import { setUserDisabled } from '@pas/accounts/set-user-disabled'
import type { Prisma } from '@pas/db/database'
import type { Response } from 'undici'
import { pasInProcess } from '../../../packages/cli/tests/pas-in-process'
import {
  answerConsent,
  authorizePath,
  bodyCredentials,
  errorOf,
  exchangeBody,
  obtainCode,
  redirectOf,
  startFlow,
  type OAuthFlow,
  type TokenAnswer,
} from './oauth-flow'
import type { TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

let flow: OAuthFlow
/** The user of each test, of a new account. */
let person: TestUser
let visitor: Visitor
/** The account that owns `application`; not the user's. */
let partnerId: number
let application: IssuedCredentials

const callbackUri = 'https://partner.example.com/callback'

beforeAll(async () => {
  flow = await startFlow()
})
afterAll(() => flow.close())
beforeEach(async () => {
  const { id: accountId } = await createAccount(flow.auth, { name: 'Customer' })
  person = await flow.auth.createUser(accountId)
  partnerId = (await createAccount(flow.auth, { name: 'Partner' })).id
  application = await createOauthApplication(flow.auth, {
    accountId: partnerId,
    name: 'App',
    callbackUris: [callbackUri],
  })
  visitor = createVisitor(flow.auth)
  await visitor.signIn(person)
})
afterEach(() => visitor.close())

const newCode = () => obtainCode(flow.auth, visitor, { client_id: application.clientId })
const exchange = (code: string) =>
  flow.server.json('/oauth/token', exchangeBody(flow.auth, code, bodyCredentials(application)))
const refresh = (refresh_token: string) =>
  flow.server.json('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token,
    ...bodyCredentials(application),
  })
const newTokens = async () => (await (await exchange(await newCode())).json()) as TokenAnswer
const statusOf = async (accessToken: string) => (await findAccessToken(flow.auth, accessToken))?.status
const isSignedIn = async () => (await visitor.get('/settings/clients')).status === 200

/**
 * Makes a change and sends a request before the change is committed. Commits when the request waits for a lock, or was
 * answered without waiting.
 */
async function duringChange(
  change: (tx: Prisma.TransactionClient) => Promise<unknown>,
  send: () => Promise<Response>,
): Promise<Response> {
  const { db } = flow.auth
  const { answer } = await db.$transaction(
    async (tx) => {
      await change(tx)
      let isAnswered = false
      const answer = send().finally(() => (isAnswered = true))
      for (let waiting = 0; waiting === 0 && !isAnswered;) {
        const [row] = await db.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`
        waiting = row?.waiting ?? 0
      }
      return { answer }
    },
    { timeout: 30_000 },
  )
  return answer
}

/**
 * Posts a form, but sends its body only after the service has asked for it and `change` is made; resolves to the
 * status.
 */
function postSlowly(
  path: string,
  fields: Record<string, string>,
  change: () => Promise<unknown>,
): Promise<number | undefined> {
  const { url, ca } = flow.auth
  const body = new URLSearchParams({ ...fields, form_token: visitor.field('form_token') }).toString()
  return new Promise((resolve, reject) => {
    const request = https.request(new URL(path, url), {
      method: 'POST',
      ca,
      headers: {
        Origin: url,
        Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
        Expect: '100-continue',
      },
    })
    request.on('continue', () => void change().then(() => request.end(body), reject))
    request.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.on('error', reject)
    request.flushHeaders()
  })
}

describe('revoking a user’s tokens', () => {
  it('ends codes that were not exchanged yet, with their tokens; the consent stays', async () => {
    const [tokens, code] = [await newTokens(), await newCode()]
    expect(await revokeTokenFamilies(flow.auth, { userId: person.id })).toBe(1)
    expect(await statusOf(tokens.access_token)).toBe('revoked')
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
    expect((await exchange(await newCode())).status).toBe(200)
  })

  it('leaves other applications, and their codes', async () => {
    const code = await newCode()
    await revokeTokenFamilies(flow.auth, { userId: person.id, oauthApplicationId: 2_147_483_647 })
    expect((await exchange(code)).status).toBe(200)
  })

  it('ends the tokens of an exchange that is under way', async () => {
    const code = await newCode()
    const { db } = flow.auth
    const waiting = async (count: number) => {
      for (let seen = 0; seen < count;) {
        const [row] = await db.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`
        seen = row?.waiting ?? 0
      }
    }
    let revocation = Promise.resolve(0)
    let isRevoked = false
    const { sent } = await db.$transaction(
      async (held) => {
        await held.$executeRaw`SELECT FROM authorization_codes WHERE code_hash = ${sha256(code)} FOR UPDATE`
        const sent = exchange(code)
        await waiting(1)
        revocation = db.$transaction((tx) =>
          revokeTokenFamilies({ db: tx, clock: flow.auth.clock }, { userId: person.id }),
        )
        void revocation.then(() => (isRevoked = true))
        await Promise.race([waiting(2), revocation])
        return { sent }
      },
      { timeout: 30_000 },
    )
    const answer = await sent
    expect(answer.status).toBe(200)
    expect(isRevoked || (await revocation)).toBeTruthy()
    expect(await statusOf(((await answer.json()) as TokenAnswer).access_token)).toBe('revoked')
  })
})

describe('disabling', () => {
  const cases: [string, (disabled: boolean) => Promise<unknown>, string, boolean][] = [
    ['a user', (disabled) => setUserDisabled(flow.auth, person.email, disabled), 'user_inactive', true],
    [
      'an account, for its users',
      (disabled) => setAccountDisabled(flow.auth, person.accountId, disabled),
      'user_inactive',
      true,
    ],
    [
      'an application',
      (disabled) => setApplicationDisabled(flow.auth, application.clientId, disabled),
      'revoked',
      false,
    ],
    [
      'an account, for its applications',
      (disabled) => setAccountDisabled(flow.auth, partnerId, disabled),
      'revoked',
      false,
    ],
  ]
  it.each(cases)(
    '%s ends sessions, codes, open questions and tokens for good: enabling brings none of them back',
    async (_what, disable, whileDisabled, endsSessions) => {
      const [tokens, code] = [await newTokens(), await newCode()]
      const other = await flow.auth.createApplication(callbackUri)
      await visitor.get(authorizePath(flow.auth, { client_id: other.clientId }))
      await disable(true)
      expect(await statusOf(tokens.access_token)).toBe(whileDisabled)
      await disable(false)

      expect(await isSignedIn()).toBe(!endsSessions)
      expect(await statusOf(tokens.access_token)).toBe('revoked')
      expect(await errorOf(await refresh(tokens.refresh_token))).toBe('400 invalid_grant')
      expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
      expect(await flow.auth.db.authorizationRequest.count({ where: { userId: person.id } })).toBe(
        endsSessions ? 0 : 1,
      )
      // Consents stay, because they are the user's own, so the user is not asked again.
      visitor.cookies.clear()
      await visitor.signIn(person)
      expect(await statusOf((await newTokens()).access_token)).toBe('active')
    },
  )

  it('enabling what is not disabled changes nothing', async () => {
    const tokens = await newTokens()
    await setUserDisabled(flow.auth, person.email, false)
    await setAccountDisabled(flow.auth, person.accountId, false)
    await setApplicationDisabled(flow.auth, application.clientId, false)
    expect([await isSignedIn(), await statusOf(tokens.access_token)]).toEqual([true, 'active'])
  })

  it('does not affect users and applications of other accounts', async () => {
    const tokens = await newTokens()
    const { id } = await createAccount(flow.auth, { name: 'Another', parentId: person.accountId })
    const another = await flow.auth.createUser(id)
    await setUserDisabled(flow.auth, another.email, true)
    await setAccountDisabled(flow.auth, id, true)
    expect([await isSignedIn(), await statusOf(tokens.access_token)]).toEqual([true, 'active'])
  })

  it('a user ends the sessions in which they switched to another user', async () => {
    const { id } = await createAccount(flow.auth, { name: 'Child', parentId: person.accountId })
    const child = await flow.auth.createUser(id)
    const grandchild = await flow.auth.createUser(
      (await createAccount(flow.auth, { name: 'Grandchild', parentId: id })).id,
    )
    for (const change of [
      () => setUserDisabled(flow.auth, person.email, true),
      () => setPassword(flow.auth, person.email, person.password),
      () => setAccountDisabled(flow.auth, person.accountId, true),
    ]) {
      visitor.cookies.clear()
      await visitor.signIn(person)
      for (const { id: user_id } of [child, grandchild])
        expect((await visitor.submit('/switch', { user_id: String(user_id) })).status).toBe(303)
      expect(await isSignedIn()).toBe(true)
      await change()
      expect(await isSignedIn()).toBe(false)
      await setUserDisabled(flow.auth, person.email, false)
      await setAccountDisabled(flow.auth, person.accountId, false)
    }
  })
})

describe('a new password', () => {
  it('ends sessions and codes that were not exchanged yet; tokens stay', async () => {
    const [tokens, code] = [await newTokens(), await newCode()]
    await setPassword(flow.auth, person.email, undefined)
    expect(await isSignedIn()).toBe(false)
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
    expect(await statusOf(tokens.access_token)).toBe('active')
  })

  it('refuses a sign-in with the old password that is under way', async () => {
    visitor.cookies.clear()
    await visitor.get('/login')
    const answer = await duringChange(
      (tx) => setPassword({ db: tx, clock: flow.auth.clock }, person.email, 'another password'),
      () =>
        visitor.post('/login', {
          email: person.email,
          password: person.password,
          form_token: visitor.field('form_token'),
        }),
    )
    expect(answer.status).toBe(401)
    expect(await isSignedIn()).toBe(false)
  })

  it('lets the session that it ends get no code', async () => {
    await newCode()
    const answer = await duringChange(
      (tx) => setPassword({ db: tx, clock: flow.auth.clock }, person.email, 'another password'),
      () => visitor.get(authorizePath(flow.auth, { client_id: application.clientId })),
    )
    expect(answer.headers.get('location')).toMatch(/^\/login\?/)
    expect(await flow.auth.db.authorizationCode.count({ where: { userId: person.id, usedAt: null } })).toBe(0)
  })
})

describe('a session that ends', () => {
  let child: TestUser

  beforeEach(async () => {
    const { id } = await createAccount(flow.auth, { name: 'Child', parentId: person.accountId })
    child = await flow.auth.createUser(id)
  })

  const sessionsOfChild = () => flow.auth.db.session.count({ where: { userId: child.id } })
  const changed = (tx: Prisma.TransactionClient = flow.auth.db) =>
    setPassword({ db: tx, clock: flow.auth.clock }, person.email, 'another password')

  it('cannot be switched to another user meanwhile', async () => {
    await visitor.get('/switch')
    const fields = { user_id: String(child.id), form_token: visitor.field('form_token') }
    const answer = await duringChange(changed, () => visitor.post('/switch', fields))
    expect(answer.headers.get('location')).toMatch(/^\/login\?/)
    expect([await sessionsOfChild(), await isSignedIn()]).toEqual([0, false])
  })

  it('can be switched to a user whose password changes meanwhile, but not to one who is disabled', async () => {
    const { clock } = flow.auth
    for (const [change, path] of [
      [(tx: Prisma.TransactionClient) => setPassword({ db: tx, clock }, child.email, undefined), '/'],
      [
        (tx: Prisma.TransactionClient) => setUserDisabled({ db: tx, clock }, child.email, true),
        '/login?return_to=%2F',
      ],
    ] as const) {
      visitor.cookies.clear()
      await visitor.signIn(person)
      await visitor.get('/switch')
      const fields = { user_id: String(child.id), form_token: visitor.field('form_token') }
      const answer = await duringChange(change, () => visitor.post('/switch', fields))
      expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    }
  })

  it('does nothing by a form whose headers came before its end and whose body comes after it', async () => {
    await newTokens()
    for (const [path, fields] of [
      ['/switch', { user_id: String(child.id) }],
      ['/settings/clients', { email_client: 'PLAINTEXT' }],
      ['/settings/language', { language: 'de' }],
      ['/settings/applications', { client_id: application.clientId }],
    ] as const) {
      await visitor.get(path)
      expect(await postSlowly(path, { ...fields }, () => changed())).toBe(403)
      visitor.cookies.clear()
      await visitor.signIn({ ...person, password: 'another password' })
    }
    expect(await sessionsOfChild()).toBe(0)
    expect(await flow.auth.db.chosenEmailClient.count({ where: { userId: person.id } })).toBe(0)
    expect(await flow.auth.db.user.count({ where: { language: 'de' } })).toBe(0)
    expect(await flow.auth.db.consent.count({ where: { userId: person.id } })).toBe(1)
  })
})

describe('disabling a user', () => {
  it('refuses a sign-in that is under way', async () => {
    visitor.cookies.clear()
    await visitor.get('/login')
    const answer = await duringChange(
      (tx) => setUserDisabled({ db: tx, clock: flow.auth.clock }, person.email, true),
      () =>
        visitor.post('/login', {
          email: person.email,
          password: person.password,
          form_token: visitor.field('form_token'),
        }),
    )
    expect(answer.status).toBe(401)
    await setUserDisabled(flow.auth, person.email, false)
    expect(await isSignedIn()).toBe(false)
  })
})

describe('taking a consent back', () => {
  it('issues no code to an application that is being disconnected', async () => {
    await newCode()
    const { clientId } = application
    const answer = await duringChange(
      (tx) => tx.consent.deleteMany({ where: { userId: person.id, oauthApplication: { clientId } } }),
      () => visitor.get(authorizePath(flow.auth, { client_id: clientId })),
    )
    const location = answer.headers.get('location') ?? ''
    expect(location.startsWith(callbackUri) && redirectOf(answer).searchParams.has('code')).toBe(false)
    expect(await flow.auth.db.authorizationCode.count({ where: { userId: person.id } })).toBe(1)
  })
})

describe('what a parent account’s user allowed while acting for a sub-account’s user', () => {
  /** The sub-account's user, for whom `person` acts in `visitor`. */
  let child: TestUser
  let childVisitor: Visitor
  /** An application that the sub-account's user has connected. */
  let ofChild: IssuedCredentials

  beforeEach(async () => {
    const { id } = await createAccount(flow.auth, { name: 'Child', parentId: person.accountId })
    child = await flow.auth.createUser(id)
    childVisitor = createVisitor(flow.auth)
    await childVisitor.signIn(child)
    ofChild = await flow.auth.createApplication(callbackUri)
    await visitor.submit('/switch', { user_id: String(child.id) })
  })
  afterEach(() => childVisitor.close())

  const codeFor = (browser: Visitor, { clientId }: IssuedCredentials) =>
    obtainCode(flow.auth, browser, { client_id: clientId })
  const tokensFor = async (browser: Visitor, credentials: IssuedCredentials) => {
    const code = await codeFor(browser, credentials)
    const answer = await flow.server.json(
      '/oauth/token',
      exchangeBody(flow.auth, code, bodyCredentials(credentials)),
    )
    return (await answer.json()) as TokenAnswer
  }
  const pas = (...args: string[]) => pasInProcess({ DATABASE_URL: flow.auth.databaseUrl }).answerOf(...args)
  const grantOf = async ({ clientId }: IssuedCredentials) => {
    const { id } = await flow.auth.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    return { userId: child.id, oauthApplicationId: id }
  }

  /** A share link and a webhook, as an application makes them with the tokens of `child`. */
  async function addRights(credentials: IssuedCredentials) {
    const { db, clock } = flow.auth
    const { accountId } = child
    const givers = await grantOf(credentials)
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + 3_600_000)
    const email = await db.email.create({ data: { id: randomUUID(), accountId, createdAt, expiresAt } })
    const made = { id: randomUUID(), accountId, ...givers, createdAt }
    await db.share.create({
      data: { ...made, tokenHash: randomBytes(32), emailId: email.id, shows: [], expiresAt },
    })
    await db.webhook.create({
      data: { ...made, url: 'https://partner.example/', eventTypes: [], secret: randomBytes(32) },
    })
  }
  /** How many there are: consents, share links that open, webhooks. */
  async function rightsOf(credentials: IssuedCredentials) {
    const where = await grantOf(credentials)
    const { consent, share, webhook } = flow.auth.db
    const live = { ...where, revokedAt: null }
    return [
      await consent.count({ where }),
      await share.count({ where: live }),
      await webhook.count({ where }),
    ]
  }

  const endings: [string, () => Promise<unknown>][] = [
    ['user disable', () => pas('user', 'disable', person.email)],
    ['user delete', () => pas('user', 'delete', person.email, '--yes')],
    ['account disable', () => pas('account', 'disable', String(person.accountId))],
  ]
  it.each(endings)(
    'ends with pas %s: codes, tokens, consents and what applications made; what the other user allowed stays',
    async (_command, end) => {
      const own = await tokensFor(childVisitor, ofChild)
      await addRights(ofChild)
      const acted = [await tokensFor(visitor, application), await tokensFor(visitor, ofChild)]
      await addRights(application)
      const code = await codeFor(visitor, application)

      await end()
      expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
      for (const { access_token } of acted) expect(await statusOf(access_token)).not.toBe('active')
      expect(await rightsOf(application)).toEqual([0, 0, 0])
      expect(await statusOf(own.access_token)).toBe('active')
      expect(await rightsOf(ofChild)).toEqual([1, 1, 1])
      const { clientId } = application
      expect(
        await flow.auth.db.auditEvent.findMany({
          where: { action: 'consent.revoke', target: `application:${clientId}` },
        }),
      ).toMatchObject([
        {
          details: {
            links: 1,
            webhooks: 1,
            user: `user:${child.id}`,
            given_by: `user:${person.id}`,
          },
        },
      ])
      // The other user is asked, as for an application that was never allowed.
      const asked = await childVisitor.get(authorizePath(flow.auth, { client_id: clientId }))
      expect(asked.status).toBe(200)
    },
  )

  it('works no more from the moment at which that user is marked as disabled', async () => {
    const tokens = await tokensFor(visitor, application)
    const code = await codeFor(visitor, application)
    const disable = (disabledAt: Date | null) =>
      flow.auth.db.user.update({ where: { id: person.id }, data: { disabledAt } })
    await disable(flow.auth.clock.now())
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
    expect(await errorOf(await refresh(tokens.refresh_token))).toBe('400 invalid_grant')
    expect(await statusOf(tokens.access_token)).toBe('revoked')
    await disable(null)
    expect(await statusOf(tokens.access_token)).toBe('active')
  })

  it('is no consent of the other user, who is asked once, and whose own answer then stays', async () => {
    await codeFor(visitor, application)
    const { clientId } = application
    const path = authorizePath(flow.auth, { client_id: clientId })
    expect((await childVisitor.get(path)).status).toBe(200)
    expect(redirectOf(await answerConsent(childVisitor, 'approve')).searchParams.has('code')).toBe(true)
    const tokens = await tokensFor(childVisitor, application)
    await pas('user', 'disable', person.email)
    expect(await statusOf(tokens.access_token)).toBe('active')
    expect((await childVisitor.get(path)).status).toBe(302)
  })

  it('has no codes that outlast a new password of the user who acted', async () => {
    const code = await codeFor(visitor, application)
    await setPassword(flow.auth, person.email, undefined)
    expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
  })
})
