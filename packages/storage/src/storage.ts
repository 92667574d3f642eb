import type { Readable } from 'node:stream'

export interface StoredObject {
  body: Buffer
  contentType: string
}

/** The caller must consume or destroy the stream. */
export interface OpenedObject {
  stream: Readable
  contentLength: number
  contentType: string
  /** Strong validator, quoted as in RFC 9110 §8.8.3. */
  etag: string
}

/**
 * Keys are paths such as `emails/<guid>/email.json`; others are a TypeError. All methods reject with a
 * `StorageUnavailableError`, `get` and `open` also with a `DamagedObjectError`; a missing object is `null`.
 */
export interface Storage {
  /** Durable when this resolves. Replaces an earlier object whole or not at all. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<StoredObject | null>
  open(key: string): Promise<OpenedObject | null>
  /** `prefix` ends in `/`. Resolves to the number of objects. */
  deletePrefix(prefix: string): Promise<number>
  /** `prefix` ends in `/`. Keys with equal `<first>/<second>/` come together. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }>
  /**
   * Removes what dead processes left of a `put` or `check`. Resolves to the number. Rejects with the reason of
   * `signal`.
   */
  removeUnfinished(before: Date, signal: AbortSignal): Promise<number>
  /** Rejects when the store cannot be used. See `withCheck`. */
  check(): Promise<void>
  close(): void
}

/**
 * Worth a retry, and a 503 at the edge. Text and cause never name the object: a picture's key is enough to see the
 * picture.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** The disk, or a quota, is full: reading works, but only an operator can make room. */
export class StorageFullError extends StorageUnavailableError {
  override name = 'StorageFullError'
  readonly readinessReason = 'full'
  readonly publicText = 'The storage is full, so nothing new is stored until its operator makes room.'
}

/** Reading fails until the object is written anew. */
export class DamagedObjectError extends Error {
  override name = 'DamagedObjectError'
}
