import { describeInLongRun, isLongRun, itInLongRun } from '@pas/testing/long-run'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { startRelay, type Relay } from '@pas/testing/relay'
import { until } from '@pas/testing/until'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { startOwnRedis, type OwnStore } from './own-stores'
import { inSeconds, saySeen } from './say-seen'
import { startAlone, type LoneService } from './start-alone'

/** An address at which nothing listens. */
const nowhere = '127.0.0.1:1'
const graceMs = 20_000

describe('a service whose store is away', () => {
  let redis: OwnStore
  let redisRelay: Relay
  let postgresRelay: Relay
  let database: TestDatabase
  let folder: TestFolder
  let stores: Record<string, string>
  const started: LoneService[] = []

  beforeAll(async () => {
    ;[redis, database, folder] = await Promise.all([
      startOwnRedis(),
      createTestDatabase(),
      createTestFolder(),
    ])
    redisRelay = await startRelay(redis.url)
    postgresRelay = await startRelay(database.url)
    stores = {
      DATABASE_URL: postgresRelay.url,
      REDIS_URL: redisRelay.url,
      STORAGE_URL: folder.url,
      SHUTDOWN_GRACE_MS: String(graceMs),
    }
  })
  afterEach(async () => {
    redisRelay.mend()
    postgresRelay.mend()
    for (const { process: child } of started) child.kill('SIGKILL')
    await Promise.all(started.splice(0).map(({ exited }) => exited))
  })
  afterAll(async () => {
    await Promise.all([redisRelay.close(), postgresRelay.close()])
    await Promise.all([redis.close(), database.close(), folder.close()])
  })

  async function start(service: Parameters<typeof startAlone>[0], own: Record<string, string> = {}) {
    const lone = await startAlone(service, { ...stores, ...own })
    started.push(lone)
    return lone
  }

  describe('when it starts', () => {
    const kinds = [
      { service: 'auth', needs: ['Postgres'] },
      { service: 'images', needs: ['Postgres'] },
      { service: 'api', needs: ['Postgres', 'Redis'] },
      { service: 'render-worker', needs: ['Postgres', 'Redis'] },
    ] as const
    /** Every service and store whose password may be refused, except auth's Redis, which every run tests. */
    const everyRefusal = [
      ...kinds.map(({ service }) => ({ service, variable: 'DATABASE_URL' }) as const),
      ...(['api', 'render-worker'] as const).map((service) => ({ service, variable: 'REDIS_URL' }) as const),
    ]
    const urls = { Postgres: 'DATABASE_URL', Redis: 'REDIS_URL' } as const

    itInLongRun(
      'each waits for the stores that it needs as long as START_TIMEOUT_MS says, and names the one that did not come',
      async () => {
        const timeout = { START_TIMEOUT_MS: '10000' }
        const away = {
          Postgres: { ...timeout, DATABASE_URL: `postgresql://pas:hush@${nowhere}/pas` },
          Redis: { ...timeout, REDIS_URL: `redis://:hush@${nowhere}` },
        }
        const waits = kinds.flatMap(({ service, needs }) => needs.map((store) => ({ service, store })))
        const services = await Promise.all(waits.map(({ service, store }) => start(service, away[store])))
        for (const [index, { exited, output }] of services.entries()) {
          const { service, store = 'Postgres' } = waits[index] ?? {}
          expect([service, store, await exited]).toEqual([service, store, 1])
          const text = `${urls[store]}: ${store} did not come within 10 s \\(.*${nowhere}.*\\); start it, or correct the URL`
          expect(output()).toMatch(new RegExp(`^ {2}${text}$`, 'm'))
          expect(output()).toContain(`"msg":"waiting for ${store} (${urls[store]}): `)
          expect(output()).not.toContain('hush')
        }
      },
      120_000,
    )

    itInLongRun(
      'all wait for stores that accept connections and say nothing, say for which, and are ready when these come',
      async () => {
        redisRelay.hang()
        postgresRelay.hang()
        const services = await Promise.all(kinds.map(({ service }) => start(service)))
        await until('each has said what it waits for', () => {
          const silent = kinds.flatMap(({ service, needs }, index) =>
            needs
              .filter((store) => !services[index]?.output().includes(`waiting for ${store} (${urls[store]})`))
              .map((store) => `${service} ${store}`),
          )
          return [silent.length === 0, silent]
        })
        redisRelay.mend()
        postgresRelay.mend()
        await Promise.all(services.map((service) => service.untilAway([])))
      },
      60_000,
    )

    it('api and render-worker are not ended by an answer of Redis that they come to read late', async () => {
      const held = { NODE_OPTIONS: `--require ${path.join(__dirname, 'hold-event-loop.cjs')}` }
      const services = await Promise.all([start('api', held), start('render-worker', held)])
      await Promise.all(services.map((service) => service.untilAway([])))
      for (const { output } of services) {
        expect(output()).toContain('the event loop was held')
        expect(output()).not.toMatch(/timed out|redis connection/)
      }
    }, 60_000)

    it('all refuse at once a password that a store refuses, say of which, and tell no log what it was', async () => {
      const wrong = (url: string): string => url.replace(/:[^:@/]*@/, ':hush@')
      const refusals = [
        { service: 'auth', variable: 'REDIS_URL' },
        ...(isLongRun ? everyRefusal : []),
      ] as const
      const services = await Promise.all(
        refusals.map(({ service, variable }) =>
          start(service, { [variable]: wrong(variable === 'REDIS_URL' ? redis.url : database.url) }),
        ),
      )
      for (const [index, { exited, output }] of services.entries()) {
        const { service, variable } = refusals[index] ?? {}
        expect([service, variable, await exited]).toEqual([service, variable, 1])
        expect(output()).toMatch(new RegExp(`^ {2}${variable}: .* refuses us \\(.*\\); correct it$`, 'm'))
        expect(output()).not.toContain('hush')
      }
    }, 120_000)

    it('api and render-worker refuse a Redis that evicts keys, and say what to set', async () => {
      const admin = new Redis(redis.url)
      await admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
      const services = await Promise.all([start('api'), start('render-worker')])
      expect(await Promise.all(services.map(({ exited }) => exited))).toEqual([1, 1])
      for (const { output } of services)
        expect(output()).toMatch(/REDIS_URL: .*maxmemory-policy is allkeys-lru.*set .* to noeviction/)
      await admin.config('SET', 'maxmemory-policy', 'noeviction')
      admin.disconnect()
    }, 60_000)

    itInLongRun(
      'auth starts and is ready without Redis',
      async () => {
        const auth = await start('auth', { REDIS_URL: `redis://${nowhere}` })
        await auth.untilAway([])
      },
      60_000,
    )
  })

  describeInLongRun('when it stops', () => {
    const kinds = [
      { how: 'Redis refuses connections', away: () => redisRelay.cut() },
      { how: 'Redis is half-open', away: () => redisRelay.hang() },
      { how: 'Postgres refuses connections', away: () => postgresRelay.cut() },
      { how: 'Postgres is half-open', away: () => postgresRelay.hang() },
    ]
    const services = ['api', 'render-worker', 'auth', 'images'] as const

    it.each(kinds)(
      'while $how, each exits with 0 inside SHUTDOWN_GRACE_MS',
      async ({ how, away }) => {
        const running = await Promise.all(services.map((service) => start(service)))
        await Promise.all(running.map((service) => service.untilAway([])))
        away()
        // Wait until the API has noticed: it then reconnects all the time, which is the harder case for a stop.
        const probed = running[0]
        if (how.startsWith('Redis')) await probed?.untilAway(['redis', 'rates'])
        const beganAt = performance.now()
        const codes = await Promise.all(running.map((service) => service.stop()))
        expect(Object.fromEntries(services.map((service, index) => [service, codes[index]]))).toEqual(
          Object.fromEntries(services.map((service) => [service, 0])),
        )
        saySeen(`stop while ${how}`, inSeconds(performance.now() - beganAt))
      },
      60_000,
    )
  })

  itInLongRun(
    'images and render-worker without their folder are alive, not ready, and ready when it is back',
    async () => {
      const running = await Promise.all([start('images'), start('render-worker')])
      await Promise.all(running.map((service) => service.untilAway([])))
      await rename(folder.path, `${folder.path}.away`)
      await Promise.all(running.map((service) => service.untilAway(['storage'])))
      await rename(`${folder.path}.away`, folder.path)
      await Promise.all(running.map((service) => service.untilAway([])))
    },
    60_000,
  )
})
