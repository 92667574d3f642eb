import { buffer } from 'node:stream/consumers'
import type { Storage } from '@pas/storage/storage'
import { frozenEmail, readStored, type FrozenEmail } from './frozen-email'
import { frozenEmailKey } from './storage-keys'

/** Stores an email's content. */
export const putContent = (
  storage: Pick<Storage, 'put'>,
  emailGuid: string,
  content: FrozenEmail,
): Promise<void> =>
  storage.put(frozenEmailKey(emailGuid), Buffer.from(JSON.stringify(content)), 'application/json')

/** The bytes of `email.json`, for `readFrozenEmail`; null once they are erased. Rejects with the storage's errors. */
export const getContentBytes = async (
  storage: Pick<Storage, 'get'>,
  emailGuid: string,
): Promise<Buffer | null> => (await storage.get(frozenEmailKey(emailGuid)))?.body ?? null

/** The number of these bytes, which are not read. Null and errors as of `getContentBytes`. */
export async function getContentLength(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
): Promise<number | null> {
  const stored = await storage.open(frozenEmailKey(emailGuid))
  stored?.stream.destroy()
  return stored?.contentLength ?? null
}

/** An email's content; null once it is erased. Calls `hold` as `holdContentBytes` does, and rejects as it does. */
export async function readContent(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  hold: (bytes: number) => void = () => undefined,
): Promise<FrozenEmail | null> {
  const body = await holdContentBytes(storage, emailGuid, hold)
  return body && readStored(frozenEmail, body)
}

/**
 * The bytes of `email.json`; null once they are erased. Calls `hold` with their number before they are in memory; what
 * that throws refuses them. Rejects with the storage's errors.
 */
export async function holdContentBytes(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  hold: (bytes: number) => void,
): Promise<Buffer | null> {
  const stored = await storage.open(frozenEmailKey(emailGuid))
  if (!stored) return null
  const { stream, contentLength } = stored
  try {
    hold(contentLength)
    return await buffer(stream)
  } finally {
    stream.destroy()
  }
}
