import { readStored } from '@pas/captures/frozen-email'
import type { Storage } from '@pas/storage/storage'

/** A stored list of an email's assets; empty when there is no such object. Rejects with the storage's errors. */
export async function readStoredList<Item>(
  storage: Pick<Storage, 'get'>,
  key: string,
  schema: { parse(value: unknown): Item[] },
): Promise<Item[]> {
  const stored = await storage.get(key)
  return stored ? readStored(schema, stored.body) : []
}
