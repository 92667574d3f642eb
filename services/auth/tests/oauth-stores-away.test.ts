import { createAuditNotes } from '@pas/accounts/audit-notes'
import { openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { createBaseApp } from '@pas/runtime/http/base-app'
import { listen } from '@pas/runtime/http/listen'
import { createLogger } from '@pas/runtime/logger'
import { Agent, fetch } from 'undici'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { stopTime } from '@pas/testing/stop-time'
import { tokenRoutes } from '../src/token/routes'
import { openThrottle } from '../src/throttle/open-throttle'
import { bodyCredentials, errorOf, exchangeBody, obtainCode, startFlow } from './oauth-flow'

const dispatcher = new Agent()
afterAll(() => dispatcher.close())

/** A port on which no process listens. */
const nowhere = '127.0.0.1:1'

describe('Postgres away', () => {
  it.each(['/oauth/token', '/oauth/revoke'])(
    'is 503 temporarily_unavailable with Retry-After at %s',
    async (path) => {
      const logger = createLogger('auth')
      logger.level = 'silent'
      const db = openDatabase({ url: `postgresql://postgres@${nowhere}/none`, poolMax: 1 })
      const limits = {
        signInFailuresPerAccount: 1,
        signInFailuresPerAddress: 1,
        signInFailuresPerDay: 1,
        tokenFailures: 1,
      }
      const throttle = openThrottle({ url: `redis://${nowhere}`, prefix: 'test', limits }, logger)
      const app = createBaseApp({
        http: httpBehindProxy,
        logger,
        plainPages: 'refuse',
      })
      const config = { authUrl: 'https://auth.example.test', accessTokenTtlSeconds: 7_200 }
      const refusalTrail = createAuditNotes({ db, clock: systemClock, logger })
      app.use(tokenRoutes({ config, db, clock: systemClock, logger, throttle, refusalTrail }))
      const listening = await listen(app, httpBehindProxy)
      const answer = await fetch(`http://127.0.0.1:${listening.port}${path}`, {
        dispatcher,
        method: 'POST',
        headers: { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' },
        body: JSON.stringify({
          grant_type: 'authorization_code',
          code: 'x',
          token: 'x',
          ...bodyCredentials({ clientId: 'x', clientSecret: 'y' }),
        }),
      })
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await errorOf(answer)).toBe('503 temporarily_unavailable')
      await listening.close()
      throttle.close()
      await db.$disconnect()
    },
  )
})

describe('Redis away', () => {
  it('limits nothing, and slows nothing down', async () => {
    const logger = createLogger('auth')
    logger.level = 'silent'
    const flow = await startFlow()
    const { config, clock, db, application } = flow.auth
    const throttle = openThrottle(
      { url: `redis://${nowhere}`, prefix: 'test', limits: { ...config.limits, tokenFailures: 1 } },
      logger,
    )
    const app = createBaseApp({
      http: httpBehindProxy,
      logger,
      plainPages: 'refuse',
    })
    const { refusalTrail } = flow.auth
    app.use(tokenRoutes({ config, db, clock, logger, throttle, refusalTrail }))
    const listening = await listen(app, httpBehindProxy)
    const post = (members: Record<string, unknown>) =>
      fetch(`http://127.0.0.1:${listening.port}/oauth/token`, {
        dispatcher,
        method: 'POST',
        headers: { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...exchangeBody(flow.auth, 'x'), ...members }),
      })
    // A request that waited for Redis until a timeout would have no answer.
    const time = stopTime()
    for (let i = 0; i < 20; i++)
      expect(await errorOf(await post({ client_secret: 'wrong' }))).toBe('401 invalid_client')
    time.goOn()
    const code = await obtainCode(flow.auth, flow.visitor)
    expect((await post({ code, ...bodyCredentials(application) })).status).toBe(200)
    await listening.close()
    throttle.close()
    await flow.close()
  })
})

describe('RFC 6749 §5.2: an unexpected error', () => {
  it('is 500 server_error, without a description', async () => {
    const flow = await startFlow()
    const code = await obtainCode(flow.auth, flow.visitor)
    await flow.auth.db.$executeRaw`ALTER TABLE refresh_tokens RENAME TO elsewhere`
    const answer = await flow.server.json('/oauth/token', exchangeBody(flow.auth, code))
    expect([answer.status, await answer.text()]).toEqual([500, '{"error":"server_error"}'])
    await flow.auth.db.$executeRaw`ALTER TABLE elsewhere RENAME TO refresh_tokens`
    // The statement is all or nothing, so the code is still unused.
    expect((await flow.server.json('/oauth/token', exchangeBody(flow.auth, code))).status).toBe(200)
    await flow.close()
  })
})
