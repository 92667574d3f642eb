import type { Storage } from '@pas/storage/storage'
import type { AssetPlace } from './asset-packs'
import { assetPackKey } from './storage-keys'

/** Keeps no other part of the pack in memory; null when the pack is gone. */
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

export class PackReader {
  /** Packs that are still being read, or could not be read. */
  unread = 0
  failure: unknown = null
  private readonly packs = new Map<number, Promise<Buffer | null>>()

  constructor(
    private readonly storage: Pick<Storage, 'get'>,
    private readonly emailGuid: string,
  ) {}

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
