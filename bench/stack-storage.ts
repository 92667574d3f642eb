import { parseConfig } from '@pas/runtime/config'
import { openStorage, storageConfig, storageVariables } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { z } from 'zod'

/** Opens the storage of the stack that `npm run bench` started. The caller closes it. */
export const openStackStorage = (): Storage =>
  openStorage(storageConfig(parseConfig(z.object(storageVariables), process.env)))
