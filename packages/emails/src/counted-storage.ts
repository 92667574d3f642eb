import type { Storage } from '@pas/storage/storage'

export class CountedStorage implements Pick<Storage, 'put'> {
  storedBytes = 0

  constructor(private readonly storage: Pick<Storage, 'put'>) {}

  async put(key: string, body: Buffer, contentType: string): Promise<void> {
    await this.storage.put(key, body, contentType)
    this.storedBytes += body.length
  }
}
