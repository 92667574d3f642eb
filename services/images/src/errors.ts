import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { translateExpressError } from '@pas/runtime/http/error-responder'
import { StorageUnavailableError } from '@pas/storage/storage'

/** Seconds after which a caller may try again when a store is away. */
const retryAfterSeconds = '5'

/** For a picture that was there, is lost, and will be there again. */
export const pictureDrawnAgain = (): ApiError =>
  new ApiError('unavailable', 'The picture is being drawn again; try again shortly.', {
    headers: { 'Retry-After': retryAfterSeconds },
  })

/** For a picture that cannot be had at the moment, for whatever `cause`. */
export const pictureUnreadable = (cause?: unknown): ApiError =>
  new ApiError('unavailable', 'The picture cannot be read now; try again shortly.', {
    cause,
    headers: { 'Retry-After': retryAfterSeconds },
  })

/** What stores and Express throw, as the refusal a caller sees; null for what nobody foresaw. */
export function translateError(error: unknown): ApiError | null {
  if (error instanceof StorageUnavailableError || isDatabaseUnavailable(error)) {
    return pictureUnreadable(error)
  }
  return translateExpressError(error)
}
