import type { Storage } from '@pas/storage/storage'

/** A storage for writing that counts what it wrote. */
export interface CountedStorage extends Pick<Storage, 'put'> {
  /** The bytes of all objects that were stored. */
  readonly storedBytes: number
}

/** Counts the bytes that are stored through the result. */
export function countStoredBytes(storage: Pick<Storage, 'put'>): CountedStorage {
  let storedBytes = 0
  return {
    put: async (key, body, contentType) => {
      await storage.put(key, body, contentType)
      storedBytes += body.length
    },
    get storedBytes() {
      return storedBytes
    },
  }
}
