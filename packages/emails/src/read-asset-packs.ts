import type { Storage } from '@pas/storage/storage'
import type { AssetPlace } from './asset-packs'
import { assetPackKey } from './storage-keys'

/** One asset's bytes, of whose pack no more is kept in memory; null when that is gone. */
export async function readAsset(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  { pack, offset, length }: AssetPlace,
): Promise<Buffer | null> {
  const opened = await storage.open(assetPackKey(emailGuid, pack))
  if (!opened) return null
  const end = offset + length
  const chunks: Buffer[] = []
  let position = 0
  for await (const chunk of opened.stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(Math.max(0, offset - position), Math.max(0, end - position)))
    position += chunk.length
    if (position >= end) break
  }
  const body = Buffer.concat(chunks)
  return body.length === length ? body : null
}

/** Reads assets out of an email's packs, each of which is read whole and once. */
export class PackReader {
  /** Packs that are still being read, or could not be read. */
  unread = 0
  /** The first error of the storage; null when there was none. */
  failure: unknown = null
  private readonly packs = new Map<number, Promise<Buffer | null>>()

  constructor(
    private readonly storage: Pick<Storage, 'get'>,
    private readonly emailGuid: string,
  ) {}

  /** An asset's bytes; null when the pack is gone. Rejects with the storage's errors. */
  async read({ pack, offset, length }: AssetPlace): Promise<Buffer | null> {
    const reading = this.packs.get(pack) ?? this.readPack(pack)
    this.packs.set(pack, reading)
    return (await reading)?.subarray(offset, offset + length) ?? null
  }

  private async readPack(pack: number): Promise<Buffer | null> {
    this.unread++
    try {
      const object = await this.storage.get(assetPackKey(this.emailGuid, pack))
      this.unread--
      return object?.body ?? null
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }
}
