/**
 * Wraps the error of a request that named a fallback picture. The cause is the error itself, of which the caller is told unless its status
 * is one that a fallback picture replaces.
 */
export class FallbackError extends Error {
  override name = 'FallbackError'

  /** `location` is the absolute URL of the fallback picture. */
  constructor(
    readonly location: string,
    cause: unknown,
  ) {
    super('a request with a fallback picture failed', { cause })
  }
}
