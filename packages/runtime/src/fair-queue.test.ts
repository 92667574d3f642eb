import { EventEmitter, once } from 'node:events'
import { stopTime, type StoppedTime } from '@pas/testing/stop-time'
import { createFairQueue } from './fair-queue'
import { WorkTimes } from './work-times'

const never = new AbortController().signal

describe('the fair queue', () => {
  it.each([1, 2, 3])('gives every account turns, however busy one is, with %i places', async (places) => {
    const queue = createFairQueue({ maxConcurrent: places, maxPerAccount: places })
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

describe('a fair queue by seconds of work', () => {
  let time: StoppedTime
  beforeEach(() => {
    time = stopTime()
  })
  afterEach(() => time.goOn())

  /** A queue of work that ends when it is told to, and the accounts whose work began. */
  function startQueue(maxConcurrent: number) {
    const workTimes = new WorkTimes()
    const queue = createFairQueue({ maxConcurrent, maxPerAccount: maxConcurrent, workTimes })
    const began: number[] = []
    const ask = (accountId: number, places?: number) => {
      const asked = new EventEmitter()
      const told = once(asked, 'end')
      const work = (): Promise<unknown> =>
        workTimes.count(accountId, () => {
          began.push(accountId)
          return told
        })
      const done = queue.open(accountId, Infinity, places).run(work, never)
      return async (seconds = 0): Promise<void> => {
        await new Promise(setImmediate)
        time.pass(seconds * 1_000)
        asked.emit('end')
        await done
        await new Promise(setImmediate)
      }
    }
    return { began, ask }
  }

  it('gives a place to the account whose work took least time, however often it had a turn', async () => {
    const { began, ask } = startQueue(1)
    const [slow, slowToo] = [ask(1), ask(1)]
    const quick = [ask(2), ask(2), ask(2), ask(2)]
    await slow(8)
    for (const end of quick) await end(1)
    expect(began).toEqual([1, 2, 2, 2, 2, 1])
    await slowToo()
  })

  it('counts the seconds of work that still runs', async () => {
    const { began, ask } = startQueue(3)
    const [long, short] = [ask(1), ask(3)]
    await new Promise(setImmediate)
    time.pass(5_000)
    const ends = [ask(2), ask(1), ask(2), ask(1)]
    await short()
    expect(began).toEqual([1, 3, 2, 2])
    for (const end of [long, ...ends]) await end()
  })

  it('forgets a minute later how long an account worked', async () => {
    const { began, ask } = startQueue(1)
    await ask(1)(10)
    await ask(2)(1)
    time.pass(60_000)
    const [running, ...others] = [ask(3), ask(1), ask(2)]
    await running?.()
    for (const end of others) await end()
    expect(began).toEqual([1, 2, 3, 1, 2])
  })

  it('keeps places for work that may use more of them, whatever waits', async () => {
    const { began, ask } = startQueue(3)
    const long = [ask(1, 1), ask(2, 1)]
    const ordinary = [ask(3, 2), ask(4, 2)]
    await new Promise(setImmediate)
    expect(began).toEqual([1, 3])
    const small = [ask(5, 3), ask(6, 3)]
    await small[0]?.()
    expect(began).toEqual([1, 3, 5, 6])
    await ordinary[0]?.()
    expect(began).toEqual([1, 3, 5, 6, 4])
    for (const end of [small[1], ordinary[1], ...long]) await end?.()
    expect(began).toEqual([1, 3, 5, 6, 4, 2])
  })
})
