import { startRelay } from '@pas/testing/relay'
import { testVariable } from '@pas/testing/test-environment'
import { ConfigError } from '@pas/settings/parse-config'
import { openRedis, untilNotRefused } from '../src/open-redis'
import { untilStoreComes } from '../src/until-store-comes'
import { withinTimeout } from '../src/within-timeout'

const redisUrl = testVariable('TEST_REDIS_URL')
const silent = { warn: () => undefined }

/** Blocks the event loop, as loading modules or a lack of processor time does, while Redis answers. */
function holdEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('the timeout of a command to a store, after the event loop was blocked', () => {
  it('does not discard an answer of Redis that came in time', async () => {
    const redis = openRedis(redisUrl, silent)
    await untilNotRefused(redis)
    const errors: Error[] = []
    redis.on('error', (error) => errors.push(error))
    const answers = [redis.ping(), redis.multi().set('held', '1', 'EX', 1).get('held').exec()]
    holdEventLoop(2_100)
    expect(await Promise.all(answers)).toEqual([
      'PONG',
      [
        [null, 'OK'],
        [null, '1'],
      ],
    ])
    const short = withinTimeout(redis.ping(), 500, () => 'late')
    holdEventLoop(1_500)
    expect(await short).toBe('PONG')
    expect(errors).toEqual([])
    redis.disconnect()
  })

  it('still gives up on a Redis that does not answer, and reconnects', async () => {
    const relay = await startRelay(redisUrl)
    const redis = openRedis(relay.url, silent)
    await untilNotRefused(redis)
    relay.hang()
    const beganAt = performance.now()
    await expect(redis.ping()).rejects.toThrow('Command timed out')
    expect(performance.now() - beganAt).toBeGreaterThan(1_900)
    relay.mend()
    await new Promise((resolve) => redis.once('ready', resolve))
    expect(await redis.ping()).toBe('PONG')
    redis.disconnect()
    await relay.close()
  })
})

describe('a store that a process needs to start', () => {
  const store = {
    name: 'Redis',
    variable: 'REDIS_URL',
    isRefusal: (error: unknown) => (error as Error).message.startsWith('WRONGPASS'),
  }
  const said: string[] = []
  const say = (text: string): void => void said.push(text)
  const logger = { warn: say, info: say }
  beforeEach(() => said.splice(0))

  it('is waited for, and after a second a log line names it and its variable', async () => {
    let tries = 0
    const use = (): Promise<string> =>
      ++tries < 3 ? Promise.reject(new Error('Command timed out')) : Promise.resolve('used')
    expect(await untilStoreComes(store, { timeoutMs: 60_000, logger }, use)).toBe('used')
    expect(said).toEqual([])
    let come = (): void => undefined
    const waiting = untilStoreComes(
      store,
      { timeoutMs: 60_000, logger: { ...logger, warn: (text: string) => (say(text), come()) } },
      () => new Promise<void>((resolve) => (come = resolve)),
    )
    await waiting
    expect(said).toEqual(['waiting for Redis (REDIS_URL): no answer', 'Redis is there'])
  })

  it('is named with its variable and the last reason when it does not come', async () => {
    const away = (): Promise<never> =>
      Promise.reject(new Error('wrapped', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') }))
    await expect(untilStoreComes(store, { timeoutMs: 500, logger }, away)).rejects.toThrow(
      'REDIS_URL: Redis did not come within 0.5 s (connect ECONNREFUSED 127.0.0.1:1); start it, or correct the URL',
    )
  })

  it('is not waited for when it refuses us or cannot be used', async () => {
    const limits = { timeoutMs: 60_000, logger }
    const refused = untilStoreComes(store, limits, () =>
      Promise.reject(new Error('WRONGPASS invalid username-password pair')),
    )
    await expect(refused).rejects.toThrow(
      'REDIS_URL: Redis refuses us (WRONGPASS invalid username-password pair); correct it',
    )
    const wrong = new ConfigError(['REDIS_URL: this Redis evicts keys'])
    await expect(untilStoreComes(store, limits, () => Promise.reject(wrong))).rejects.toBe(wrong)
  })
})
