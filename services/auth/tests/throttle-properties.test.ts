import { randomBytes } from 'node:crypto'
import { createLogger } from '@pas/runtime/logger'
import { isLongRun } from '@pas/testing/long-run'
import { testVariable } from '@pas/testing/test-environment'
import fc from 'fast-check'
import { openThrottle, type Throttle } from '../src/throttle/open-throttle'
import { spendAttempt } from '../src/throttle/spend-attempt'
import { typedAddress } from '../src/throttle/typed-address'

const limits = {
  signInFailuresPerAccount: 3,
  signInFailuresPerAddress: 6,
  signInFailuresPerDay: 9,
  tokenFailures: 100,
}

interface Attempt {
  account: string
  address: string
  isKnown: boolean
  isRight: boolean
}

const attempts = fc.array(
  fc.record({
    account: fc.constantFrom('ada@example.test', 'joan@example.test'),
    address: fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'),
    isKnown: fc.boolean(),
    isRight: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
  }),
  { maxLength: 60 },
)

describe('the limits on attempts to sign in', () => {
  const logger = createLogger('auth')
  const opened: Throttle[] = []
  beforeAll(() => {
    logger.level = 'silent'
  })
  afterAll(() => {
    for (const throttle of opened) throttle.close()
  })

  const freshThrottle = async (): Promise<Throttle> => {
    const prefix = `test-${randomBytes(6).toString('hex')}`
    const throttle = openThrottle({ url: testVariable('TEST_REDIS_URL'), prefix, limits }, logger)
    opened.push(throttle)
    await throttle.untilNotRefused()
    return throttle
  }

  it('let an attempt through exactly when failures are left at its place, and a known device whatever others do', async () => {
    await fc.assert(
      fc.asyncProperty(attempts, async (sequence) => {
        const throttle = await freshThrottle()
        const failures = new Map<string, number>()
        const left = (key: string, limit: number): boolean => (failures.get(key) ?? 0) < limit
        const count = (key: string): unknown => failures.set(key, (failures.get(key) ?? 0) + 1)
        for (const { account, address, isKnown, isRight } of sequence satisfies Attempt[]) {
          const place = isKnown ? `device of ${account}` : address
          const own = `${account} at ${place}`
          const shared = isKnown ? [] : [`from ${address}`, `${account} in a day`]
          const allowed =
            left(own, limits.signInFailuresPerAccount) &&
            (isKnown ||
              (left(`from ${address}`, limits.signInFailuresPerAddress) &&
                left(`${account} in a day`, limits.signInFailuresPerDay)))
          const attempt = await spendAttempt(throttle, {
            addressKey: address,
            accountKey: typedAddress(account).key,
            device: isKnown ? `device of ${account}` : null,
          })
          expect(!('waitSeconds' in attempt)).toBe(allowed)
          if ('waitSeconds' in attempt) continue
          if (isRight) {
            await attempt.succeeded()
            failures.delete(own)
          } else {
            for (const key of [own, ...shared]) count(key)
          }
        }
        throttle.close()
      }),
      // Each case has a Redis connection of its own, because two addresses of many cases would share a day's limit.
      { seed: 20_261_121, numRuns: isLongRun ? 1_000 : 60 },
    )
  })

  it('hold when attempts come at the same time', async () => {
    const throttle = await freshThrottle()
    const source = { addressKey: '192.0.2.1', accountKey: typedAddress('ada@example.test').key, device: null }
    const results = await Promise.all(Array.from({ length: 20 }, () => spendAttempt(throttle, source)))
    expect(results.filter((result) => !('waitSeconds' in result))).toHaveLength(3)
    for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4'])
      await Promise.all(
        Array.from({ length: 5 }, () => spendAttempt(throttle, { ...source, addressKey: address })),
      )
    expect(await spendAttempt(throttle, { ...source, addressKey: '192.0.2.5' })).toMatchObject({
      waitSeconds: expect.any(Number) as number,
    })
  })
})
