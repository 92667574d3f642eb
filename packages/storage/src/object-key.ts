/** S3 allows 1,024 bytes for a key, and the prefix in STORAGE_URL is part of it. */
const maxKeyLength = 900
/** Less than the 255 bytes most file systems allow a name, so that a temporary name fits too. */
const maxSegmentLength = 200

/**
 * Throws a TypeError unless `key` is one or more `[A-Za-z0-9._-]` segments, none of them `.` or `..`. Every kind of
 * storage calls it first, so that a key can leave no folder and means the same in each.
 */
export function assertObjectKey(key: string): void {
  const allowed =
    key.length <= maxKeyLength &&
    key
      .split('/')
      .every(
        (segment) =>
          /^[A-Za-z0-9._-]+$/.test(segment) &&
          segment.length <= maxSegmentLength &&
          segment !== '.' &&
          segment !== '..',
      )
  if (!allowed) throw new TypeError(`not an object key: ${JSON.stringify(key)}`)
}

/** Throws a TypeError unless `prefix` is a key followed by `/`. */
export function assertKeyPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new TypeError(`not a key prefix: ${JSON.stringify(prefix)}`)
  assertObjectKey(prefix.slice(0, -1))
}

/** Throws a TypeError unless `contentType` can be an HTTP header's value. */
export function assertContentType(contentType: string): void {
  if (!/^[\x20-\x7e]{1,200}$/.test(contentType))
    throw new TypeError(`not a content type: ${JSON.stringify(contentType)}`)
}
