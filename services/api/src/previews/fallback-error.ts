/** The error of its cause is sent, unless the picture replaces it. */
export class FallbackError extends Error {
  override name = 'FallbackError'

  constructor(
    readonly location: string,
    cause: unknown,
  ) {
    super('a request with a fallback picture failed', { cause })
  }
}
