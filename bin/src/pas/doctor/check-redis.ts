import { Redis } from 'ioredis'
import { check, type Check, type Finding } from './check'

/** Lends a connection that gives up at once when Redis is away, instead of trying again. */
export async function withRedis<T>(
  url: string | undefined,
  work: (redisConnection: Redis) => Promise<T>,
): Promise<T> {
  if (url === undefined) throw new Error('REDIS_URL is not set')
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
    throw failure ?? error
  } finally {
    redisConnection.disconnect()
  }
}

/** Whether Redis answers and never throws waiting captures away to make room. */
export function checkRedis(url: string | undefined): Promise<Check> {
  return check('redis', 'check REDIS_URL and that Redis runs', () =>
    // Not CONFIG GET: hosted servers forbid it.
    withRedis(url, async (redisConnection) => judgeRedis(await redisConnection.info())),
  )
}

/** What Redis' own report, the answer to INFO, says of its version and of what it does when memory is short. */
export function judgeRedis(report: string): Finding {
  const policy = /^maxmemory_policy:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  const version = /^redis_version:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  if (policy === 'noeviction') return { status: 'ok', detail: 'maxmemory-policy is noeviction', version }
  const detail = `maxmemory-policy is ${policy}, so waiting captures may be dropped: set it to noeviction`
  return { status: 'failed', detail, version }
}
