import { assetPackKey } from '@pas/captures/storage-keys'
import type { Storage } from '@pas/storage/storage'

/** Where an asset's bytes lie: a stretch of one of its email's packs. */
export interface AssetPlace {
  pack: number
  offset: number
  length: number
}

/** An email's assets on their way into few objects, since a store's price is for each object and not for its length. */
export interface AssetPacks {
  /** Its bytes are stored by the end of `close` at the latest. */
  add(body: Buffer): AssetPlace
  /** Resolves when everything is stored; rejects with the first of the storage's errors, after everything under way has ended. */
  close(): Promise<void>
}

/** Held in memory before they are stored: bounds what one email takes. */
const maxPackBytes = 4 * 1024 * 1024

/** Packs are numbered from `firstPack`. `hold` is told of bytes that are held, and when they are not any more; `onError` at once when a pack could not be stored. */
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
      await Promise.allSettled(puts)
      await Promise.all(puts)
    },
  }
}
