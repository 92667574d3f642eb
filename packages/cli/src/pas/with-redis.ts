import { Redis } from 'ioredis'
import { CommandError } from './command-error'

/** Opens a connection to Redis for `work`. Rejects with `redis_unavailable` within seconds when Redis is away. */
export async function withRedis<T>(
  url: string | undefined,
  work: (redisConnection: Redis) => Promise<T>,
): Promise<T> {
  if (url === undefined) throw new CommandError('config_invalid', 'REDIS_URL is not set')
  const redisConnection = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let failure: Error | undefined
  // ioredis reports why it could not connect in this event; the command itself rejects only with "Connection is
  // closed".
  redisConnection.on('error', (error) => (failure = error))
  try {
    await redisConnection.connect()
    return await work(redisConnection)
  } catch (error) {
    if (!failure) throw error
    const message = 'Redis cannot be reached or refuses us: check REDIS_URL and that it runs.'
    throw new CommandError('redis_unavailable', message, { cause: failure })
  } finally {
    redisConnection.disconnect()
  }
}
