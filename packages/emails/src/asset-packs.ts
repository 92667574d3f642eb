import type { Storage } from '@pas/storage/storage'
import { allEnded } from './all-ended'
import { assetPackKey } from './storage-keys'

export interface AssetPlace {
  pack: number
  offset: number
  length: number
}

/** Few objects for many assets, because a store's cost is per object. */
export interface AssetPacks {
  add(body: Buffer): AssetPlace
  /** Resolves when everything is stored; rejects with the first storage error, after all writes have ended. */
  close(): Promise<void>
}

const maxPackBytes = 4 * 1024 * 1024

/**
 * `hold` is called with the bytes newly in memory, and with a negative number when they are stored; `onError` as soon
 * as a pack could not be stored.
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
