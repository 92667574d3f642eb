import { existsSync } from 'node:fs'
import { compareMarks } from '@pas/retention/installation-mark'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { readStorageConfig } from '@pas/storage/storage-config'
import { CommandError } from './command-error'
import { withDatabase, type CommandContext } from './perform'
import type { Environment } from './read-environment'

/**
 * `work` also gets the folder or bucket as text. Rejects with `config_invalid` when it is a folder that does not exist.
 */
export async function withStorage<T>(
  env: Environment,
  work: (storage: Storage, place: string) => Promise<T>,
): Promise<T> {
  const config = readStorageConfig(env)
  // openStorage would create the folder, and the operator would own it instead of the services' user.
  if (config.kind === 'file' && !existsSync(config.path))
    throw new CommandError('config_invalid', `STORAGE_URL: there is no folder ${config.path}`)
  const storage = openStorage(config)
  try {
    return await work(storage, config.kind === 'file' ? config.path : `bucket ${config.bucket}`)
  } finally {
    storage.close()
  }
}

/**
 * For commands that delete. Throws `config_invalid` when the marks of store and database differ (ADR 13): rows would be
 * deleted, and their objects would stay in the other store.
 */
export async function withOwnStorage<T>(
  context: CommandContext,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  return withStorage(await context.readEnvironment(), async (storage) => {
    const { difference } = await withDatabase(context, (db) => compareMarks({ db, storage }))
    if (difference === null) return work(storage)
    throw new CommandError(
      'config_invalid',
      `Nothing was deleted: ${difference}. Check DATABASE_URL and STORAGE_URL. If the two belong together, run 'pas retention adopt'.`,
    )
  })
}
