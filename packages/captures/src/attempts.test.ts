import { decideAfterFailure, attemptsOfRound, maxCaptureAttempts } from './attempts'

describe('the attempts at a capture', () => {
  it.each([
    { attempt: 1, failure: 'engine_crashed', after: { isFinal: false, attempt: 1 } },
    { attempt: 2, failure: 'engine_crashed', after: { isFinal: false, attempt: 2 } },
    { attempt: 3, failure: 'engine_crashed', after: { isFinal: true, attempt: 3 } },
    { attempt: 4, failure: 'engine_failed', after: { isFinal: false, attempt: 4 } },
    { attempt: 6, failure: 'content_damaged', after: { isFinal: true, attempt: 6 } },
    { attempt: 4, failure: 'capture_timeout', after: { isFinal: false, attempt: 4 } },
    { attempt: 5, failure: 'capture_timeout', after: { isFinal: true, attempt: 5 } },
    { attempt: 4, failure: 'content_gone', after: { isFinal: true, attempt: 4 } },
    { attempt: 1, failure: 'storage_unavailable', after: { isFinal: false, attempt: 3 } },
    { attempt: 6, failure: 'storage_unavailable', after: { isFinal: false, attempt: 6 } },
  ] as const)('attempt $attempt that fails with $failure leads to $after', ({ attempt, failure, after }) => {
    expect(decideAfterFailure(attempt, failure, { isRealClient: false })).toMatchObject(after)
    if (failure !== 'capture_timeout' && !after.isFinal)
      expect(decideAfterFailure(attempt, failure, { isRealClient: true })).toMatchObject({
        ...after,
        retryAfterMs: 0,
      })
  })

  it.each([
    { failure: 'engine_busy', isRealClient: false },
    { failure: 'engine_busy', isRealClient: true },
    { failure: 'capture_timeout', isRealClient: true },
  ] as const)(
    '$failure (real email client: $isRealClient): the third and last waits for 30 s',
    ({ failure, ...by }) => {
      const delays = [1, 2, 3].map((attempt) => decideAfterFailure(attempt, failure, by))
      expect(delays.map(({ isFinal, retryAfterMs }) => (isFinal ? 'failed' : retryAfterMs))).toEqual([
        0,
        30_000,
        'failed',
      ])
    },
  )

  it.each([
    { status: 'pending', attempt: 0, numbers: [0] },
    { status: 'capturing', attempt: 1, numbers: [1, 0] },
    { status: 'pending', attempt: 2, numbers: [2, 1, 0] },
    { status: 'capturing', attempt: 3, numbers: [3, 2, 1, 0] },
    { status: 'pending', attempt: 3, numbers: [3] },
    { status: 'capturing', attempt: 4, numbers: [4, 3] },
  ] as const)('a $status row at attempt $attempt has the round $numbers', ({ numbers, ...row }) => {
    expect(attemptsOfRound(row)).toEqual(numbers)
    expect(numbers.length).toBeLessThanOrEqual(maxCaptureAttempts + 1)
  })
})
