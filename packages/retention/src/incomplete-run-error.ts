/** Some steps of a retention run failed; every other step did its work. */
export class IncompleteRunError extends AggregateError {
  override name = 'IncompleteRunError'

  /** `counts` is what the run removed, as `RetentionCounts`. */
  constructor(
    readonly failures: readonly { step: string; error: unknown }[],
    readonly counts: Readonly<Record<string, number>>,
  ) {
    super(
      failures.map(({ error }) => error),
      failures.map(({ step, error }) => `${step}: ${String(error)}`).join('; '),
    )
  }

  /** The names of the steps that failed. */
  get steps(): string[] {
    return this.failures.map(({ step }) => step)
  }
}
