import { openFileStorage } from './file-storage'
import type { S3StorageConfig } from './s3-connection'
import type { Storage } from './storage'
import type { StorageConfig } from './storage-config'

export function openStorage(config: StorageConfig): Storage {
  return config.kind === 'file' ? openFileStorage(config.path) : openS3StorageOnUse(config)
}

/** Loads AWS's SDK on first use; a process with objects in a folder never does. */
function openS3StorageOnUse(config: S3StorageConfig): Storage {
  let opening: Promise<Storage> | null = null
  const opened = (): Promise<Storage> =>
    (opening ??= import('./s3-storage').then(({ openS3Storage }) => openS3Storage(config)))
  return {
    put: async (...object) => (await opened()).put(...object),
    get: async (key) => (await opened()).get(key),
    open: async (key) => (await opened()).open(key),
    deletePrefix: async (prefix) => (await opened()).deletePrefix(prefix),
    list: async function* (prefix) {
      yield* (await opened()).list(prefix)
    },
    removeUnfinished: async (before, signal) => (await opened()).removeUnfinished(before, signal),
    check: async () => (await opened()).check(),
    close: () => void opening?.then((storage) => storage.close()),
  }
}
