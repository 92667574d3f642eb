import { existsSync } from 'node:fs'
import type { CaptureQueues } from '@pas/captures/request-captures'
import type { DbDeps } from '@pas/db/row-deps'
import type { Storage } from '@pas/storage/storage'
import type { Redis } from 'ioredis'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'

/** Each is opened when it is asked for, and closed behind the command. */
export interface Stores {
  /** Rejects with `config_invalid` when it is a folder that does not exist. */
  storage: () => Promise<Storage>
  /**
   * For commands that delete. Rejects with `config_invalid` when the marks of store and database differ (ADR 13): rows
   * would be deleted, and their objects would stay in the other store.
   */
  ownStorage: (deps: DbDeps) => Promise<Storage>
  /** Rejects with `redis_unavailable` within seconds when Redis is away. */
  redis: (variable?: 'REDIS_URL' | 'RATES_REDIS_URL') => Promise<Redis>
  captureQueues: (engines: readonly string[]) => Promise<CaptureQueues>
}

export async function withStores<T>(env: Environment, work: (stores: Stores) => Promise<T>): Promise<T> {
  const closing: (() => unknown)[] = []
  try {
    return await work(createStores(env, (close) => closing.unshift(close)))
  } finally {
    for (const close of closing) await close()
  }
}

function createStores(env: Environment, whenDone: (close: () => unknown) => void): Stores {
  const stores: Stores = {
    storage: async () => {
      const { readStorageConfig } = await import('@pas/storage/storage-config')
      const { openStorage } = await import('@pas/storage/open-storage')
      const config = readStorageConfig(env)
      // openStorage would create the folder, and the operator would own it instead of the services' user.
      if (config.kind === 'file' && !existsSync(config.path))
        throw new CommandError('config_invalid', `STORAGE_URL: there is no folder ${config.path}`)
      const storage = openStorage(config)
      whenDone(() => storage.close())
      return storage
    },
    ownStorage: async ({ db }) => {
      const { compareMarks } = await import('@pas/retention/installation-mark')
      const storage = await stores.storage()
      const { difference } = await compareMarks({ db, storage })
      if (difference === null) return storage
      throw new CommandError(
        'config_invalid',
        `Nothing was deleted: ${difference}. Check DATABASE_URL and STORAGE_URL. If the two belong together, run 'pas retention adopt'.`,
      )
    },
    redis: async (variable = 'REDIS_URL') => {
      const { Redis } = await import('ioredis')
      const url = env[variable]
      if (url === undefined) throw new CommandError('config_invalid', `${variable} is not set`)
      const redis = new Redis(url, {
        ...{ lazyConnect: true, connectTimeout: 3_000, commandTimeout: 3_000, maxRetriesPerRequest: 0 },
        retryStrategy: () => null,
      })
      // This event says why; `connect` rejects only with "Connection is closed".
      let cause: Error | undefined
      redis.on('error', (error) => (cause = error))
      whenDone(() => redis.disconnect())
      await redis.connect().catch((error: unknown) => {
        const message = `Redis cannot be reached or refuses us: check ${variable} and that it runs.`
        throw new CommandError('redis_unavailable', message, { cause: cause ?? error })
      })
      return redis
    },
    captureQueues: async (engines) => {
      const { captureQueueName } = await import('@pas/captures/capture-job')
      const { Queue } = await import('bullmq')
      const connection = await stores.redis()
      const prefix = env.REDIS_PREFIX ?? 'pas'
      const queues = new Map(
        engines.map((engine) => [engine, new Queue(captureQueueName(engine), { connection, prefix })]),
      )
      // The command that fails reports the error; this duplicate event is ignored.
      for (const queue of queues.values()) queue.on('error', () => undefined)
      whenDone(() => Promise.all([...queues.values()].map((queue) => queue.close())))
      return queues
    },
  }
  return stores
}
