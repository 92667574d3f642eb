import { randomBytes } from 'node:crypto'
import { createLogger, type Logger } from '@pas/runtime/logger'
import type { Storage } from '@pas/storage/storage'
import { StorageUnavailableError } from '@pas/storage/storage'
import { testVariable } from '@pas/testing/test-environment'
import { Redis } from 'ioredis'
import { startRetention } from '../src/jobs/start-retention'
import { hourMs, openRetentionStores, type RetentionStores } from './retention-stores'

describe('retention in a process', () => {
  let stores: RetentionStores
  let redisConnection: Redis
  let prefix: string
  beforeEach(async () => {
    stores = await openRetentionStores()
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
    prefix = `test-${randomBytes(6).toString('hex')}`
  })
  afterEach(async () => {
    await redisConnection.del(`${prefix}:retention-sweep`)
    redisConnection.disconnect()
    await stores.close()
  })

  /** What the logger was told, and a promise of the next line. */
  function watch(): { logger: Logger; next: () => Promise<Record<string, unknown>> } {
    const lines: Record<string, unknown>[] = []
    let heard = (): void => undefined
    const hear = (fields: Record<string, unknown>, message: string): void => {
      lines.push({ ...fields, message })
      heard()
    }
    const logger = Object.assign(createLogger('api'), { info: hear, error: hear, debug: () => undefined })
    return {
      logger,
      next: async () => {
        while (lines.length === 0) await new Promise<void>((resolve) => (heard = resolve))
        return lines.shift() ?? {}
      },
    }
  }
  const start = (logger: Logger, storage: Storage = stores.storage) =>
    startRetention({ ...stores, storage, logger, redisConnection, prefix, intervalMs: 20 })

  it('runs again and again, says what it removed, and goes on after a failure', async () => {
    let isAway = true
    const storage: Storage = {
      ...stores.storage,
      deletePrefix: (key) =>
        isAway ? Promise.reject(new StorageUnavailableError('away')) : stores.storage.deletePrefix(key),
    }
    await stores.addEmail()
    stores.clock.advance(48 * hourMs)
    const { logger, next } = watch()
    const retention = start(logger, storage)
    expect(await next()).toMatchObject({ message: 'retention failed' })
    isAway = false
    let line = await next()
    while (line.message === 'retention failed') line = await next()
    expect(line).toMatchObject({ message: 'retention ran', emails: 1, images: 0, tokens: 0, sessions: 0 })
    await stores.addEmail({ expiresAt: stores.clock.now() })
    expect(await next()).toMatchObject({ message: 'retention ran', emails: 1 })
    await retention.close()
  })

  it('sweeps storage once a day, whichever process', async () => {
    await stores.storage.put('captures/lost/full.png', Buffer.from('x'), 'image/png')
    stores.clock.advance(48 * hourMs)
    const { logger, next } = watch()
    const both = [start(logger), start(logger)]
    expect(await next()).toMatchObject({ message: 'retention ran', swept: 1 })
    expect(await redisConnection.pttl(`${prefix}:retention-sweep`)).toBeGreaterThan(23 * hourMs)
    await stores.storage.put('captures/lost/full.png', Buffer.from('x'), 'image/png')
    await stores.addEmail({ expiresAt: stores.clock.now() })
    expect(await next()).toMatchObject({ emails: 1, swept: 0 })
    await Promise.all(both.map((retention) => retention.close() as Promise<void>))
  })

  it('ends the batch under way when it is closed, and begins no other', async () => {
    await Promise.all(Array.from({ length: 60 }, () => stores.addEmail()))
    stores.clock.advance(48 * hourMs)
    let begun = (): void => undefined
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve))
    const storage: Storage = {
      ...stores.storage,
      deletePrefix: (key) => {
        begun()
        return stores.storage.deletePrefix(key)
      },
    }
    const retention = start(watch().logger, storage)
    await isUnderWay
    await retention.close()
    expect(await stores.db.email.count()).toBe(10)
  })
})
