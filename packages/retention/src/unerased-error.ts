import { StorageUnavailableError } from '@pas/storage/storage'

/** Storage erased some things and refused others, which stay recorded and are tried again by the next run. */
export class UnerasedError extends StorageUnavailableError {
  override name = 'UnerasedError'

  /** How many were erased, how many refused, and why the first was. */
  constructor(
    readonly done: number,
    readonly refused: number,
    cause: unknown,
  ) {
    super(`storage refused to erase ${refused} of ${done + refused}`, { cause })
  }
}
