import { Redis, type Command } from 'ioredis'
import { ConfigError } from '@pas/settings/parse-config'
import type { Logger } from './logger'
import { createSparingWarnings } from './sparing-warnings'
import { setAnswerTimeout } from './set-answer-timeout'
import { withinTimeout } from './within-timeout'

const mostBackoffMs = 2_000
const retryStrategy = (times: number): number => Math.min(times * 100, mostBackoffMs)

const commandTimeoutMs = 2_000

/**
 * For connections that wait for work: commands wait until Redis is back. BullMQ blocks for at most 10 s, so a
 * connection silent for 15 s is dead.
 */
export const servingRedis = { maxRetriesPerRequest: null, socketTimeout: 15_000, retryStrategy } as const

/**
 * Opens a connection for requests, whose callers wait: a command fails at once while Redis is away, and after 2 s
 * without an answer.
 */
export function openRedis(url: string, logger: Pick<Logger, 'warn'>): AskingRedis {
  const redis = new AskingRedis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy })
  const warn = createSparingWarnings(logger)
  redis.on('error', (error) => warn(error, 'redis connection failed; it is retried until Redis answers'))
  return redis
}

export const neededRedis = {
  name: 'Redis',
  variable: 'REDIS_URL',
  // Redis answers so to a wrong password (two forms), no password, or no permission, also in a script.
  isRefusal: (error: unknown): boolean =>
    error instanceof Error &&
    /^(WRONGPASS|NOAUTH|NOPERM|ERR The user executing the script|ERR invalid password)/.test(error.message),
} as const

/**
 * Throws a `ConfigError` when Redis may evict keys, as queues would lose jobs. Reads `INFO`, because hosted Redis often
 * refuses `CONFIG`. Rejects when Redis is away.
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

/** Rejects when the first attempt fails; ioredis goes on trying. */
function untilFirstDialled(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => (): void => {
      redis.off('ready', succeeded).off('error', failed).off('close', closed)
      settle()
    }
    let reason = new Error('Redis closed the connection')
    const succeeded = end(resolve)
    // ioredis emits the reason before 'close'.
    const failed = (error: Error): void => {
      reason = error
    }
    const closed = end(() => reject(reason))
    redis.on('ready', succeeded).on('error', failed).on('close', closed)
  })
}

/** For a service that can start without Redis: rejects only when Redis refuses us. */
export async function untilNotRefused(redis: Redis): Promise<void> {
  try {
    await withinTimeout(untilFirstDialled(redis), commandTimeoutMs, () => undefined)
  } catch (error) {
    if (neededRedis.isRefusal(error)) throw error
  }
}

const limited = new WeakSet<Command>()

/**
 * Adds a timeout per command that first reads an answer which has arrived; after a blocked event loop ioredis's own do
 * not. A silent socket is destroyed, and ioredis reconnects.
 */
export class AskingRedis extends Redis {
  readonly scripts = new Set<string>()

  override defineCommand(name: string, definition: Parameters<Redis['defineCommand']>[1]): void {
    this.scripts.add(definition.lua)
    super.defineCommand(name, definition)
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    // ioredis calls sendCommand again after the handshake or a reconnection; the timeout runs already.
    if (!limited.has(command)) {
      limited.add(command)
      this.limit(command)
    }
    return super.sendCommand(command, stream)
  }

  private limit(command: Command): void {
    const socket = this.stream
    const bytesBefore = socket?.bytesRead
    const timeout = setAnswerTimeout(() => {
      command.reject(new Error('Command timed out'))
      if (socket === this.stream && socket?.bytesRead === bytesBefore)
        socket?.destroy(new Error(`Redis has said nothing for ${commandTimeoutMs} ms`))
    }, commandTimeoutMs)
    command.promise.then(timeout.clear, timeout.clear)
  }
}
