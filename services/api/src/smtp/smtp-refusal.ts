import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'
import { ApiError, type ApiErrorCode } from '@pas/runtime/errors'
import { translateError } from '../errors'

/** The reply to a command. `smtp-server` reads `responseCode`, and adds the enhanced status code (RFC 3463). */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'

  constructor(
    readonly responseCode: number,
    text: string,
    options?: ErrorOptions,
  ) {
    super(text, options)
  }
}

const codes: Partial<Record<ApiErrorCode, number>> = {
  too_many_requests: 452,
  payload_too_large: 552,
  unauthenticated: 535,
  inactive_account: 535,
  invalid_request: 554,
}

/** Anything else is a fault of ours: senders that keep a queue repeat after 451. */
export function refusalOf(error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof UnreadableMessageError)
    return new SmtpRefusal(554, `This message cannot be shown: ${error.message}.`, { cause: error })
  const translated = error instanceof ApiError ? error : translateError(error)
  if (translated?.code === 'request_in_progress')
    return new SmtpRefusal(451, 'The same message is being stored; try again shortly.', { cause: error })
  if (!translated || translated.code === 'internal')
    return new SmtpRefusal(451, 'The message could not be stored; try again later.', { cause: error })
  return new SmtpRefusal(codes[translated.code] ?? 451, translated.publicText, { cause: error })
}

/** RFC 4954 §6: a login that fails for our reasons is 454. */
export function signInRefusalOf(error: unknown): SmtpRefusal {
  const refusal = refusalOf(error)
  return refusal.responseCode === 451
    ? new SmtpRefusal(454, 'API keys cannot be checked now; try again shortly.', { cause: error })
    : refusal
}
