/** A request with a fallback picture failed: its cause is sent unless the picture replaces it. */
export class FallbackError extends Error {
  override name = 'FallbackError'

  /** `location` is absolute. */
  constructor(
    readonly location: string,
    cause: unknown,
  ) {
    super('a request with a fallback picture failed', { cause })
  }
}
