import type { AddressInfo } from 'node:net'
import express from 'express'
import { createLogger } from '../logger'
import { createReadiness, healthRoutes } from './health'

describe('/readyz', () => {
  it('names what is away and why, and stays 200 when the process can do without it', async () => {
    const logger = createLogger('test')
    const said: string[] = []
    logger.level = 'silent'
    logger.warn = ((_context: object, message: string) => said.push(message)) as never
    const full = Object.assign(new Error('the disk is full'), { readinessReason: 'full' })
    const checks = [
      { name: 'postgres', check: () => Promise.resolve() },
      { name: 'redis', check: () => Promise.reject(new Error('no answer')), isOptional: true },
      { name: 'storage', check: () => Promise.reject(full), isOptional: true },
    ]
    const server = express()
      .use(healthRoutes(createReadiness(), checks, logger))
      .listen(0)
    try {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { status: 'ready', away: ['redis', 'storage'], reasons: { storage: 'full' }, stopping: false },
      ])
      expect(said).toEqual(['away: redis, storage: full'])
    } finally {
      server.close()
    }
  })
})
