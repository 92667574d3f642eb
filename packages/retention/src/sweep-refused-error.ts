/** Why a sweep erased nothing. */
export const sweepRefusals = ['foreign_store', 'unknown_store', 'too_many'] as const
export type SweepRefusal = (typeof sweepRefusals)[number]

/** The sweep is not sure that what it would erase is this installation's and lost; the message says what to do. A retry does not help. */
export class SweepRefusedError extends Error {
  override name = 'SweepRefusedError'

  constructor(
    readonly reason: SweepRefusal,
    message: string,
  ) {
    super(message)
  }
}
