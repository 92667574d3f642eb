import { parseConfig } from '@pas/runtime/config'
import {
  checkStorageVariables,
  openStorage,
  storageConfig,
  storageVariables,
} from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { CommandError } from './command-error'
import type { Environment } from './read-environment'

const variables = z.object(storageVariables).superRefine(checkStorageVariables)

/** Lends the object storage of STORAGE_URL, and says where it is. Rejects when there is none yet. */
export async function withStorage<T>(
  env: Environment,
  work: (storage: Storage, place: string) => Promise<T>,
): Promise<T> {
  const config = storageConfig(parseConfig(variables, env))
  // Opening would make the folder, and it would be the operator's instead of the services'.
  if (config.kind === 'file' && !existsSync(config.path))
    throw new CommandError('config_invalid', `STORAGE_URL: there is no folder ${config.path}`)
  const storage = openStorage(config)
  try {
    return await work(storage, config.kind === 'file' ? config.path : `bucket ${config.bucket}`)
  } finally {
    storage.close()
  }
}
