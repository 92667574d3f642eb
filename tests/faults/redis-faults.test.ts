import { isLongRun, itInLongRun } from '@pas/testing/long-run'
import type { Relay } from '@pas/testing/relay'
import { until } from '@pas/testing/until'
import { Redis } from 'ioredis'
import type { ServiceProcess } from '../e2e/start-services'
import { existing } from './existing'
import { openFaultStage, shortDeadlines, textClient, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { startOwnRedis, type OwnStore } from './own-stores'
import { inSeconds, saySeen } from './say-seen'

const emails = isLongRun ? 20 : 5

/** An upload sends Redis three commands, and waits at most 250 ms, 250 ms and 2 s for them. */
const uploadMs = 5_000
/** How long a preview's refusal may take: until its commands to Redis are given up. */
const refusalMs = 5_000

describe('Redis', () => {
  let redis: OwnStore
  let admin: Redis
  let stage: FaultStage

  beforeAll(async () => {
    redis = await startOwnRedis()
    admin = new Redis(redis.url, { maxRetriesPerRequest: null })
    admin.on('error', () => undefined)
    stage = await openFaultStage({
      engines: 'text',
      relayed: ['redis'],
      variables: { ...shortDeadlines, REDIS_URL: redis.url, RECONCILE_INTERVAL_MS: '1000' },
    })
  })
  afterAll(async () => {
    await redis.start()
    await stage.close()
    admin.disconnect()
    await redis.close()
  })

  // Undoes what a failed test left behind, so that it does not fail the next.
  beforeEach(async () => {
    for (const { process: child } of stage.workers) child.kill('SIGCONT')
    relay().mend()
    relay().slowDown(0)
    await redis.start()
  })

  const api = (): ServiceProcess => existing(stage.apis[0])
  const relay = (): Relay => existing(stage.relays.redis)

  /**
   * Posts emails with and without `configurations` and expects each to be accepted in time. Resolves to their guids.
   */
  async function postWhileAway(): Promise<string[]> {
    const posted = await Promise.all(
      Array.from({ length: emails }, (_, index) =>
        stage.postEmail(api(), index % 2 ? {} : { codes: [textClient] }),
      ),
    )
    expect(posted.map(({ status }) => status)).toEqual(posted.map(() => 200))
    const slowestMs = Math.max(...posted.map(({ ms }) => ms))
    expect(slowestMs).toBeLessThan(uploadMs)
    saySeen('Redis away or slow', `upload within ${inSeconds(slowestMs)}`)
    return posted.map(({ guid }) => guid)
  }

  /** Requests previews and expects each to be refused in time, with Retry-After. */
  async function expectRefused(guids: readonly string[]): Promise<void> {
    const answers = await Promise.all(guids.map((guid) => stage.askPreview(api(), guid, textClient)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) as string })
    saySeen('Redis away', `preview 503 within ${inSeconds(Math.max(...answers.map(({ ms }) => ms)))}`)
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(refusalMs)
  }

  /** Requests each preview again after a 503, until all are drawn. */
  async function expectAllDrawn(guids: readonly string[]): Promise<void> {
    await Promise.all(
      guids.map((guid) =>
        until(`${guid} is drawn`, async () => {
          const { status } = await stage.askPreview(api(), guid, textClient)
          expect([301, 503]).toContain(status)
          return [status === 301, status]
        }),
      ),
    )
  }

  /** Waits until all captures are made, also those that were requested at upload and that no caller waits for. */
  async function expectNoneWaits(): Promise<void> {
    const backAt = performance.now()
    await until('every accepted capture is captured', async () => {
      const open = await stage.services.database.db.preview.groupBy({ by: ['status'], _count: true })
      return [open.every(({ status }) => status === 'captured'), open]
    })
    saySeen('Redis back', `all captured after ${inSeconds(performance.now() - backAt)}`)
  }

  it.each([
    { how: 'without its data', losesData: true },
    ...(isLongRun ? [{ how: 'with its data', losesData: false }] : []),
  ])(
    'killed and restarted $how: emails are accepted, previews are 503, and all is captured afterwards',
    async ({ losesData }) => {
      await redis.kill({ losesData })
      const guids = await postWhileAway()
      await expectRefused(guids)
      await redis.start()
      await expectNoneWaits()
      await expectAllDrawn(guids)
      await assertInvariants(stage)
    },
    60_000,
  )

  const refusals = [
    {
      how: 'without memory',
      error: 'OOM',
      begin: () => admin.config('SET', 'maxmemory', '1'),
      end: () => admin.config('SET', 'maxmemory', '0'),
    },
    {
      how: 'read-only, as after a failover',
      error: 'READONLY',
      begin: () => admin.replicaof('127.0.0.1', '1'),
      end: () => admin.replicaof('NO', 'ONE'),
    },
  ]
  it.each(refusals)(
    '$how while captures wait: previews are 503, few lines are logged, and all is captured afterwards',
    async ({ error, begin, end }) => {
      const errors = async (): Promise<number> =>
        Number(new RegExp(`errorstat_${error}:count=(\\d+)`).exec(await admin.info('errorstats'))?.[1] ?? 0)
      const linesOf = ({ output }: ServiceProcess): number =>
        output()
          .split('\n')
          .filter((line) => line.includes(`${error} `)).length
      const [worker] = stage.workers
      worker?.process.kill('SIGSTOP')
      const waiting = await Promise.all(
        Array.from({ length: emails }, () => stage.postEmail(api(), { codes: [textClient] })),
      )
      const processes = [api(), ...stage.workers]
      const before = await errors()
      try {
        await begin()
        worker?.process.kill('SIGCONT')
        const guids = await postWhileAway()
        await expectRefused(guids)
        const seen = await until('it has refused and was asked again', async () => {
          const count = (await errors()) - before
          return [count > 40, count]
        }).then(errors)
        await end()
        await expectNoneWaits()
        await expectAllDrawn([...guids, ...waiting.map(({ guid }) => guid)])
        // Only now has every line been written.
        const lines = processes.map(linesOf)
        saySeen(`Redis answers ${error}`, `${seen - before} errors, ${lines.join(' and ')} lines`)
        // One for each request that was refused; and one in ten seconds for the errors of all queues.
        expect(Math.max(...lines)).toBeLessThanOrEqual(2 * emails + 5)
        expect(processes.map(({ process: child }) => child.exitCode)).toEqual(processes.map(() => null))
      } finally {
        await end()
      }
      await assertInvariants(stage)
    },
    120_000,
  )

  itInLongRun(
    'emptied by FLUSHALL while previews wait: every request is answered, and the scheduled jobs are scheduled again',
    async () => {
      const worker = stage.workers[0]
      await expectAllDrawn([(await stage.postEmail(api())).guid])
      worker?.process.kill('SIGSTOP')
      const posted = await Promise.all(Array.from({ length: emails }, () => stage.postEmail(api())))
      const waiting = Promise.all(posted.map(({ guid }) => stage.askPreview(api(), guid, textClient)))
      await until('all wait', async () => {
        const count = await stage.services.database.db.preview.count({ where: { status: 'pending' } })
        return [count === emails, count]
      })
      await admin.flushall()
      worker?.process.kill('SIGCONT')
      expect((await waiting).map(({ status }) => status)).toEqual(posted.map(() => 301))
      const { REDIS_PREFIX: prefix = '' } = stage.variables
      await until('the scheduled jobs have their schedule', async () => {
        const keys = await admin.keys(`${prefix}:scheduled-*:repeat`)
        return [keys.length === 3, keys]
      })
      await assertInvariants(stage)
    },
    60_000,
  )

  itInLongRun(
    'slow by 200 ms: nothing fails, and uploads and previews are late by at most seconds',
    async () => {
      relay().slowDown(200)
      const guids = await postWhileAway()
      const answers = await Promise.all(guids.map((guid) => stage.askPreview(api(), guid, textClient)))
      expect(answers.map(({ status }) => status)).toEqual(guids.map(() => 301))
      relay().slowDown(0)
      await assertInvariants(stage)
    },
    60_000,
  )

  itInLongRun(
    'half-open: emails are accepted, previews are 503, and every process reconnects by itself',
    async () => {
      relay().hang()
      const guids = await postWhileAway()
      await expectRefused(guids)
      relay().mend()
      await expectNoneWaits()
      await expectAllDrawn(guids)
      await assertInvariants(stage)
    },
    120_000,
  )
})
