import { ConfigError } from './config'

/** A reconnection and its hand-shake come after this, at most. */
const mostBackoffMs = 2_000
const retryStrategy = (times: number): number => Math.min(times * 100, mostBackoffMs)

/**
 * ioredis's options for who asks on behalf of somebody that waits: it fails at once while Redis is away, and after 2 s when Redis does not
 * answer. A peer that vanished without closing the connection is given up soon after, and dialled anew.
 */
export const askingRedis = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: 2_000,
  socketTimeout: 3_000,
  retryStrategy,
} as const

/**
 * ioredis's options for who waits for work: its commands wait until Redis is there again. BullMQ's longest blocking command takes 10 s, so a
 * connection that is silent for longer while it owes an answer is dead.
 */
export const servingRedis = { maxRetriesPerRequest: null, socketTimeout: 15_000, retryStrategy } as const

/** As much of a connection of ioredis's, made with `lazyConnect`, as beginning with it takes. */
interface RedisConnection {
  connect(): Promise<unknown>
  info(section: string): Promise<string>
}

/**
 * Connects to the Redis that keeps the queues. Throws a `ConfigError` when it is away, or may evict keys: a queue that loses jobs is none.
 * Asked by `INFO`, as hosted Redis often refuses `CONFIG`.
 */
export async function connectToQueues(connection: RedisConnection): Promise<void> {
  let memory: string
  try {
    await connection.connect()
    memory = await connection.info('memory')
  } catch (error) {
    throw new ConfigError([
      `REDIS_URL: Redis is away (${(error as Error).message}); start it, or correct the URL`,
    ])
  }
  const [, policy = 'unknown'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? []
  if (policy === 'noeviction') return
  throw new ConfigError([
    `REDIS_URL: this Redis evicts keys (maxmemory-policy is ${policy}); set maxmemory-policy to noeviction`,
  ])
}
