import type { CaptureFailure } from '@pas/captures/capture-state'

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

/** The attempt has not failed: the job is delayed and runs again. */
export class RowUnavailableError extends Error {
  override name = 'RowUnavailableError'

  constructor(
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super('the row could not be reached', options)
  }
}
