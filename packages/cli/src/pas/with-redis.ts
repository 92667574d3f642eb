import { Redis } from 'ioredis'
import { CommandError } from './command-error'
import { captureQueueName } from '@pas/captures/capture-job'
import type { CaptureQueues } from '@pas/captures/request-captures'
import { Queue } from 'bullmq'

/** Rejects with `redis_unavailable` within seconds when Redis is away. */
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

export async function withCaptureQueues<T>(
  { redisConnection, prefix }: { redisConnection: Redis; prefix: string },
  engines: readonly string[],
  work: (captureQueues: CaptureQueues) => Promise<T>,
): Promise<T> {
  const queues = new Map(engines.map((engine) => [engine, openQueue(engine)]))
  try {
    return await work(queues)
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }

  function openQueue(engine: string): Queue {
    const queue = new Queue(captureQueueName(engine), { connection: redisConnection, prefix })
    // The command that fails reports the error; this duplicate event is ignored.
    return queue.on('error', () => undefined)
  }
}
