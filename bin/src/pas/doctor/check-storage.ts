import { parseConfig } from '@pas/runtime/config'
import {
  checkStorageVariables,
  openStorage,
  storageConfig,
  storageVariables,
} from '@pas/storage/open-storage'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { Environment } from '../read-environment'
import { check, type Check } from './check'

const variables = z.object(storageVariables).superRefine(checkStorageVariables)

/** Whether an object can be written, read and removed. */
export function checkStorage(env: Environment): Promise<Check> {
  return check('storage', 'check STORAGE_URL, its credentials and that the store runs', async () => {
    const config = storageConfig(parseConfig(variables, env))
    // Opening would make the folder, and it would be the operator's instead of the services'.
    if (config.kind === 'file' && !existsSync(config.path))
      throw new Error(`there is no folder ${config.path}`)
    const storage = openStorage(config)
    try {
      await storage.check()
      const place = config.kind === 'file' ? config.path : `bucket ${config.bucket}`
      return { status: 'ok', detail: `an object was written, read and removed in ${place}` }
    } finally {
      storage.close()
    }
  })
}
