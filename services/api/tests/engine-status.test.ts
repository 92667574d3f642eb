import { randomBytes } from 'node:crypto'
import { workerHeartbeatKey } from '@pas/captures/worker-heartbeat'
import { systemClock } from '@pas/runtime/clock'
import { testVariable } from '@pas/testing/test-environment'
import { Redis } from 'ioredis'
import { createEngineStatus } from '../src/clients/engine-status'

describe('the served engines', () => {
  const redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
  afterAll(() => redisConnection.disconnect())

  it('are read from every valid heartbeat, whatever another worker writes', async () => {
    const prefix = `test-${randomBytes(8).toString('hex')}`
    const say = (member: string): Promise<unknown> =>
      redisConnection.zadd(`${prefix}:${workerHeartbeatKey('text')}`, Date.now(), member)
    await say(JSON.stringify({ workerId: 'ours', engine: 'text', version: '1', drawnBy: 'a' }))
    await say(JSON.stringify({ workerId: 'another', engine: 'text', version: '1', drawnBy: 'b' }))
    await say(JSON.stringify({ workerId: 'of a later release', engines: { webkit: '2' } }))
    await say(
      JSON.stringify({
        workerId: 'ours',
        engine: 'webkit',
        version: 'not by a worker of text',
        drawnBy: 'a',
      }),
    )
    await say('no JSON')
    const status = createEngineStatus({ redisConnection, prefix, clock: systemClock })
    expect(Object.fromEntries(await status.served())).toEqual({ text: { version: '1', drawnBy: ['a', 'b'] } })
    expect(await status.isServed('text')).toBe(true)
    expect(await status.isServed('webkit')).toBe(false)
  })
})
