import { DamagedObjectError, StorageFullError, StorageUnavailableError } from '@pas/storage/storage'
import { orAborted } from './engines/supervised/or-aborted'
import { CaptureError } from './errors'

export async function fromStorage<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    throw translateStorageError(cause) ?? cause
  }
}

/** Rejects with `storage_unavailable` as soon as `signal` aborts. */
export async function awaitStorageUntil<Answer>(
  answer: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  return orAborted(answer, signal).catch((cause: unknown) => {
    if (!(cause instanceof CaptureError) || cause.kind !== 'capture_timeout') throw cause
    throw new CaptureError('storage_unavailable', 'storage did not answer before the timeout', { cause })
  })
}

export function translateStorageError(cause: unknown): CaptureError | null {
  if (cause instanceof DamagedObjectError)
    return new CaptureError('content_damaged', 'a stored object of the email is damaged', { cause })
  if (cause instanceof StorageUnavailableError) {
    const state = cause instanceof StorageFullError ? 'full' : 'unavailable'
    return new CaptureError('storage_unavailable', `storage is ${state}`, { cause })
  }
  return null
}
