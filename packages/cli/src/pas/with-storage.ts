import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { readStorageConfig } from '@pas/storage/storage-config'
import { existsSync } from 'node:fs'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'

/**
 * Opens the object storage of STORAGE_URL for `work`, which also gets its folder or bucket as text, and closes it
 * afterwards. Rejects with `config_invalid` when it is a folder that does not exist.
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
