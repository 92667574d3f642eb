import { setFairTimeout } from './set-fair-timeout'

describe('a fair timeout', () => {
  afterEach(() => jest.restoreAllMocks())

  it('gives no negative delay when its timer runs a fraction of a millisecond early, as Node’s may', async () => {
    const delays = jest.spyOn(globalThis, 'setTimeout')
    const now = jest.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValue(1_000.9)
    await new Promise<void>((resolve) => setFairTimeout(resolve, 1))
    expect(now).toHaveBeenCalledTimes(2)
    // Node warns of each: TimeoutNegativeWarning.
    expect(delays.mock.calls.map(([, ms]) => ms)).toEqual([1, 0])
  })
})
