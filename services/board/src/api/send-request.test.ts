import { setImmediate as nextIteration } from 'node:timers/promises'
import { asCaller } from '@pas/runtime/caller'
import { z } from 'zod'
import { readAnswer } from './send-request'

describe('the answers of the API', () => {
  it('are read for callers in turn, one in each iteration of the event loop', async () => {
    const order: string[] = []
    const read = (name: string): Promise<void> =>
      readAnswer(Response.json({ name }), z.object({ name: z.string() })).then((answer) => {
        order.push(answer.name)
      })
    const many = asCaller(1, () => Promise.all(Array.from({ length: 20 }, () => read('many'))))
    const other = asCaller(2, () => read('other'))
    while (order.length === 0) await nextIteration()
    expect(order).toEqual(['many'])
    await Promise.all([many, other])
    expect(order.indexOf('other')).toBeLessThan(3)
  })
})
