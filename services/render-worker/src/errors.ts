import type { CaptureFailure } from '@pas/captures/capture-state'

/** A capture that failed in a known way. */
export class CaptureError extends Error {
  override name = 'CaptureError'

  constructor(
    readonly kind: CaptureFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The preview's row could not be read or written. That is no failed attempt: the job is delayed and runs again. */
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
