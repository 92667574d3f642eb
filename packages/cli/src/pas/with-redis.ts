import { Redis } from 'ioredis'
import { CommandError } from './command-error'

/** Lends a connection that gives up at once when Redis is away, instead of trying again. */
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
  // The reason why it could not connect comes as an event; the command only says that the connection is closed.
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
