import { createFairQueue } from './fair-queue'

describe('the fair queue', () => {
  it.each([1, 2, 3])('gives every account turns, however busy one is, with %i places', async (places) => {
    const queue = createFairQueue({ maxConcurrent: places, maxPerAccount: places })
    const never = new AbortController().signal
    const began: number[] = []
    const work = (accountId: number): Promise<void> =>
      queue.open(accountId, 1).run(async () => {
        began.push(accountId)
        await new Promise(setImmediate)
      }, never)
    const many = Array.from({ length: 50 }, () => work(1))
    await Promise.all([work(2), work(3), work(2), work(3), ...many])
    const others = began.flatMap((accountId, index) => (accountId === 1 ? [] : [index]))
    expect(others.at(-1)).toBeLessThan(3 * places + 6)
  })
})
