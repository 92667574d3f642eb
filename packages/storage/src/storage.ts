import type { Readable } from 'node:stream'

/** An object's bytes, whole. */
export interface StoredObject {
  body: Buffer
  contentType: string
}

/** An object being read; the caller consumes or destroys the stream. */
export interface OpenedObject {
  stream: Readable
  contentLength: number
  contentType: string
  /** Strong validator, quoted as in RFC 9110 §8.8.3. */
  etag: string
}

/**
 * Object storage. Keys are relative paths of `[A-Za-z0-9._-]` segments, e.g. `emails/<guid>/email.json`; any other key is
 * a TypeError. Every method rejects with `StorageUnavailableError` when the store cannot be reached or refuses us; a
 * missing object is `null`, never an error. `get` and `open` reject with `DamagedObjectError` when the store is there, but the object
 * is not as it was written.
 */
export interface Storage {
  /** Durable when it resolves; replaces what was there, whole or not at all. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<StoredObject | null>
  open(key: string): Promise<OpenedObject | null>
  /** Removes every object whose key begins with `prefix` (which ends in `/`); resolves to how many there were. */
  deletePrefix(prefix: string): Promise<number>
  /** Keys below `prefix` with the time they were written. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }>
  /**
   * Removes what a process that died in the middle of a `put` or a `check` before then has left; resolves to how much. Rejects with the
   * reason of `signal` soon after it aborts; what was removed by then is.
   */
  removeUnfinished(before: Date, signal: AbortSignal): Promise<number>
  /**
   * Resolves when objects can be written, read and removed: tried at the first call, after a failure and once a minute; in between it
   * reads one object.
   */
  check(): Promise<void>
  close(): void
}

/**
 * The store is away, too slow or refuses us: worth a retry, and a 503 at the edge. Neither its text nor its cause names the object: a key has
 * all that one needs to see a picture, and both are logged.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** An object is there and cannot be read, now or later: a retry helps only when it is written anew. */
export class DamagedObjectError extends Error {
  override name = 'DamagedObjectError'
}
