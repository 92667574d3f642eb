import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { createBaseApp } from '@pas/runtime/http/base-app'
import { listen, type Listening } from '@pas/runtime/http/listen'
import { createLogger } from '@pas/runtime/logger'
import { Agent, fetch } from 'undici'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { tokenRoutes } from '../src/token/routes'
import { createCodeBatches } from '../src/token/code-batches'
import type { CodeUse } from '../src/token/consume-codes'
import { openThrottle } from '../src/throttle/open-throttle'
import { auditOf, exchangeBody, obtainCode, startFlow, type OAuthFlow, type TokenAnswer } from './oauth-flow'

let flow: OAuthFlow
beforeAll(async () => {
  flow = await startFlow({ limits: { tokenFailures: 1_000_000 } })
})
afterAll(() => flow.close())

/** Issues a code for a new user, who has given consent. */
async function issueCode(): Promise<{ code: string; userId: number }> {
  const { db, clock } = flow.auth
  const { id: userId } = await flow.auth.createUser()
  await db.consent.create({ data: { ...(await grantOf(userId)), createdAt: clock.now() } })
  return { code: await issueCodeTo(userId), userId }
}

async function issueCodeTo(userId: number): Promise<string> {
  const { db, clock, application } = flow.auth
  const code = issueSecret('authorizationCode')
  const expiresAt = new Date(clock.now().getTime() + 600_000)
  const redirectUri = application.callbackUri
  await db.authorizationCode.create({
    data: { ...(await grantOf(userId)), codeHash: sha256(code), redirectUri, expiresAt },
  })
  return code
}

async function grantOf(userId: number) {
  const { db, application } = flow.auth
  const { id } = await db.oauthApplication.findUniqueOrThrow({ where: { clientId: application.clientId } })
  return { userId, oauthApplicationId: id, scope: 'full' }
}

/** What an exchange gives to `consume`, the statement that marks its code as used. */
async function useOf(code: string, ip: string | null = null): Promise<CodeUse> {
  const { clientId } = flow.auth.application
  const found = await createCodeBatches(flow.auth).find({ clientId, code })
  if (!found.application || !found.code) throw new Error('no such code')
  const tokens = { accessToken: issueSecret('accessToken'), refreshToken: issueSecret('refreshToken') }
  const caller = { application: { id: found.application.application_id, clientId }, ip }
  return { sentCode: code, code: found.code, tokens, caller }
}

describe('exchanges that share their statements', () => {
  it('each find their own application and code', async () => {
    const [one, other] = [await issueCode(), await issueCode()]
    const { clientId } = flow.auth.application
    const batches = createCodeBatches(flow.auth)
    const found = await Promise.all([
      batches.find({ clientId, code: other.code }),
      batches.find({ clientId: 'unknown', code: one.code }),
      batches.find({ clientId, code: 'unknown' }),
      batches.find({ clientId, code: one.code }),
      batches.find({ clientId, code: other.code }),
    ])
    expect(found.map(({ code }) => code?.userId)).toEqual([
      other.userId,
      undefined,
      undefined,
      one.userId,
      other.userId,
    ])
    expect(found.map(({ application }) => application !== undefined)).toEqual([true, false, true, true, true])
  })

  it('each get their own result: tokens, or none for a code used in the same batch, used before, or without consent', async () => {
    const codes = [await issueCode(), await issueCode(), await issueCode(), await issueCode()] as const
    const [sound, twice, spent, withdrawn] = codes
    const batches = createCodeBatches(flow.auth)
    const uses = await Promise.all([
      useOf(twice.code),
      useOf(spent.code),
      useOf(withdrawn.code),
      useOf(sound.code, '192.0.2.7'),
      useOf(twice.code),
    ])
    expect(await batches.consume(await useOf(spent.code))).not.toBeNull()
    await flow.auth.db.consent.deleteMany({ where: { userId: withdrawn.userId } })

    const issued = await Promise.all(uses.map((use) => batches.consume(use)))
    expect(issued.slice(1, 4)).toEqual([null, null, expect.objectContaining(uses[3]?.tokens)])
    const ofTwice = [0, 4].filter((index) => issued[index] !== null)
    expect(ofTwice).toHaveLength(1)
    expect(issued[ofTwice[0] ?? 0]).toMatchObject(uses[ofTwice[0] ?? 0]?.tokens ?? {})
    const { accessToken, refreshToken, tokenFamily, auditEvent } = flow.auth.db
    const countOf = async ({ userId }: { userId: number }) => {
      const families = await tokenFamily.findMany({ where: { userId } })
      const ofThem = { where: { tokenFamilyId: { in: families.map(({ id }) => id) } } }
      return [families.length, await accessToken.count(ofThem), await refreshToken.count(ofThem)]
    }
    expect(await Promise.all(codes.map(countOf))).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
      [0, 0, 0],
    ])
    const stored = await accessToken.findUniqueOrThrow({
      where: { tokenHash: sha256(uses[3]?.tokens.accessToken ?? '') },
    })
    expect(await tokenFamily.findUnique({ where: { id: stored.tokenFamilyId } })).toMatchObject({
      userId: sound.userId,
    })
    const audited = await auditEvent.findMany({
      where: { action: 'token.issue', target: `user:${sound.userId}` },
    })
    expect(audited).toMatchObject([{ ip: '192.0.2.7', details: { family: String(stored.tokenFamilyId) } }])
  })

  it('are counted by application and user, of all processes together, once for each code', async () => {
    const users = [await issueCode(), await issueCode()]
    const usesOf = async (indexes: readonly (0 | 1)[]) =>
      Promise.all(indexes.map(async (index) => useOf(await issueCodeTo(users[index]?.userId ?? 0))))
    const [one, other] = [createCodeBatches(flow.auth), createCodeBatches(flow.auth)]
    const twice = await useOf(users[0]?.code ?? '')
    const issued = await Promise.all([
      ...(await usesOf([1, 0, 1, 0, 0])).map((use) => one.consume(use)),
      ...(await usesOf([0, 1, 0, 1])).map((use) => other.consume(use)),
      one.consume(twice),
      other.consume(twice),
    ])
    expect(issued.filter((tokens) => tokens === null)).toHaveLength(1)
    const counts = await Promise.all(
      users.map(({ userId }) => flow.auth.db.grantCount.findFirstOrThrow({ where: { userId } })),
    )
    expect(counts.map(({ count }) => count)).toEqual([6, 4])
  })

  it('succeed when Postgres refuses another of their batch', async () => {
    const [sound, poisoned] = [await issueCode(), await issueCode()]
    const { db } = flow.auth
    await db.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`
    await db.$executeRawUnsafe(
      `CREATE TRIGGER refuse BEFORE INSERT ON token_families FOR EACH ROW WHEN (NEW.user_id = ${poisoned.userId}) EXECUTE FUNCTION refuse()`,
    )
    const uses = [await useOf(poisoned.code), await useOf(sound.code)]
    const batches = createCodeBatches(flow.auth)
    const settled = await Promise.allSettled(uses.map((use) => batches.consume(use)))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await db.$executeRaw`DROP TRIGGER refuse ON token_families`
    expect(await batches.consume(await useOf(poisoned.code))).not.toBeNull()
  })

  it('go on while an earlier one waits for a locked row', async () => {
    const [held, sound] = [await issueCode(), await issueCode()]
    const { db } = flow.auth
    const exchange = ({ code }: { code: string }) =>
      flow.server.json('/oauth/token', exchangeBody(flow.auth, code))
    let isHeldAnswered = false
    const { answer } = await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT FROM authorization_codes WHERE code_hash = ${sha256(held.code)} FOR UPDATE`
        const answer = exchange(held).finally(() => (isHeldAnswered = true))
        for (let waiting: unknown[] = []; waiting.length === 0;)
          waiting = await db.$queryRaw`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        expect((await exchange(sound)).status).toBe(200)
        expect(isHeldAnswered).toBe(false)
        return { answer }
      },
      { timeout: 30_000 },
    )
    expect((await answer).status).toBe(200)
  })

  it('share one query plan for batches of every size', async () => {
    const { db } = flow.auth
    // A transaction uses one connection, whose plans can then be counted.
    await db.$transaction(async (tx) => {
      const batches = createCodeBatches({ ...flow.auth, db: tx as typeof db })
      const { clientId } = flow.auth.application
      for (let size = 1; size <= 10; size++) {
        await Promise.all(Array.from({ length: size }, () => batches.find({ clientId, code: 'unknown' })))
      }
      // Postgres makes five custom plans before it uses a generic one.
      expect(
        await tx.$queryRaw`
        SELECT custom_plans::int, generic_plans >= 5 AS kept FROM pg_prepared_statements
         WHERE statement LIKE '%unnest(b.client_ids, b.codes)%' AND custom_plans > 0`,
      ).toEqual([{ custom_plans: 5, kept: true }])
    })
  })
})

describe('RFC 6749 §10.5 one code at two processes', () => {
  /** Another process's token endpoint, over the same database. */
  async function startAnother(): Promise<Listening & { exchange: (code: string) => Promise<TokenResponse> }> {
    const logger = createLogger('auth')
    logger.level = 'silent'
    const { config } = flow.auth
    const throttle = openThrottle({ ...config.rates, limits: config.limits }, logger)
    const app = createBaseApp({
      http: httpBehindProxy,
      logger,
      plainPages: 'refuse',
    })
    app.use(tokenRoutes({ ...flow.auth, logger, throttle }))
    const listening = await listen(app, httpBehindProxy)
    const dispatcher = new Agent()
    return {
      port: listening.port,
      exchange: (code) =>
        fetch(`http://127.0.0.1:${listening.port}/oauth/token`, {
          dispatcher,
          method: 'POST',
          headers: { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' },
          body: JSON.stringify(exchangeBody(flow.auth, code)),
        }),
      close: async () => {
        await dispatcher.close()
        await listening.close()
        throttle.close()
      },
    }
  }
  type TokenResponse = Awaited<ReturnType<typeof fetch>>

  it('serves one request and revokes its tokens, also when both requests found the code unused', async () => {
    const another = await startAnother()
    const code = await obtainCode(flow.auth, flow.visitor)
    const { db } = flow.auth
    const both = await db.$transaction(async (held) => {
      await held.$executeRaw`SELECT FROM authorization_codes WHERE code_hash = ${sha256(code)} FOR UPDATE`
      const sent = [flow.server.json('/oauth/token', exchangeBody(flow.auth, code)), another.exchange(code)]
      for (let waiting = 0; waiting < 2;) {
        const [row] = await db.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`
        waiting = row?.waiting ?? 0
      }
      return { sent }
    })
    const answers = await Promise.all(both.sent)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { access_token } = (await answers.find(({ status }) => status === 200)?.json()) as TokenAnswer
    const { tokenFamilyId } = await db.accessToken.findUniqueOrThrow({
      where: { tokenHash: sha256(access_token) },
    })
    const family = await db.tokenFamily.findUnique({ where: { id: tokenFamilyId } })
    expect(family?.revokedAt).not.toBeNull()
    expect(await auditOf(flow.auth, 'code.replayed')).toHaveLength(1)
    await another.close()
  })
})
