/** S3 allows 1,024 bytes, with the prefix in STORAGE_URL. */
const maxKeyLength = 900
/** Most file systems allow 255 bytes; a temporary name must fit too. */
const maxSegmentLength = 200

/**
 * Throws a TypeError unless `key` is `[A-Za-z0-9._-]` segments without `.` and `..`, so that no key leaves its folder.
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

export function assertContentType(contentType: string): void {
  if (!/^[\x20-\x7e]{1,200}$/.test(contentType))
    throw new TypeError(`not a content type: ${JSON.stringify(contentType)}`)
}

/** Holds the `mark` of the installation's database. */
export const installationKey = 'installation'
