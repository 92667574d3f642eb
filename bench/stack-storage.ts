import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { readStorageConfig } from '@pas/storage/storage-config'

/** The caller closes it. */
export const openStackStorage = (): Storage => openStorage(readStorageConfig(process.env))
