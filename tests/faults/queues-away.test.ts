import { randomBytes } from 'node:crypto'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { isLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import { Redis } from 'ioredis'
import { createVisitor } from '../../services/auth/tests/visitor'
import type { ServiceProcess } from '../e2e/start-services'
import { existing } from './existing'
import { openFaultStage, type FaultStage } from './fault-stage'
import { startOwnRedis, type OwnStore } from './own-stores'

const secure = { 'X-Forwarded-Proto': 'https' }
const person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  password: randomBytes(9).toString('hex'),
}
const emailsPerMinute = 3

describe('the Redis of the queues, when limits are counted in another one', () => {
  let queues: OwnStore
  let rates: OwnStore
  let admin: Redis
  let stage: FaultStage
  let auth: ServiceProcess

  beforeAll(async () => {
    ;[queues, rates] = await Promise.all([startOwnRedis(), startOwnRedis()])
    admin = new Redis(queues.url, { maxRetriesPerRequest: null })
    admin.on('error', () => undefined)
    stage = await openFaultStage({
      engines: 'text',
      workers: 0,
      relayed: ['redis'],
      variables: {
        REDIS_URL: queues.url,
        RATES_REDIS_URL: rates.url,
        EMAILS_PER_MINUTE: String(emailsPerMinute),
      },
    })
    auth = await stage.services.startAuth()
    const deps = { db: stage.services.database.db, clock: systemClock }
    await createUser(deps, { accountId: stage.services.accountId, ...person })
  })
  afterAll(async () => {
    admin.disconnect()
    await queues.start()
    await stage.close()
    await Promise.all([queues.close(), rates.close()])
  })

  async function signIn(password: string): Promise<number> {
    const visitor = createVisitor({ url: auth.url, ca: '' }, secure)
    await visitor.get('/login')
    const fields = { email: person.email, password, form_token: visitor.field('form_token') }
    const { status } = await visitor.post('/login', fields, { Origin: 'https://auth.test' })
    await visitor.close()
    return status
  }

  const relay = () => existing(stage.relays.redis)
  const answers = (what: string, wanted: RegExp): Promise<void> =>
    until(what, async () => {
      const answer = await admin.ping().catch(({ message }: Error) => message)
      return [wanted.test(answer), answer]
    })
  /** Runs a script that does not end; `release` ends it, and it is not sent again to the next Redis. */
  const occupy = async (): Promise<void> => {
    await admin.config('SET', 'busy-reply-threshold', '100')
    const other = admin.duplicate({ retryStrategy: null })
    other.on('error', () => undefined)
    void other
      .eval('while true do end', 0)
      .catch(() => undefined)
      .finally(() => other.disconnect())
    await answers('Redis is busy', /^BUSY/)
  }
  const release = async (): Promise<void> => {
    await admin.script('KILL')
    await answers('Redis is free', /^PONG$/)
  }
  const memory = (most: string): Promise<unknown> => admin.config('SET', 'maxmemory', most)
  const faults = [
    { how: 'kept busy by a script', begin: occupy, end: release },
    { how: 'killed', begin: () => queues.kill(), end: () => queues.start() },
    { how: 'full', begin: () => memory('1'), end: () => memory('0') },
    ...(isLongRun
      ? [
          {
            how: 'half-open',
            begin: () => Promise.resolve(relay().hang()),
            end: () => Promise.resolve(relay().mend()),
          },
        ]
      : []),
  ]
  it.each(faults)(
    '$how: people sign in, wrong passwords are counted, and so are emails',
    async ({ begin, end }) => {
      const account = await stage.openAccount()
      const api = existing(stage.apis[0])
      await begin()
      try {
        expect([await signIn(person.password), await signIn('wrong')]).toEqual([303, 401])
        const posted = []
        for (let count = 0; count <= emailsPerMinute; count++)
          posted.push((await stage.postEmail(api, { account })).status)
        expect(posted).toEqual([200, 200, 200, 429])
      } finally {
        await end()
      }
    },
    60_000,
  )
})
