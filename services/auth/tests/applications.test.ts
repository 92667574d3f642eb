import { randomBytes, randomUUID } from 'node:crypto'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createAccount } from '@pas/accounts/create-account'
import { findAccessToken } from '@pas/accounts/find-access-token'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { addTestMessage } from '@pas/webhooks/deliveries'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const path = '/settings/applications'

describe('connected applications', () => {
  let auth: TestAuth
  let visitor: Visitor
  let user: TestUser

  beforeAll(async () => {
    auth = await startAuth()
  })
  afterAll(() => auth.close())
  beforeEach(async () => {
    visitor = createVisitor(auth)
    user = await auth.createUser()
    await visitor.signIn(user)
  })
  afterEach(() => visitor.close())

  const inAnHour = (): Date => new Date(auth.clock.now().getTime() + 3_600_000)

  /**
   * Stores a consent, a code, tokens and an open question, as connecting an application does; resolves to the access
   * token.
   */
  async function connect(clientId: string, userId = user.id): Promise<string> {
    const { id: oauthApplicationId } = await auth.db.oauthApplication.findUniqueOrThrow({
      where: { clientId },
    })
    const accessToken = issueSecret('accessToken')
    const session = await auth.db.session.findFirst({ where: { userId } })
    const createdAt = auth.clock.now()
    const times = { createdAt, expiresAt: inAnHour() }
    await auth.db.consent.create({ data: { userId, oauthApplicationId, scope: 'full', createdAt } })
    const { id: tokenFamilyId } = await auth.db.tokenFamily.create({
      data: { userId, oauthApplicationId, scope: 'full', ...times },
    })
    await auth.db.accessToken.create({ data: { tokenHash: sha256(accessToken), tokenFamilyId, ...times } })
    await auth.db.refreshToken.create({
      data: { tokenHash: sha256(issueSecret('refreshToken')), tokenFamilyId, ...times },
    })
    await auth.db.authorizationCode.create({
      data: {
        codeHash: sha256(issueSecret('authorizationCode')),
        userId,
        oauthApplicationId,
        scope: 'full',
        expiresAt: inAnHour(),
      },
    })
    if (session) {
      await auth.db.authorizationRequest.create({
        data: {
          idHash: sha256(issueSecret('authorizationRequest')),
          sessionIdHash: session.idHash,
          userId,
          oauthApplicationId,
          scope: 'full',
          expiresAt: inAnHour(),
        },
      })
    }
    return accessToken
  }

  /** A share link with a copy of the source, and a webhook with a message that waits. */
  async function addRights(givers: { userId: number | null; oauthApplicationId: number }) {
    const { db, accountId } = auth
    const times = { createdAt: auth.clock.now(), expiresAt: inAnHour() }
    const email = await db.email.create({ data: { id: randomUUID(), accountId, ...times } })
    const share = await db.share.create({
      data: {
        ...{ id: randomUUID(), tokenHash: randomBytes(32), accountId, emailId: email.id, shows: ['source'] },
        ...{ ...givers, ...times, content: { create: { content: '{}', expiresAt: times.expiresAt } } },
      },
    })
    const webhook = await db.webhook.create({
      data: {
        ...{ id: randomUUID(), accountId, ...givers, url: 'https://partner.example/', eventTypes: [] },
        ...{ secret: randomBytes(32), createdAt: times.createdAt },
      },
    })
    await addTestMessage(auth, webhook.id)
    return { shareId: share.id, webhookId: webhook.id }
  }

  const disconnect = (clientId: string) => visitor.submit(path, { client_id: clientId })
  const statusOf = async (accessToken: string) => (await findAccessToken(auth, accessToken))?.status

  it('says so when there are none', async () => {
    expect(await (await visitor.get(path)).text()).toContain('No application acts for you.')
  })

  it('shows name, account, date of consent and callback hosts, with every text escaped', async () => {
    const maker = await createAccount(auth, { name: 'Maker & Sons' })
    const { clientId } = await createOauthApplication(auth, {
      accountId: maker.id,
      name: '<script>alert(1)</script>',
      callbackUris: [
        'https://a.example.com/cb',
        'https://a.example.com/cb2',
        'https://b.example.com:8443/cb',
      ],
    })
    await connect(clientId)
    const html = await (await visitor.get(path)).text()
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('Maker &amp; Sons')
    expect(html).toContain('<dd>a.example.com, b.example.com:8443</dd>')
    expect(html).toContain(`dateTime="${auth.clock.now().toISOString()}"`)
    expect(html).not.toContain('switched off')
    await setApplicationDisabled(auth, clientId, true)
    expect(await (await visitor.get(path)).text()).toContain('switched off')
  })

  it('disconnects: consent, open questions, codes and tokens end at once, and those of others stay', async () => {
    const { clientId } = auth.application
    const other = await auth.createApplication('https://other.example.com/cb')
    const someone = await auth.createUser()
    const mine = await connect(clientId)
    const ofOther = await connect(other.clientId)
    const ofSomeone = await connect(clientId, someone.id)

    const answer = await disconnect(clientId)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?disconnected=1`])
    expect(await (await visitor.get(`${path}?disconnected=1`)).text()).toContain('Disconnected.')

    expect([await statusOf(mine), await statusOf(ofOther), await statusOf(ofSomeone)]).toEqual([
      'revoked',
      'active',
      'active',
    ])
    const { id } = await auth.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    const where = { userId: user.id, oauthApplicationId: id }
    expect(await auth.db.consent.count({ where })).toBe(0)
    expect(await auth.db.authorizationRequest.count({ where })).toBe(0)
    expect(await auth.db.authorizationCode.count({ where: { ...where, usedAt: null } })).toBe(0)
    expect(await auth.db.consent.count({ where: { userId: user.id } })).toBe(1)
    expect(await auth.db.authorizationCode.count({ where: { userId: user.id, usedAt: null } })).toBe(1)
    expect(await auth.db.auditEvent.findMany({ where: { action: 'consent.revoke' } })).toMatchObject([
      {
        actor: `user:${user.id}`,
        target: `application:${clientId}`,
        ip: '127.0.0.1',
        details: { revoked: 1, links: 0, webhooks: 0 },
      },
    ])
  })

  it('ends the share links and webhooks that the application made for this user, and says so before and after', async () => {
    const { clientId } = auth.application
    const { id: oauthApplicationId } = await auth.db.oauthApplication.findUniqueOrThrow({
      where: { clientId },
    })
    const other = await auth.createApplication('https://another.example.com/cb')
    const { id: otherId } = await auth.db.oauthApplication.findUniqueOrThrow({
      where: { clientId: other.clientId },
    })
    const someone = await auth.createUser()
    await connect(clientId)
    const ended = await addRights({ userId: user.id, oauthApplicationId })
    const kept = [
      await addRights({ userId: user.id, oauthApplicationId: otherId }),
      await addRights({ userId: someone.id, oauthApplicationId }),
      // Of a release that did not record the user.
      await addRights({ userId: null, oauthApplicationId }),
    ]
    expect(await (await visitor.get(path)).text()).toContain('1 share link, 1 webhook')
    await disconnect(clientId)
    expect(await (await visitor.get(`${path}?disconnected=1`)).text()).toContain('no longer open')
    const { db } = auth
    const rightsOf = async ({ shareId, webhookId }: Awaited<ReturnType<typeof addRights>>) => [
      (await db.share.findUniqueOrThrow({ where: { id: shareId } })).revokedAt,
      await db.shareContent.count({ where: { shareId } }),
      await db.webhook.count({ where: { id: webhookId } }),
      await db.webhookDelivery.count({ where: { webhookId } }),
    ]
    expect(await rightsOf(ended)).toEqual([auth.clock.now(), 0, 0, 0])
    for (const rights of kept) expect(await rightsOf(rights)).toEqual([null, 1, 1, 1])
    const [event] = await db.auditEvent.findMany({
      where: { action: 'consent.revoke' },
      orderBy: { id: 'desc' },
      take: 1,
    })
    expect(event?.details).toEqual({ revoked: 1, links: 1, webhooks: 1 })
  })

  it('answers 404 for an application that is unknown, not connected, or disconnected already', async () => {
    const someone = await auth.createUser()
    const token = await connect(auth.application.clientId, someone.id)
    for (const clientId of ['pas_cid_unknown', '', '0', auth.application.clientId]) {
      const answer = await disconnect(clientId)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('This application is not connected')
    }
    expect(await statusOf(token)).toBe('active')
  })

  it.each([
    ['NUL', [['client_id', 'pas\0']]],
    [
      'a field given twice',
      [
        ['client_id', 'a'],
        ['client_id', 'b'],
      ],
    ],
    ['no field', []],
  ] as [string, [string, string][]][])('refuses %s', async (_what, fields) => {
    expect((await visitor.submit(path, fields)).status).toBe(400)
  })

  it('leads visitors who are not signed in to the sign-in page', async () => {
    visitor.cookies.clear()
    const answer = await visitor.get(path)
    expect(answer.headers.get('location')).toBe('/login?return_to=%2Fsettings%2Fapplications')
  })
})
