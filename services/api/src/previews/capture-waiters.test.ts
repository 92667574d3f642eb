import { EventEmitter } from 'node:events'
import type { Preview } from '@pas/db/database'
import { createCaptureWaiters, WaitEndedError, type CaptureWaiters } from './capture-waiters'

const id = '00000000-0000-4000-8000-000000000000'
/** Below the slow poll's interval, so that events alone wake the requests in these tests. */
const timeoutMs = 1_000
/** Each test moves the time itself. */
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

let row: Pick<Preview, 'id' | 'status'>
let reads: number
let isAway: boolean
let captureEvents: EventEmitter
let captureWaiters: CaptureWaiters

beforeEach(() => {
  row = { id, status: 'pending' }
  reads = 0
  isAway = false
  captureEvents = new EventEmitter()
  captureWaiters = createCaptureWaiters([captureEvents], () => {
    reads++
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve([row as Preview])
  })
})
afterEach(() => captureWaiters.close())

const wait = (signal = new AbortController().signal): Promise<Preview | null> =>
  captureWaiters.untilFinished(id, { timeoutMs, signal })

describe('requests that wait for a capture', () => {
  it('end at once when the capture ended before they listened', async () => {
    row = { id, status: 'captured' }
    expect(await wait()).toEqual(row)
  })

  it('are all woken by one event, which reads the row once', async () => {
    const all = Promise.all(Array.from({ length: 100 }, () => wait()))
    expect([captureWaiters.isWaitedFor(id), captureWaiters.size]).toEqual([true, 1])
    row = { id, status: 'captured' }
    captureEvents.emit('completed', { jobId: `${id}-0` })
    expect(new Set(await all)).toEqual(new Set([row]))
    expect(reads).toBe(2)
    expect([captureWaiters.isWaitedFor(id), captureWaiters.size]).toEqual([false, 0])
  })

  it('reject when the row cannot be read', async () => {
    isAway = true
    await expect(wait()).rejects.toThrow('away')
  })

  it('end one by one, at their timeout or when the caller hangs up', async () => {
    const caller = new AbortController()
    const late = wait()
    const gone = wait(caller.signal)
    caller.abort()
    await expect(gone).rejects.toThrow(WaitEndedError)
    expect(captureWaiters.size).toBe(1)
    jest.advanceTimersByTime(timeoutMs)
    await expect(late).rejects.toThrow(WaitEndedError)
    expect(captureWaiters.size).toBe(0)
  })

  it('end when the process is about to stop, and requests that come after that end at once', async () => {
    const waited = wait()
    captureWaiters.endWithin(5)
    jest.advanceTimersByTime(5)
    await expect(waited).rejects.toThrow(WaitEndedError)
    await expect(wait()).rejects.toThrow(WaitEndedError)
  })
})
