import { StorageUnavailableError } from '@pas/storage/storage'

/** The rows stay, and the next run tries again. */
export class UnerasedError extends StorageUnavailableError {
  override name = 'UnerasedError'

  constructor(
    readonly done: number,
    readonly refused: number,
    cause: unknown,
  ) {
    super(`storage refused to erase ${refused} of ${done + refused}`, { cause })
  }
}
