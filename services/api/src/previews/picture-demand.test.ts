import { EventEmitter } from 'node:events'
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
    for (const event of ['added', 'active', 'completed']) {
      events.emit(event, { jobId: '1' })
      now += 1_999
      expect(demand.isPressing()).toBe(true)
      now += 1
      expect(demand.isPressing()).toBe(false)
    }
  })
})
