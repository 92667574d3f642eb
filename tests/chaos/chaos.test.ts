import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describeInLongRun } from '@pas/testing/long-run'
import { buildNewsletter } from '../../packages/email-clients/tests/real-templates/newsletter'
import type { ServiceProcess } from '../e2e/start-services'
import { browserClient, openFaultStage, shortDeadlines, type Account } from '../faults/fault-stage'
import { assertInvariants } from '../faults/invariants'
import { startOwnRedis } from '../faults/own-stores'
import { faults, type ChaosStage } from './random-faults'
import { randomNumbers } from './random-numbers'
import { startSteadyLoad, type SteadyLoad } from './steady-load'

const faultCount = 20
const accountCount = 500
/** The load, as a share of the new previews a second that the stage draws without faults. */
const share = 0.6
const say = (line: string): void => void process.stdout.write(`${line}\n`)

describeInLongRun('20 random faults under load', () => {
  const seed = jest.getSeed()
  const random = randomNumbers(seed)
  let chaos: ChaosStage
  let admin: Redis
  let load: SteadyLoad | undefined
  let accounts: Account[]
  beforeAll(async () => {
    const redis = await startOwnRedis()
    admin = new Redis(redis.url, { maxRetriesPerRequest: null })
    admin.on('error', () => undefined)
    const stage = await openFaultStage({
      apis: 2,
      workers: 2,
      engines: 'chromium',
      relayed: ['redis', 'postgres'],
      variables: { ...shortDeadlines, REDIS_URL: redis.url, CAPTURE_CONCURRENCY: '1' },
    })
    const live = { apis: new Set(stage.apis), workers: new Set(stage.workers) }
    chaos = { stage, redis, flushRedis: () => admin.flushall(), live }
    accounts = await Promise.all(Array.from({ length: accountCount }, () => stage.openAccount()))
  }, 120_000)
  afterAll(async () => {
    await load?.stop()
    await chaos.stage.close()
    admin.disconnect()
    await chaos.redis.close()
  }, 300_000)

  it(
    'lose no accepted email, leave no request past its deadline, and break no invariant',
    async () => {
      const { stage, live } = chaos
      const newsletter = (await buildNewsletter('https://images.test')).replaceAll(/<img[^>]*>/g, '')
      const html = (name: string): string => newsletter.replace('</body>', `<p>${name}</p></body>`)
      const perSecond = share * (await measureCapacity(html))
      say(`seed ${seed}: ${faultCount} faults at ${perSecond.toFixed(1)} emails a second`)
      load = startSteadyLoad(stage, live.apis, accounts, html, perSecond, randomNumbers(seed + 1))
      for (let number = 1; number <= faultCount; number++) {
        await delay(random.between(500, 4_000))
        const name = random.oneOf(Object.keys(faults))
        const { process: child } = random.oneOf([...live.apis])
        say(`${number}. ${name} (${load.accepted()} accepted, ${load.drawn()} drawn)`)
        expect(child.exitCode).toBeNull()
        await faults[name]?.(chaos, random)
      }
      await delay(5_000)
      await load.stop()
      say(`${load.accepted()} emails accepted, ${load.drawn()} previews drawn for those who asked`)
      expect(load.surprises).toEqual([])
      await assertInvariants(stage)
      const { db } = stage.services.database
      expect(await db.preview.count({ where: { status: { not: 'captured' } } })).toBe(0)
      say(`${await db.preview.count()} previews, all captured; slowest answer ${slowest()} s`)
    },
    15 * 60_000,
  )

  /** How many new previews a second the stage draws, with two requests open at a time. */
  async function measureCapacity(html: (name: string) => string): Promise<number> {
    const { stage } = chaos
    const [api] = stage.apis as [ServiceProcess]
    const draw = async (name: string): Promise<void> => {
      const { guid } = await stage.postEmail(api, { html: html(name) })
      expect(await stage.askPreview(api, guid, browserClient)).toMatchObject({ status: 301 })
    }
    await Promise.all(['warm', 'up'].map(draw))
    const count = 20
    const startedAt = performance.now()
    await Promise.all(
      [0, 1].map(async (lane) => {
        for (let index = lane; index < count; index += 2) await draw(`measured ${index}`)
      }),
    )
    return (count * 1_000) / (performance.now() - startedAt)
  }

  const slowest = (): string =>
    (Math.max(...chaos.stage.requests.map(({ ms }) => ms ?? 0)) / 1_000).toFixed(1)
})
