import { createHash } from 'node:crypto'
import { Redis, type Command, type RedisOptions } from 'ioredis'
import type { Logger } from './logger'
import { servingRedis } from './open-redis'
import { createSparingWarnings, type WarnSparingly } from './sparing-warnings'

/** How long an error of Redis is held back, and a script waits to be sent again. */
const pauseMs = 1_000

/**
 * Errors that pass without a change of ours: a busy script, full memory or disk, a replica, loading data, or lost
 * scripts, which api loads again (`keepScriptsLoaded`).
 */
const temporary = /^(BUSY|OOM|MISCONF|READONLY|LOADING|NOSCRIPT|NOREPLICAS|MASTERDOWN|TRYAGAIN|CLUSTERDOWN)\b/

/** Connects BullMQ's workers. While Redis is away or refuses for a while, scripts wait: no job is lost. */
export function openServingRedis(url: string, logger: Pick<Logger, 'warn'>): Redis {
  return new ServingRedis(url, createSparingWarnings(logger))
}

const delayed = new WeakSet<Command>()

/**
 * Delays errors, because BullMQ's worker tries again at once, for ever. Sends scripts by their hash, because a worker's
 * user may not EVAL (ADR 6).
 */
class ServingRedis extends Redis {
  constructor(
    where: string | RedisOptions,
    private readonly warn: WarnSparingly,
  ) {
    super(where as string, servingRedis)
    this.on('error', (error) => warn(error, 'redis connection failed; it is retried until Redis answers'))
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new ServingRedis({ ...this.options, ...override }, this.warn)
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    // ioredis itself waits for the handshake.
    if (this.status === 'ready' && !delayed.has(command)) {
      delayed.add(command)
      const { reject } = command
      command.reject = (error) => {
        if (error.name !== 'ReplyError') reject(error)
        else setTimeout(() => reject(error), pauseMs)
      }
    }
    return super.sendCommand(command, stream)
  }

  override defineCommand(name: string, { lua, numberOfKeys = 0 }: ScriptDefinition): void {
    const hash = scriptHash(lua)
    const run = async (values: (string | Buffer | number)[]): Promise<unknown> => {
      for (;;) {
        try {
          return await this.evalsha(hash, numberOfKeys, ...values)
        } catch (error) {
          if (!(error instanceof Error && temporary.test(error.message))) throw error
          this.warn(error, 'Redis refuses what the queues need; it is asked again every second')
        }
      }
    }
    Object.assign(this, { [name]: run })
  }
}

type ScriptDefinition = Parameters<Redis['defineCommand']>[1]

/** EVALSHA's name of a script (https://redis.io/docs/latest/commands/evalsha/). */
export const scriptHash = (lua: string): string => createHash('sha1').update(lua).digest('hex')
