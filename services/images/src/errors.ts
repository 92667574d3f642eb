import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { translateExpressError } from '@pas/runtime/http/error-responder'
import { StorageFullError, StorageUnavailableError } from '@pas/storage/storage'

const retryAfterSeconds = '5'

export const pictureDrawnAgain = (): ApiError =>
  new ApiError('unavailable', 'The picture is being drawn again; try again shortly.', {
    headers: { 'Retry-After': retryAfterSeconds },
  })

export const pictureUnreadable = (cause?: unknown): ApiError =>
  unavailable('The picture cannot be read now; try again shortly.', cause)

const unavailable = (publicText: string, cause: unknown): ApiError =>
  new ApiError('unavailable', publicText, { cause, headers: { 'Retry-After': retryAfterSeconds } })

export const tooManyPicturesOfAddress = (): ApiError =>
  new ApiError(
    'too_many_requests',
    `Too many pictures are being sent to this address; read or close one, or try again in ${retryAfterSeconds} seconds.`,
    { headers: { 'Retry-After': retryAfterSeconds } },
  )

export const tooManyPictures = (): ApiError =>
  new ApiError('unavailable', 'Too many pictures are being sent now; try again shortly.', {
    headers: { 'Retry-After': retryAfterSeconds },
  })

export const tooManyDifferencesOfAddress = (seconds: number): ApiError =>
  new ApiError(
    'too_many_requests',
    `Pictures are compared for this address one pair at a time, and 60 in a minute; try again in ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  )

export const tooManyDifferences = (): ApiError =>
  new ApiError('unavailable', 'Too many pictures are being compared now; try again shortly.', {
    headers: { 'Retry-After': retryAfterSeconds },
  })

export function translateError(error: unknown): ApiError | null {
  // Only the first request of a small size stores anything; stored pictures can still be read.
  if (error instanceof StorageFullError) return unavailable(error.publicText, error)
  if (error instanceof StorageUnavailableError || isDatabaseUnavailable(error)) {
    return pictureUnreadable(error)
  }
  return translateExpressError(error)
}
