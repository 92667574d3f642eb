import { Redis, type Command } from 'ioredis'
import { ConfigError } from '@pas/settings/parse-config'
import type { Logger } from './logger'
import { createSparingWarnings } from './sparing-warnings'
import { setFairTimeout } from './set-fair-timeout'
import { withinTimeout } from './within-timeout'

/** Maximum back-off between attempts to reconnect. */
const mostBackoffMs = 2_000
const retryStrategy = (times: number): number => Math.min(times * 100, mostBackoffMs)

/** Timeout of a command of `openRedis`'s connection, on which a caller waits. */
const commandTimeoutMs = 2_000

/**
 * ioredis's options for connections that wait for work: while Redis is away, commands wait until it is back. BullMQ's
 * longest blocking command takes 10 s, so a connection that owes an answer and is silent for 15 s is dead: ioredis then
 * reconnects and sends its commands again.
 */
export const servingRedis = { maxRetriesPerRequest: null, socketTimeout: 15_000, retryStrategy } as const

/**
 * Opens a connection for requests, whose callers wait: a command fails at once while Redis is away, and after 2 s when
 * Redis does not answer. It connects, and reconnects, by itself.
 */
export function openRedis(url: string, logger: Pick<Logger, 'warn'>): AskingRedis {
  const redis = new AskingRedis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy })
  const warn = createSparingWarnings(logger)
  redis.on('error', (error) => warn(error, 'redis connection failed; it is retried until Redis answers'))
  return redis
}

/** Redis as a store that `untilStoreComes` waits for. */
export const neededRedis = {
  name: 'Redis',
  variable: 'REDIS_URL',
  // How Redis's errors begin for a wrong password, no password, a user without permission, also in a script, and in
  // older versions for a wrong password.
  isRefusal: (error: unknown): boolean =>
    error instanceof Error &&
    /^(WRONGPASS|NOAUTH|NOPERM|ERR The user executing the script|ERR invalid password)/.test(error.message),
} as const

/**
 * Connects to the Redis that holds the queues. Throws a `ConfigError` when it may evict keys, because queues would lose
 * jobs; reads that from `INFO`, because hosted Redis often refuses `CONFIG`. Rejects with the reason when Redis is
 * away.
 */
export async function connectToQueues(url: string, logger: Pick<Logger, 'warn'>): Promise<AskingRedis> {
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

/** Resolves when the connection can be used; rejects when the first attempt fails, but ioredis goes on trying. */
function untilFirstDialled(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => (): void => {
      redis.off('ready', succeeded).off('error', failed).off('close', closed)
      settle()
    }
    let reason = new Error('Redis closed the connection')
    const succeeded = end(resolve)
    // ioredis emits the reason, if it has one, before 'close'.
    const failed = (error: Error): void => {
      reason = error
    }
    const closed = end(() => reject(reason))
    redis.on('ready', succeeded).on('error', failed).on('close', closed)
  })
}

/**
 * For a service that can start without Redis: resolves when it is connected, away or has not answered within 2 s;
 * rejects only when Redis refuses us, as with a wrong password.
 */
export async function untilNotRefused(redis: Redis): Promise<void> {
  try {
    await withinTimeout(untilFirstDialled(redis), commandTimeoutMs, () => undefined)
  } catch (error) {
    if (neededRedis.isRefusal(error)) throw error
  }
}

/**
 * ioredis with a timeout per command that first reads an answer which has already arrived. ioredis's own
 * `commandTimeout` and `socketTimeout` do not, after the event loop was blocked. When nothing has arrived since the
 * command was sent, the peer has vanished without closing the connection, so the socket is destroyed and ioredis
 * reconnects.
 */
export class AskingRedis extends Redis {
  /** The scripts that were defined, such as BullMQ's. */
  readonly scripts = new Set<string>()

  override defineCommand(name: string, definition: Parameters<Redis['defineCommand']>[1]): void {
    this.scripts.add(definition.lua)
    super.defineCommand(name, definition)
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    // ioredis calls sendCommand again for a command that waited for the handshake or a reconnection; its timeout runs
    // already.
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
