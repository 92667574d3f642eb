import { buffer } from 'node:stream/consumers'
import type { Storage } from '@pas/storage/storage'
import { frozenEmail, readStored, type FrozenEmail } from './frozen-email'
import { frozenEmailKey, messageKey } from './storage-keys'

export const putContent = (
  storage: Pick<Storage, 'put'>,
  emailGuid: string,
  content: FrozenEmail,
): Promise<void> =>
  storage.put(frozenEmailKey(emailGuid), Buffer.from(JSON.stringify(content)), 'application/json')

export const putMessage = (
  storage: Pick<Storage, 'put'>,
  emailGuid: string,
  message: Buffer,
): Promise<void> => storage.put(messageKey(emailGuid), message, 'message/rfc822')

/** Null for an email that did not come as a message, and once the content is erased. */
export const getMessage = async (storage: Pick<Storage, 'get'>, emailGuid: string): Promise<Buffer | null> =>
  (await storage.get(messageKey(emailGuid)))?.body ?? null

/** Null once the content is erased. Rejects with the storage's errors. */
export const getContentBytes = async (
  storage: Pick<Storage, 'get'>,
  emailGuid: string,
): Promise<Buffer | null> => (await storage.get(frozenEmailKey(emailGuid)))?.body ?? null

export interface OpenedContent {
  /** Bytes. */
  length: number
  /** Null if it has more than `maxLength`, and was not read. */
  body: Buffer | null
}

/** Null and errors as `getContentBytes`. */
export async function openContent(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  maxLength: number,
): Promise<OpenedContent | null> {
  const stored = await storage.open(frozenEmailKey(emailGuid))
  if (!stored) return null
  const { stream, contentLength: length } = stored
  try {
    return { length, body: length <= maxLength ? await buffer(stream) : null }
  } finally {
    stream.destroy()
  }
}

/** Null once the content is erased. Calls `hold` and rejects as `holdContentBytes`. */
export async function readContent(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  hold: (bytes: number) => void = () => undefined,
): Promise<FrozenEmail | null> {
  const body = await holdContentBytes(storage, emailGuid, hold)
  return body && readStored(frozenEmail, body)
}

/**
 * Calls `hold` with the number of bytes before they are in memory; what it throws refuses them. Null once they are
 * erased. Rejects with the storage's errors.
 */
export const holdContentBytes = (
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  hold: (bytes: number) => void,
): Promise<Buffer | null> => holdBytes(storage, frozenEmailKey(emailGuid), hold)

/** As `holdContentBytes`; null also for an email that did not come as a message. */
export const holdMessage = (
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  hold: (bytes: number) => void,
): Promise<Buffer | null> => holdBytes(storage, messageKey(emailGuid), hold)

async function holdBytes(
  storage: Pick<Storage, 'open'>,
  key: string,
  hold: (bytes: number) => void,
): Promise<Buffer | null> {
  const stored = await storage.open(key)
  if (!stored) return null
  const { stream, contentLength } = stored
  try {
    hold(contentLength)
    return await buffer(stream)
  } finally {
    stream.destroy()
  }
}
