import { maxCaptureAttempts } from '@pas/capture-queue/capture-queue'

/** Every way a capture can fail, and how often it is tried; the kind is the metric label and the row's `failure`. */
const attemptsByKind = {
  /** The capture took longer than CAPTURE_TIMEOUT_MS. Mostly it is the email that takes so long, and keeps others out meanwhile. */
  capture_timeout: 2,
  /** The engine's process or page went away under the capture. */
  engine_crashed: maxCaptureAttempts,
  /** The engine answered with an error. */
  engine_failed: maxCaptureAttempts,
  /** Object storage could not be reached. It comes back, and what was accepted is captured then: the round of attempts begins anew. */
  storage_unavailable: Infinity,
  /** Storage has what the email froze, but not as it was written. */
  content_damaged: maxCaptureAttempts,
  /** The email's content is gone: expired or deleted. */
  content_gone: 1,
  /** The engine cannot draw this kind of document. */
  unsupported_document: 1,
} as const

export type CaptureErrorKind = keyof typeof attemptsByKind

/** A capture that failed in a known way. */
export class CaptureError extends Error {
  override name = 'CaptureError'
  /** With how many attempts a capture that fails so has had its last. */
  readonly maxAttempts: number

  constructor(
    readonly kind: CaptureErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.maxAttempts = attemptsByKind[kind]
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
