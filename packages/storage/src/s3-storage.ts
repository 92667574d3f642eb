import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { checkMark, isOfCheck, withCheck } from './check-storage'
import { assertContentType, assertKeyPrefix, assertObjectKey } from './object-key'
import { openS3Connection, type S3StorageConfig } from './s3-connection'
import { StorageFullError, StorageUnavailableError, type OpenedObject, type Storage } from './storage'
import { blockBytes, streamOfBlocks } from './stream-of-blocks'

/**
 * Objects deleted in parallel, by one DELETE each: not every S3 server has DeleteObjects, and those that do want
 * different checksums with it.
 */
const parallelDeletes = 16

/**
 * Opens a bucket as object storage. The bucket must exist: an operator decides its region, its lifecycle and who may
 * read it.
 */
export function openS3Storage(config: S3StorageConfig): Storage {
  const s3 = openS3Connection(config)
  const bucket = config.bucket
  const keyBase = config.prefix === '' ? '' : `${config.prefix}/`

  /** Gets an object, or the part that `wanted` names; null when it is missing. `signal` cancels the request. */
  const getObject = async (
    key: string,
    wanted: { Range?: string; IfMatch?: string } = {},
    signal?: AbortSignal,
  ): Promise<GetObjectCommandOutput | null> => {
    assertObjectKey(key)
    try {
      return await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: keyBase + key, ...wanted }),
        signal && { abortSignal: signal },
      )
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      // An empty object satisfies no range (RFC 9110 §14.1.2), so it is asked for without one.
      if (wanted.Range === rangeFrom(0) && isRangeRefused(error)) return getObject(key)
      throw unavailable(error, key)
    }
  }

  const getBlock = (
    key: string,
    offset: number,
    IfMatch?: string,
    signal?: AbortSignal,
  ): Promise<GetObjectCommandOutput | null> =>
    getObject(key, { Range: rangeFrom(offset), ...(IfMatch && { IfMatch }) }, signal)

  /** The keys that begin with `start`, with the time when each was written. */
  async function* listKeys(start: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
    try {
      for await (const page of paginateListObjectsV2(
        { client: s3 },
        { Bucket: bucket, Prefix: keyBase + start },
      ))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified !== undefined)
            yield { key: Key.slice(keyBase.length), writtenAt: LastModified }
    } catch (error) {
      throw unavailable(error, start)
    }
  }

  const deleteObject = async (key: string): Promise<void> => {
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyBase + key })).catch((error: unknown) => {
      throw unavailable(error, key)
    })
  }

  return withCheck({
    put: async (key, body, contentType) => {
      assertObjectKey(key)
      assertContentType(contentType)
      const object = { Bucket: bucket, Key: keyBase + key, Body: body, ContentType: contentType }
      await s3.send(new PutObjectCommand(object)).catch((error: unknown) => {
        throw unavailable(error, key)
      })
    },

    get: async (key) => {
      const object = await getObject(key)
      if (!object) return null
      try {
        const body = Buffer.from((await object.Body?.transformToByteArray()) ?? [])
        return { body, contentType: contentTypeOf(object) }
      } catch (error) {
        throw unavailable(error, key)
      }
    },

    open: async (key) => {
      const object = await getBlock(key, 0)
      return object && openBlocks(key, object)
    },

    deletePrefix: async (prefix) => {
      assertKeyPrefix(prefix)
      const keys: string[] = []
      for await (const { key } of listKeys(prefix)) keys.push(key)
      const waiting = keys.values()
      const deleteWaiting = async (): Promise<void> => {
        for (const key of waiting) await deleteObject(key)
      }
      await Promise.all(Array.from({ length: Math.min(parallelDeletes, keys.length) }, deleteWaiting))
      return keys.length
    },

    list: async function* (prefix) {
      assertKeyPrefix(prefix)
      yield* listKeys(prefix)
    },

    // Only what checks left: S3 stores an object whole or not at all.
    removeUnfinished: async (before, signal) => {
      let count = 0
      for await (const { key, writtenAt } of listKeys(checkMark)) {
        signal.throwIfAborted()
        if (writtenAt > before || !isOfCheck(key)) continue
        await deleteObject(key)
        count++
      }
      return count
    },

    close: () => {
      s3.destroy()
    },
  })

  function openBlocks(key: string, first: GetObjectCommandOutput): OpenedObject {
    const { Body: body, ETag: etag } = first
    const contentLength = lengthOfWhole(first)
    if (!(body instanceof Readable) || contentLength === undefined || etag === undefined)
      throw new StorageUnavailableError(`${bucket} answered without a body, a length or an ETag`)
    const stream = streamOfBlocks(body, contentLength, async (offset, signal) => {
      // With the ETag of the opened object: the server refuses the block when another object was put meanwhile.
      const block = await getBlock(key, offset, etag, signal)
      if (!(block?.Body instanceof Readable)) throw new StorageUnavailableError('the object is gone')
      return block.Body
    })
    return { stream, contentLength, contentType: contentTypeOf(first), etag: etag.replace(/^W\//, '') }
  }

  /**
   * NoSuchBucket, refused credentials, timeouts and broken connections alike: the store cannot be used now. The text is
   * the server's without the key, and the server's error is not the cause, because some servers name the object that
   * they refuse.
   */
  function unavailable(error: unknown, key: string): StorageUnavailableError {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const text = reason.replaceAll(key, '…')
    return isFull(error)
      ? new StorageFullError(`bucket ${bucket} is full: ${text}`)
      : new StorageUnavailableError(`bucket ${bucket} cannot be used: ${text}`)
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
 * S3 itself is never full. Other servers say so with 507 (RFC 4918 §11.5: MinIO's XMinioStorageFull), with an error
 * about a quota (Ceph's QuotaExceeded, MinIO's XMinioAdminBucketQuotaExceeded), or in the text of an AccessDenied
 * (Garage's "Bucket size quota is reached").
 */
const isFull = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 507 ||
    /QuotaExceeded$|StorageFull$/.test(error.name) ||
    /\bquota is (reached|exceeded)\b/.test(error.message))

const isRangeRefused = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416
