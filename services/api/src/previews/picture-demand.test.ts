import { EventEmitter } from 'node:events'
import { auditQueueName } from '@pas/checks/audit-job'
import { createPictureDemand } from './picture-demand'

describe('pictures are wanted', () => {
  it('while requests wait, and for two seconds after what any process does', () => {
    const events = new EventEmitter()
    const captureWaiters = { size: 0 }
    let now = 1_000_000
    const demand = createPictureDemand([events], captureWaiters, () => now)
    expect(demand.isPressing()).toBe(false)
    captureWaiters.size = 1
    expect(demand.isPressing()).toBe(true)
    captureWaiters.size = 0
    expect(demand.isPressing()).toBe(false)
    for (const event of ['added', 'completed']) {
      events.emit(event, { jobId: '1' })
      now += 1_999
      expect(demand.isPressing()).toBe(true)
      now += 1
      expect(demand.isPressing()).toBe(false)
    }
  })
  it('while any process captures, for a minute at most where its end was not heard', () => {
    const events = new EventEmitter()
    let now = 1_000_000
    const demand = createPictureDemand([events], { size: 0 }, () => now)
    for (const end of ['completed', 'failed', 'removed']) {
      events.emit('active', { jobId: 'a-1' })
      events.emit('active', { jobId: 'b-1' })
      now += 30_000
      expect(demand.isPressing()).toBe(true)
      events.emit(end, { jobId: 'a-1' })
      now += 2_000
      expect(demand.isPressing()).toBe(true)
      events.emit(end, { jobId: 'b-1' })
      now += 2_000
      expect(demand.isPressing()).toBe(false)
    }
    events.emit('active', { jobId: 'c-1' })
    now += 59_999
    expect(demand.isPressing()).toBe(true)
    now += 1
    expect(demand.isPressing()).toBe(false)
  })

  it('and not while checks measure', () => {
    const events = Object.assign(new EventEmitter(), { name: auditQueueName })
    const demand = createPictureDemand([events], { size: 0 })
    for (const event of ['added', 'active', 'completed']) events.emit(event, { jobId: 'a-1' })
    expect(demand.isPressing()).toBe(false)
  })
})
