import net from 'node:net'
import { once } from 'node:events'
import { assertPortsFree } from '../../../bin/ports.cjs'
import { assignPorts, findFreePort, maxApis, maxWorkers } from './ports'

describe('the ports of a stack', () => {
  it('are B for auth, B+1 api, B+2 images, and all others inside B+3 … B+49, each once', () => {
    const { auth, api, images, board, mail, demoWeb, postgres, redis, workerHealth } = assignPorts(
      9000,
      maxApis,
      maxWorkers,
    )
    expect([auth, api[0], images]).toEqual([9000, 9001, 9002])
    const others = [...api.slice(1), board, mail, demoWeb, postgres, redis, ...workerHealth]
    expect(Math.min(...others)).toBeGreaterThanOrEqual(9003)
    expect(Math.max(...others)).toBeLessThanOrEqual(9049)
    expect(new Set(others).size).toBe(others.length)
    // Where examples/partner and examples/webhook-receiver listen.
    for (const example of [9006, 9007]) expect(others).not.toContain(example)
  })

  it('that are in use are refused in one sentence with the port and the service that needs it', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const free = await findFreePort()
    await expect(assertPortsFree({ api: free, images: port })).rejects.toThrow(
      new RegExp(`^Port ${port}, which images needs, is in use: .*PAS_PORT_BASE`),
    )
    server.close()
    await once(server, 'close')
    await expect(assertPortsFree({ api: free, images: port })).resolves.toBeUndefined()
  })
})
