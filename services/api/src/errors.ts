import { QueueUnavailableError } from '@pas/captures/request-captures'
import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError, type FieldError } from '@pas/runtime/errors'
import { internalError, translateExpressError } from '@pas/runtime/http/error-responder'
import { StorageFullError, StorageUnavailableError } from '@pas/storage/storage'
import { ZodError } from 'zod'
import { storageRefused } from './events'
import { UnreadEmailError } from './emulation/email-reader'
import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'

/**
 * A request that names a fallback picture failed. `fallbackLocation` decides whether the answer leads to the picture or
 * tells the cause.
 */
export class FallbackError extends Error {
  override name = 'FallbackError'

  /** `location`: the absolute URL of the picture. */
  constructor(
    readonly location: string,
    cause: unknown,
  ) {
    super('a request with a fallback picture failed', { cause })
  }
}

const retryAfterSeconds = '5'

/** Null for an unexpected error, which becomes a 500. */
export function translateError(error: unknown): ApiError | null {
  if (error instanceof FallbackError)
    return error.cause instanceof ApiError
      ? error.cause
      : (translateError(error.cause) ?? internalError(error.cause))
  if (error instanceof ZodError)
    return new ApiError('invalid_request', describeIssues(error), {
      cause: error,
      errors: fieldErrors(error),
    })
  if (error instanceof StorageUnavailableError) {
    const isFull = error instanceof StorageFullError
    storageRefused(isFull ? 'full' : 'away')
    return isFull
      ? unavailable(error.publicText, error)
      : unavailable('Object storage is away; try again shortly.', error)
  }
  if (isDatabaseUnavailable(error)) return unavailable('The database is away; try again shortly.', error)
  if (error instanceof QueueUnavailableError)
    return unavailable('The queue is away; try again shortly.', error)
  if (error instanceof UnreadEmailError)
    return unavailable('The email could not be read in time; try again shortly.', error)
  if (error instanceof UnreadableMessageError)
    return new ApiError('invalid_request', `raw_source cannot be shown: ${error.message}.`, { cause: error })
  return translateExpressError(error)
}

export function unavailable(publicText: string, cause: unknown): ApiError {
  return new ApiError('unavailable', publicText, { cause, headers: { 'Retry-After': retryAfterSeconds } })
}

function describeIssues(error: ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
    .reduce((told, next) => `${told}${told.endsWith('.') ? '' : ';'} ${next}`)
}

/** A schema that catches an `ApiError` inside adds it as `params.refusal`. */
const fieldErrors = ({ issues }: ZodError): FieldError[] =>
  issues.flatMap((issue): FieldError[] => {
    const field = issue.path.length > 0 ? issue.path.join('.') : null
    const refusal: unknown = issue.code === 'custom' ? issue.params?.refusal : null
    if (refusal instanceof ApiError)
      return refusal.errors.map((error) => ({
        ...error,
        field: [field, error.field].filter((name) => name !== null).join('.') || null,
      }))
    return [{ field, message: issue.message, code: fieldCodeOf(issue) }]
  })

function fieldCodeOf({ code }: ZodError['issues'][number]): FieldError['code'] {
  if (code === 'invalid_type') return 'wrong_type'
  if (code === 'unrecognized_keys') return 'unknown_member'
  return code === 'too_big' || code === 'too_small' ? 'out_of_range' : 'invalid'
}
