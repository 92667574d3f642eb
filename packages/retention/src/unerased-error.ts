import { StorageUnavailableError } from '@pas/storage/storage'

/** Storage refused to erase some things. Their rows stay, and the next run tries them again. */
export class UnerasedError extends StorageUnavailableError {
  override name = 'UnerasedError'

  /** `done` things were erased and `refused` were not; `cause` is the first refusal. */
  constructor(
    readonly done: number,
    readonly refused: number,
    cause: unknown,
  ) {
    super(`storage refused to erase ${refused} of ${done + refused}`, { cause })
  }
}
