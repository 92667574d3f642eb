import type { Readable } from 'node:stream'

/** An object's bytes, whole. */
export interface StoredObject {
  body: Buffer
  contentType: string
}

/** An object being read. The caller must consume or destroy the stream. */
export interface OpenedObject {
  stream: Readable
  contentLength: number
  contentType: string
  /** Strong validator, quoted as in RFC 9110 §8.8.3. */
  etag: string
}

/**
 * Object storage. Keys are relative paths of `[A-Za-z0-9._-]` segments, e.g. `emails/<guid>/email.json`; any other key
 * is a TypeError. Every method rejects with `StorageUnavailableError` when the store cannot be reached or refuses the
 * request, which is a `StorageFullError` when it is full; a missing object is `null`, never an error. `get` and `open` reject with `DamagedObjectError` when the store
 * can be read but the object is not as it was written.
 */
export interface Storage {
  /** Writes an object; it is durable when this resolves. Replaces an earlier object whole or not at all. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  /** Reads a whole object into memory. */
  get(key: string): Promise<StoredObject | null>
  /** Opens an object to stream it. */
  open(key: string): Promise<OpenedObject | null>
  /** Removes every object whose key begins with `prefix` (which ends in `/`); resolves to their number. */
  deletePrefix(prefix: string): Promise<number>
  /** The keys below `prefix` (ends in `/`), with the time when each was written; equal `<first>/<second>/` together. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }>
  /**
   * Removes what processes that died during a `put` or a `check` left before the moment `before`; resolves to the
   * number removed. Rejects with the reason of `signal` soon after it aborts; what it removed until then stays removed.
   */
  removeUnfinished(before: Date, signal: AbortSignal): Promise<number>
  /**
   * Resolves when the store can be used; rejects otherwise. Writes, reads and removes an object at the first call,
   * after a failure and once a minute; other calls only read one object.
   */
  check(): Promise<void>
  close(): void
}

/**
 * The store cannot be reached, is too slow or refuses the request: worth a retry, and a 503 at the edge. Text and cause
 * are logged and never name the object, because a picture's key is enough to see the picture.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** The store can be read, but takes nothing more: the disk, or a quota, is full. Only an operator can make room. */
export class StorageFullError extends StorageUnavailableError {
  override name = 'StorageFullError'
  /** For `/readyz`: why the store counts as away. */
  readonly readinessReason = 'full'
  /** For the caller's 503. */
  readonly publicText = 'The storage is full, so nothing new is stored until its operator makes room.'
}

/** An object exists but is damaged. Reading it fails until it is written anew. */
export class DamagedObjectError extends Error {
  override name = 'DamagedObjectError'
}
