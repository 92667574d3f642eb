import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { readStorageConfig } from '@pas/storage/storage-config'

/** Opens the storage of the stack that `npm run bench` started. The caller closes it. */
export const openStackStorage = (): Storage => openStorage(readStorageConfig(process.env))
