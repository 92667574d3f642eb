/** Every way a capture can fail; the kind is the metric label and the row's `failure`. */
const retryableByKind = {
  /** The capture took longer than CAPTURE_TIMEOUT_MS. */
  capture_timeout: true,
  /** The engine's process or page went away under the capture. */
  engine_crashed: true,
  /** The engine answered with an error. */
  engine_failed: true,
  /** Object storage could not be reached. */
  storage_unavailable: true,
  /** The email's content is gone: expired or deleted. */
  content_gone: false,
  /** The engine cannot draw this kind of document. */
  unsupported_document: false,
} as const

export type CaptureErrorKind = keyof typeof retryableByKind

/** A capture that failed in a known way. */
export class CaptureError extends Error {
  override name = 'CaptureError'
  readonly retryable: boolean

  constructor(
    readonly kind: CaptureErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.retryable = retryableByKind[kind]
  }
}

/** The preview's row could not be read or written: nothing is known to have failed, so the capture waits and begins again. */
export class RowUnavailableError extends Error {
  override name = 'RowUnavailableError'

  constructor(
    /** How long until the row may be claimed again. */
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super('the row of the preview could not be reached', options)
  }
}
