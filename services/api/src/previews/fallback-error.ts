/**
 * The error of a request that named a fallback picture. Its cause is the error that the caller is told of, unless a
 * fallback picture replaces that error's status.
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
