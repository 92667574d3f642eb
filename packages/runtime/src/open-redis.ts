import { Redis, type Command } from 'ioredis'
import { ConfigError } from './config'
import type { Logger } from './logger'
import { setFairTimeout } from './set-fair-timeout'
import { withinTimeout } from './within-timeout'

/** A reconnection and its hand-shake come after this, at most. */
const mostBackoffMs = 2_000
const retryStrategy = (times: number): number => Math.min(times * 100, mostBackoffMs)

/** A command on behalf of a caller that waits fails when it has no answer in this time. */
const commandTimeoutMs = 2_000

/**
 * ioredis's options for who waits for work: its commands wait until Redis is there again. BullMQ's longest blocking command takes 10 s, so a
 * connection that is silent for longer while it owes an answer is dead; it is dialled anew, and its commands are sent again.
 */
export const servingRedis = { maxRetriesPerRequest: null, socketTimeout: 15_000, retryStrategy } as const

/**
 * A connection for who asks on behalf of a caller that waits: a command fails at once while Redis is away, and after 2 s when Redis does
 * not answer. It dials, and dials again, by itself.
 */
export function openRedis(url: string, logger: Pick<Logger, 'warn'>): Redis {
  const redis = new AskingRedis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy })
  redis.on('error', (error) => {
    logger.warn({ err: error }, 'redis connection')
  })
  return redis
}

/** For `untilStoreComes`. */
export const neededRedis = {
  name: 'Redis',
  variable: 'REDIS_URL',
  // Redis's own words: a wrong password, none, one too many for a user that may not connect.
  isRefusal: (error: unknown): boolean =>
    error instanceof Error && /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)/.test(error.message),
} as const

/**
 * Connects to the Redis that keeps the queues. Throws a `ConfigError` when it may evict keys: a queue that loses jobs is none. Asked by
 * `INFO`, as hosted Redis often refuses `CONFIG`. Rejects with the reason when Redis is away.
 */
export async function connectToQueues(url: string, logger: Pick<Logger, 'warn'>): Promise<Redis> {
  const redis = openRedis(url, logger)
  try {
    await untilFirstDialled(redis)
    const [, policy = 'unknown'] = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory')) ?? []
    if (policy === 'noeviction') return redis
    throw new ConfigError([
      `REDIS_URL: this Redis evicts keys (maxmemory-policy is ${policy}); set maxmemory-policy to noeviction`,
    ])
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

/** Resolves when the connection can be used; rejects with the reason when its first dialling fails, after which it dials on. */
function untilFirstDialled(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => (): void => {
      redis.off('ready', succeeded).off('error', failed).off('close', closed)
      settle()
    }
    let reason = new Error('Redis closed the connection')
    const succeeded = end(resolve)
    // The reason comes before the close, and not always.
    const failed = (error: Error): void => {
      reason = error
    }
    const closed = end(() => reject(reason))
    redis.on('ready', succeeded).on('error', failed).on('close', closed)
  })
}

/** Resolves when Redis was dialled, or is away or late, for who serves without it; rejects with its refusal. */
export async function untilNotRefused(redis: Redis): Promise<void> {
  try {
    await withinTimeout(untilFirstDialled(redis), commandTimeoutMs, () => undefined)
  } catch (error) {
    if (neededRedis.isRefusal(error)) throw error
  }
}

/**
 * ioredis with a limit on each command that does not pass over an answer which is there already, as its own `commandTimeout` and
 * `socketTimeout` do after the event loop was held. A peer that has said nothing since the command has vanished without closing the
 * connection, which is then dialled anew.
 */
class AskingRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    // ioredis sends a command again after it has waited for the hand-shake or a reconnection.
    if (!limited.has(command)) {
      limited.add(command)
      this.limit(command)
    }
    return super.sendCommand(command, stream)
  }

  private limit(command: Command): void {
    const socket = this.stream
    const bytesBefore = socket?.bytesRead
    const timeout = setFairTimeout(() => {
      command.reject(new Error('Command timed out'))
      if (socket === this.stream && socket?.bytesRead === bytesBefore)
        socket?.destroy(new Error(`Redis has said nothing for ${commandTimeoutMs} ms`))
    }, commandTimeoutMs)
    command.promise.then(timeout.clear, timeout.clear)
  }
}

const limited = new WeakSet<Command>()
