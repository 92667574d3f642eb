import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3ServiceException,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { checkMark, isOfCheck, withCheck } from './check-storage'
import { assertContentType, assertKeyPrefix, assertObjectKey } from './object-key'
import { openS3Connection, type S3StorageConfig } from './s3-connection'
import {
  StorageFullError,
  StorageUnavailableError,
  type OpenedObject,
  type Storage,
  type StoredObject,
} from './storage'
import { blockBytes, streamOfBlocks } from './stream-of-blocks'

/** Single DELETEs: not every S3 server has DeleteObjects, and those that do want different checksums. */
const parallelDeletes = 16

/** The bucket must exist: an operator decides its region, its lifecycle and who may read it. */
export function openS3Storage(config: S3StorageConfig): Storage {
  const bucket = new Bucket(config)
  return withCheck({
    put: async (key, body, contentType) => {
      assertObjectKey(key)
      assertContentType(contentType)
      await bucket.put(key, body, contentType)
    },

    get: async (key) => {
      assertObjectKey(key)
      return bucket.getWhole(key)
    },

    open: async (key) => {
      assertObjectKey(key)
      return bucket.open(key)
    },

    deletePrefix: async (prefix) => {
      assertKeyPrefix(prefix)
      const keys: string[] = []
      for await (const { key } of bucket.list(prefix)) keys.push(key)
      // All take their next key from one iterator.
      const remaining = keys.values()
      const deleteRemaining = async (): Promise<void> => {
        for (const key of remaining) await bucket.delete(key)
      }
      await Promise.all(Array.from({ length: Math.min(parallelDeletes, keys.length) }, deleteRemaining))
      return keys.length
    },

    list: async function* (prefix) {
      assertKeyPrefix(prefix)
      yield* bucket.list(prefix)
    },

    // Only checks leave something: S3 stores an object whole or not at all.
    removeUnfinished: async (before, signal) => {
      let count = 0
      for await (const { key, writtenAt } of bucket.list(checkMark)) {
        signal.throwIfAborted()
        if (writtenAt > before || !isOfCheck(key)) continue
        await bucket.delete(key)
        count++
      }
      return count
    },

    close: () => {
      bucket.close()
    },
  })
}

class Bucket {
  private readonly s3: S3Client
  private readonly name: string
  private readonly keyBase: string

  constructor(config: S3StorageConfig) {
    this.s3 = openS3Connection(config)
    this.name = config.bucket
    this.keyBase = config.prefix === '' ? '' : `${config.prefix}/`
  }

  async put(key: string, body: Buffer, contentType: string): Promise<void> {
    const command = new PutObjectCommand({ ...this.namesOf(key), Body: body, ContentType: contentType })
    await this.s3.send(command).catch((error: unknown) => {
      throw this.unavailable(error, key)
    })
  }

  async getWhole(key: string): Promise<StoredObject | null> {
    const object = await this.get(key)
    if (!object) return null
    try {
      const body = Buffer.from((await object.Body?.transformToByteArray()) ?? [])
      return { body, contentType: contentTypeOf(object) }
    } catch (error) {
      throw this.unavailable(error, key)
    }
  }

  async open(key: string): Promise<OpenedObject | null> {
    const first = await this.get(key, { Range: rangeFrom(0) })
    if (!first) return null
    const { Body: body, ETag: etag } = first
    const contentLength = lengthOfWhole(first)
    if (!(body instanceof Readable) || contentLength === undefined || etag === undefined)
      throw new StorageUnavailableError(`${this.name} answered without a body, a length or an ETag`)
    const stream = streamOfBlocks(body, contentLength, async (offset, signal) => {
      // With the ETag, so that the server refuses the block of another object that was put meanwhile.
      const block = await this.get(key, { Range: rangeFrom(offset), IfMatch: etag }, signal)
      if (!(block?.Body instanceof Readable)) throw new StorageUnavailableError('the object is gone')
      return block.Body
    })
    return { stream, contentLength, contentType: contentTypeOf(first), etag: etag.replace(/^W\//, '') }
  }

  async *list(start: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
    const { Bucket, Key: Prefix } = this.namesOf(start)
    try {
      for await (const page of paginateListObjectsV2({ client: this.s3 }, { Bucket, Prefix }))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified !== undefined)
            yield { key: Key.slice(this.keyBase.length), writtenAt: LastModified }
    } catch (error) {
      throw this.unavailable(error, start)
    }
  }

  async delete(key: string): Promise<void> {
    await this.s3.send(new DeleteObjectCommand(this.namesOf(key))).catch((error: unknown) => {
      throw this.unavailable(error, key)
    })
  }

  close(): void {
    this.s3.destroy()
  }

  private async get(
    key: string,
    conditions: { Range?: string; IfMatch?: string } = {},
    signal?: AbortSignal,
  ): Promise<GetObjectCommandOutput | null> {
    try {
      const command = new GetObjectCommand({ ...this.namesOf(key), ...conditions })
      return await this.s3.send(command, signal && { abortSignal: signal })
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      // An empty object satisfies no range (RFC 9110 §14.1.2).
      if (conditions.Range === rangeFrom(0) && isRangeRefused(error)) return this.get(key)
      throw this.unavailable(error, key)
    }
  }

  private namesOf(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.name, Key: this.keyBase + key }
  }

  /** Leaves out the key and the cause: some servers name the object that they refuse. */
  private unavailable(error: unknown, key: string): StorageUnavailableError {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const text = reason.replaceAll(key, '…')
    return isFull(error)
      ? new StorageFullError(`bucket ${this.name} is full: ${text}`)
      : new StorageUnavailableError(`bucket ${this.name} cannot be used: ${text}`)
  }
}

const rangeFrom = (offset: number): string => `bytes=${offset}-${offset + blockBytes - 1}`

const contentTypeOf = (object: GetObjectCommandOutput): string =>
  object.ContentType ?? 'application/octet-stream'

/** `Content-Range: bytes 0-9/100` says 100 (RFC 9110 §14.4); an empty object has none. */
const lengthOfWhole = ({ ContentRange, ContentLength }: GetObjectCommandOutput): number | undefined => {
  const length = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  return length === undefined ? ContentLength : Number(length)
}

/**
 * 507 (RFC 4918 §11.5: MinIO), a quota error (Ceph, MinIO), or the text of an AccessDenied (Garage: "Bucket size quota
 * is reached").
 */
const isFull = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 507 ||
    /QuotaExceeded$|StorageFull$/.test(error.name) ||
    /\bquota is (reached|exceeded)\b/.test(error.message))

const isRangeRefused = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416
