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
