/** Why a sweep erased nothing: the marks differ, are missing and the rows do not fit, or too much would go. */
export const sweepRefusals = ['foreign_store', 'unknown_store', 'too_many'] as const
export type SweepRefusal = (typeof sweepRefusals)[number]

/** Nothing was erased, as it may be needed. The message tells the operator what to do; a retry is no help. */
export class SweepRefusedError extends Error {
  override name = 'SweepRefusedError'

  constructor(
    readonly reason: SweepRefusal,
    message: string,
  ) {
    super(message)
  }
}
