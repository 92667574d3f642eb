import type { Storage } from '@pas/storage/storage'
import { allEnded } from './all-ended'
import { assetPackKey } from './storage-keys'

/** Where an asset's bytes are: `length` bytes from `offset` in one of its email's packs. */
export interface AssetPlace {
  pack: number
  offset: number
  length: number
}

/** Writes an email's assets into few objects (packs), because a store's cost is per object and not per byte. */
export interface AssetPacks {
  /** Adds an asset's bytes to a pack; they are stored when `close` resolves, or earlier. */
  add(body: Buffer): AssetPlace
  /** Resolves when everything is stored. Rejects with the first storage error, after all writes have ended. */
  close(): Promise<void>
}

/** Bytes collected in memory before a pack is stored. It limits the memory that one email takes. */
const maxPackBytes = 4 * 1024 * 1024

/**
 * Packs are numbered from `firstPack`. `hold` is called with the bytes that are newly in memory, and with a negative
 * number when they are stored; `onError` is called as soon as a pack could not be stored.
 */
export function openAssetPacks(
  storage: Pick<Storage, 'put'>,
  { emailGuid, firstPack }: { emailGuid: string; firstPack: number },
  { hold, onError }: { hold: (bytes: number) => void; onError: () => void },
): AssetPacks {
  const puts: Promise<void>[] = []
  let bodies: Buffer[] = []
  let length = 0

  const store = (): void => {
    const put = storage.put(
      assetPackKey(emailGuid, firstPack + puts.length),
      Buffer.concat(bodies, length),
      'application/octet-stream',
    )
    const storedBytes = length
    void put.catch(onError).finally(() => hold(-storedBytes))
    puts.push(put)
    bodies = []
    length = 0
  }

  return {
    add: (body) => {
      const place = { pack: firstPack + puts.length, offset: length, length: body.length }
      bodies.push(body)
      length += body.length
      hold(body.length)
      if (length >= maxPackBytes) store()
      return place
    },
    close: async () => {
      if (bodies.length > 0) store()
      await allEnded(puts)
    },
  }
}
