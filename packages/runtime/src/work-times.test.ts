import { EventEmitter, once } from 'node:events'
import { stopTime, type StoppedTime } from '@pas/testing/stop-time'
import { WorkTimes } from './work-times'

describe('the time that threads work for accounts', () => {
  let time: StoppedTime
  let times: WorkTimes
  beforeEach(() => {
    time = stopTime()
    times = new WorkTimes()
  })
  afterEach(() => time.goOn())

  /** Begins work of the account; call what it returns to end it. */
  function begin(accountId: number): () => Promise<unknown> {
    const work = new EventEmitter()
    const counted = times.count(accountId, () => once(work, 'end'))
    return () => {
      work.emit('end')
      return counted
    }
  }
  async function workFor(accountId: number, seconds: number): Promise<void> {
    const end = begin(accountId)
    time.pass(seconds * 1_000)
    await end()
  }

  it('is counted while the work runs, for each piece, also when it fails', async () => {
    const ends = [begin(1), begin(1), begin(2)]
    time.pass(1_000)
    expect(times.secondsOf(1)).toBeCloseTo(2, 0)
    expect(times.secondsOf(2)).toBeCloseTo(1, 0)
    await Promise.all(ends.map((end) => end()))
    await expect(times.count(3, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    time.pass(2_000)
    expect(times.secondsOf(1)).toBeLessThan(2)
    expect(times.secondsOf(3)).toBe(0)
  })

  it('counts less the longer ago it was, and nothing after a minute', async () => {
    await workFor(1, 10)
    const seconds = [times.secondsOf(1)]
    while (seconds.length < 4) {
      time.pass(19_000)
      seconds.push(times.secondsOf(1))
    }
    expect(seconds).toEqual([...seconds].sort((one, other) => other - one))
    time.pass(3_000)
    expect(times.secondsOf(1)).toBe(0)
  })

  it('takes no memory for accounts that are idle for a minute', async () => {
    for (let accountId = 1; accountId <= 1_000; accountId++) await workFor(accountId, 0.001)
    const end = begin(1_001)
    time.pass(60_000)
    await workFor(1_002, 1)
    expect(times.size).toBe(2)
    await end()
    expect(times.secondsOf(1_001)).toBeGreaterThan(0)
  })

  it('does not count the hour in which the process was stopped while the work ran', async () => {
    await workFor(1, 3_600)
    expect(times.secondsOf(1)).toBeLessThan(20)
  })
})
