import { StorageUnavailableError } from '@pas/storage/storage'

export class IncompleteRunError extends AggregateError {
  override name = 'IncompleteRunError'

  constructor(
    readonly failures: readonly { step: string; error: unknown }[],
    readonly counts: Readonly<Record<string, number>>,
  ) {
    super(
      failures.map(({ error }) => error),
      failures.map(({ step, error }) => `${step}: ${String(error)}`).join('; '),
    )
  }

  get steps(): string[] {
    return this.failures.map(({ step }) => step)
  }
}

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

export const sweepRefusals = ['foreign_store', 'unknown_store', 'too_many'] as const
export type SweepRefusal = (typeof sweepRefusals)[number]

/** A retry is no help; the message tells the operator what to do. */
export class SweepRefusedError extends Error {
  override name = 'SweepRefusedError'

  constructor(
    readonly reason: SweepRefusal,
    message: string,
  ) {
    super(message)
  }
}
