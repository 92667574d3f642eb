import { captureQueueName } from '@pas/captures/capture-job'
import type { CaptureQueues } from '@pas/captures/request-captures'
import { loadScripts } from '@pas/runtime/keep-scripts-loaded'
import { connectToQueues } from '@pas/runtime/open-redis'
import { reasonOf } from '@pas/runtime/reason-of'
import { withinTimeout } from '@pas/runtime/within-timeout'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { CommandError } from './command-error'

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
  const openQueue = (engine: string): Queue => {
    const queue = new Queue(captureQueueName(engine), { connection: redisConnection, prefix })
    // The command that fails reports the error; this duplicate event is ignored.
    return queue.on('error', () => undefined)
  }
  const queues = new Map(engines.map((engine) => [engine, openQueue(engine)]))
  try {
    return await work(queues)
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
}

const timeLimitMs = 10_000

/** So that this release's workers can start before its api (ADR 6). Resolves to `loaded`, or to the reason why not. */
export async function loadQueueScripts(url: string): Promise<string> {
  try {
    return await withinTimeout(load(url), timeLimitMs, () => `no answer within ${timeLimitMs / 1_000} s`)
  } catch (error) {
    return `not loaded, so this release's workers wait for its api: ${reasonOf(error)}`
  }
}

async function load(url: string): Promise<string> {
  const redis = await connectToQueues(url, { warn: () => undefined })
  // A queue defines its scripts on the connection, and writes nothing.
  const queue = new Queue('scripts', { connection: redis })
  queue.on('error', () => undefined)
  try {
    await queue.waitUntilReady()
    await loadScripts(redis)
    return 'loaded'
  } finally {
    await queue.close()
    redis.disconnect()
  }
}
